// A new bot of an end user: the settings, the chart and the plan that bots of one's own accounts
// have.

import type { EndUser, MarketType, PartnerStrategy } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import {
  endUserBalanceQuery,
  endUserQuery,
  offeredExchangesQuery,
  offeredMarketsQuery,
} from '../../api/partner-queries.ts';
import { strategiesQuery } from '../../api/strategy-queries.ts';
import type { StrategyAddress } from '../../app/strategy-address.ts';
import { useGo } from '../../app/use-go.ts';
import { MarketChoice } from '../../parts/market-choice.tsx';
import { useMarket } from '../../parts/market-name.ts';
import { Loaded, whatKeeps } from '../../parts/states.tsx';
import { Choice, Panel } from '../../parts/widgets.tsx';
import { PreparedForm } from '../strategy-bots/prepared-form.tsx';
import { PARTNER } from '../../words/partner.ts';
import { served } from '../../words/served.ts';

export function NewPartnerBotPage() {
  const { userId } = useParams({ from: '/inside/partner/users/$userId/new-bot' });
  const user = useQuery(endUserQuery(userId));
  return (
    <div className="page page-wide">
      <Loaded query={user} lines={6} isPage>
        {(of) => (
          <>
            <header className="page-head">
              <div>
                <p className="crumb">
                  <Link to="/partner">{PARTNER.partner}</Link> /{' '}
                  <Link to="/partner/users/$userId" params={{ userId }}>
                    {of.external_id}
                  </Link>{' '}
                  {PARTNER.newBot}
                </p>
                <h1>{PARTNER.botFor(of.external_id)}</h1>
                <p>{PARTNER.aGridAveragingOr}</p>
              </div>
              {of.is_simulated ? (
                <div className="actions">
                  <span className="tag tag-accent">{PARTNER.playMoney}</span>
                </div>
              ) : null}
            </header>
            <Chosen user={of} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function Chosen({ user }: { readonly user: EndUser }) {
  const strategies = useQuery(strategiesQuery);
  const exchanges = useQuery(offeredExchangesQuery);
  const offered = useQuery(offeredMarketsQuery(user.exchange));
  const types = exchanges.data?.data.find(({ exchange }) => exchange === user.exchange)
    ?.market_types ?? ['spot'];
  const possible = (strategies.data?.data ?? []).filter(({ type }) =>
    types.some((of) => isOn(type, of)),
  );
  const retained = useSearch({ from: '/inside/partner/users/$userId/new-bot' });
  const go = useGo({ from: '/partner/users/$userId/new-bot' });
  const keep = (next: StrategyAddress): void => {
    void go({ search: (before) => ({ ...before, ...next }), replace: true });
  };
  const begin = (next: StrategyAddress): void => {
    const { strategy: type, market: tag } = retained;
    const where = {
      ...(type === undefined ? {} : { strategy: type }),
      ...(tag === undefined ? {} : { market: tag }),
    };
    void go({ search: { ...where, ...next }, replace: true });
  };
  const marketTag = retained.market ?? '';
  const strategy = possible.find(({ type }) => type === retained.strategy) ?? possible[0];
  const marketType =
    types.find((of) => strategy !== undefined && isOn(strategy.type, of)) ?? 'spot';
  const market = useMarket(marketTag, user.exchange);
  const balance = useQuery(endUserBalanceQuery({ user_id: user.user_id, market_type: marketType }));
  const head = (
    <Panel title={PARTNER.whatItTrades}>
      <div className="panel-body stack">
        <Choice
          label={PARTNER.strategy}
          value={strategy?.type ?? ''}
          choices={possible.map((of) => [of.type, served(of.name)])}
          onChange={(type) => begin({ strategy: type })}
        />
        <MarketChoice
          account={{ exchange: user.exchange, market_type: marketType }}
          offered={offered.data}
          value={marketTag}
          onChange={(tag) => (marketTag === '' ? keep : begin)({ market: tag })}
        />
        <p className="hint">{served(strategy?.description ?? '')}.</p>
      </div>
    </Panel>
  );
  const held = whatKeeps([strategies, exchanges, offered], { lines: 6 });
  if (held !== null) return held;
  if (strategy === undefined || market === null) return head;
  return (
    <PreparedForm
      key={`${strategy.type} ${marketTag}`}
      owner={{ endUserId: user.user_id }}
      strategy={strategy}
      market={market}
      head={head}
      balance={balance}
      retained={retained}
      onKeep={keep}
    />
  );
}

/** A signal bot trades either kind, and the first that there is. */
function isOn(type: PartnerStrategy['type'], marketType: MarketType): boolean {
  return type === 'webhook' || type.startsWith(`${marketType}_`);
}
