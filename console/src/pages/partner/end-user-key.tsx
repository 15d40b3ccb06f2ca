// Key of an end user: its state at the exchange, and a new key in its place.

import type { EndUser, EndUserCredentials } from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { api } from '../../api/api.ts';
import { endUserCredentialsQuery, offeredExchangesQuery } from '../../api/partner-queries.ts';
import { Button } from '../../parts/button.tsx';
import { Done } from '../../parts/notice.tsx';
import { Refusals } from '../../parts/refusals.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Time } from '../../parts/widgets.tsx';
import { CredentialFields, useCredentialEntry } from '../accounts/credential-fields.tsx';
import { PARTNER } from '../../words/partner.ts';

type OfUser = { readonly user: EndUser };

const STATES = {
  connected: [PARTNER.accepted, 'tag tag-rise'],
  read_only: [PARTNER.mayNotTrade, 'tag tag-warn'],
  invalid_credentials: [PARTNER.refused, 'tag tag-fall'],
  disabled: [PARTNER.disabled, 'tag'],
  unknown: [PARTNER.notCheckedYet, 'tag tag-warn'],
} as const satisfies Record<EndUserCredentials['status'], readonly [string, string]>;

export function EndUserKey({ user }: OfUser) {
  const credentials = useQuery(endUserCredentialsQuery(user.user_id));
  return (
    <>
      <Loaded query={credentials}>
        {({ data }) => (
          <ul className="items">
            {data.map(({ market_type: type, status, credentials: key }) => {
              const [word, look] = STATES[status];
              return (
                <li key={type} className="item">
                  <div className="item-main">
                    <div className="item-title">
                      <strong>{type === 'spot' ? PARTNER.spot : PARTNER.futures}</strong>
                      <span className={look}>{word}</span>
                    </div>
                    {key === null ? (
                      <p className="hint">{PARTNER.noKey}</p>
                    ) : (
                      <>
                        <p className="hint">
                          {PARTNER.theKeyThatEnds} {key.hint || '…'}
                          {PARTNER.checked} <Time at={key.checked_at} ago />
                        </p>
                        {key.refusal === null ? null : <p className="wrong">{key.refusal}</p>}
                        {key.warnings.length === 0 ? null : (
                          <p className="hint">
                            {key.warnings.map((of) => of.replaceAll('_', ' ')).join(', ')}
                          </p>
                        )}
                      </>
                    )}
                  </div>
                </li>
              );
            })}
          </ul>
        )}
      </Loaded>
      <ReplaceKey user={user} />
    </>
  );
}

function ReplaceKey({ user }: OfUser) {
  const { data: exchanges } = useQuery(offeredExchangesQuery);
  const exchange = exchanges?.data.find((of) => of.exchange === user.exchange);
  const entry = useCredentialEntry(exchange?.credential_fields ?? []);
  const client = useQueryClient();
  const replace = useMutation({
    mutationFn: () =>
      api.partnerRotateUserCredentials({
        user_id: user.user_id,
        body: entry.body,
      }),
    async onSuccess() {
      entry.clear();
      await client.invalidateQueries({ queryKey: ['partner', 'credentials', user.user_id] });
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    replace.mutate();
  };
  const isComplete = exchange !== undefined && entry.isComplete;
  return (
    <form className="panel-body stack" onSubmit={submit} autoComplete="off">
      <p className="hint">{PARTNER.anotherKeyOfThe}</p>
      {replace.isSuccess ? <Done>{PARTNER.theNewKeyIs}</Done> : null}
      <Refusals error={replace.error}>
        <CredentialFields entry={entry} within="" />
      </Refusals>
      <div className="actions">
        <Button type="submit" isDisabled={replace.isPending || !isComplete}>
          {replace.isPending ? PARTNER.askingTheExchange : PARTNER.replaceTheKey}
        </Button>
      </div>
    </form>
  );
}
