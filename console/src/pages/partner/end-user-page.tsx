// One end user: worth and holdings, bots, orders and fills, limits, and its key at the exchange.

import type { EndUser, MarketType } from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import {
  endUserLimitsQuery,
  endUserQuery,
  offeredExchangesQuery,
} from '../../api/partner-queries.ts';
import { useGo } from '../../app/use-go.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmByName } from '../../parts/confirm-by-name.tsx';
import { Wrong } from '../../parts/notice.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Segments } from '../../parts/widgets.tsx';
import { Limits } from '../accounts/risk-limits.tsx';
import { EndUserKey } from './end-user-key.tsx';
import { EndUserFills, EndUserOrders } from './end-user-orders.tsx';
import { EndUserWallet } from './end-user-wallet.tsx';
import { PartnerBotsPanel } from './partner-bots-panel.tsx';
import { PARTNER } from '../../words/partner.ts';

export function EndUserPage() {
  const { userId } = useParams({ from: '/inside/partner/users/$userId' });
  const user = useQuery(endUserQuery(userId));
  return (
    <div className="page">
      <Loaded query={user} lines={6} isPage>
        {(of) => <EndUserView user={of} />}
      </Loaded>
    </div>
  );
}

type OfUser = { readonly user: EndUser };

function EndUserView({ user }: OfUser) {
  const { user_id: userId } = user;
  const exchanges = useQuery(offeredExchangesQuery);
  const own = exchanges.data?.data.find(({ exchange }) => exchange === user.exchange);
  const types = own?.market_types ?? ['spot'];
  const [type, setType] = useState<MarketType>('spot');
  const shown = types.includes(type) ? type : (types[0] ?? 'spot');
  return (
    <>
      <header className="page-head">
        <div>
          <p className="crumb">
            <Link to="/partner">{PARTNER.partner}</Link> / {own?.name ?? user.exchange}
          </p>
          <h1>{user.external_id}</h1>
        </div>
        <div className="actions">
          {user.is_simulated ? <span className="tag tag-accent">{PARTNER.playMoney}</span> : null}
          {types.length < 2 ? null : (
            <Segments
              label={PARTNER.wallet}
              value={shown}
              choices={types.map((of) => [of, of === 'spot' ? PARTNER.spot : PARTNER.futures])}
              onChange={setType}
            />
          )}
          <DeleteEndUser user={user} />
        </div>
      </header>
      <EndUserWallet userId={userId} type={shown} />
      <PartnerBotsPanel userId={userId} />
      <Activity user={user} type={shown} />
    </>
  );
}

const TABS = [
  ['orders', PARTNER.orders],
  ['fills', PARTNER.fills],
  ['limits', PARTNER.limits],
  ['key', PARTNER.key],
] as const;

function Activity({ user, type }: OfUser & { readonly type: MarketType }) {
  const { user_id: userId } = user;
  const { tab = 'orders' } = useSearch({ from: '/inside/partner/users/$userId' });
  const go = useGo({ from: '/partner/users/$userId' });
  const tabs = TABS.filter(([name]) => name !== 'key' || !user.is_simulated);
  return (
    <section className="panel" aria-label={PARTNER.whatItDidAnd}>
      <header className="panel-head">
        <Segments
          label={PARTNER.show}
          value={tab}
          choices={tabs}
          onChange={(next) =>
            void go({ search: next === 'orders' ? {} : { tab: next }, replace: true })
          }
        />
      </header>
      {tab === 'orders' ? <EndUserOrders userId={userId} exchange={user.exchange} /> : null}
      {tab === 'fills' ? <EndUserFills userId={userId} exchange={user.exchange} /> : null}
      {tab === 'limits' ? <EndUserLimits key={type} userId={userId} type={type} /> : null}
      {tab === 'key' ? <EndUserKey user={user} /> : null}
    </section>
  );
}

type OfWallet = { readonly userId: string; readonly type: MarketType };

function EndUserLimits({ userId, type }: OfWallet) {
  const wallet = { user_id: userId, market_type: type };
  return (
    <Limits
      query={useQuery(endUserLimitsQuery(wallet))}
      save={(body) => api.partnerSetUserLimits({ ...wallet, body })}
    />
  );
}

function DeleteEndUser({ user }: OfUser) {
  const [isAsking, setIsAsking] = useState(false);
  const client = useQueryClient();
  const go = useGo();
  const remove = useMutation({
    mutationFn: () => api.partnerDeleteUser({ user_id: user.user_id }),
    async onSuccess() {
      await go({ to: '/partner' });
      await client.invalidateQueries({ queryKey: ['partner'] });
    },
  });
  return (
    <>
      <Wrong error={remove.error} />
      <Button look="plain" isDisabled={remove.isPending} onPress={() => setIsAsking(true)}>
        {remove.isPending ? PARTNER.deleting : PARTNER.delete}
      </Button>
      {isAsking ? (
        <ConfirmByName
          title={PARTNER.deleteTheEndUser}
          name={user.external_id}
          act={PARTNER.deleteTheEndUserTitle}
          onConfirm={() => remove.mutate()}
          onClose={() => setIsAsking(false)}
        >
          {PARTNER.itsBotsAreStopped(user.bots_count)}
        </ConfirmByName>
      ) : null}
    </>
  );
}
