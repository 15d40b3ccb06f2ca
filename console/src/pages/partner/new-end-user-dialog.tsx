// Makes an end user at one of the exchanges that are enabled for the partner: with play money, or
// with a key of the customer.

import type { EndUser, Exchange } from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { offeredExchangesQuery } from '../../api/partner-queries.ts';
import { Button } from '../../parts/button.tsx';
import { DialogFrame } from '../../parts/confirm.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Refusals } from '../../parts/refusals.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { Choice } from '../../parts/widgets.tsx';
import { CredentialFields, useCredentialEntry } from '../accounts/credential-fields.tsx';
import { PARTNER } from '../../words/partner.ts';

type Props = { readonly onClose: () => void; readonly onMade: (user: EndUser) => void };

export function NewEndUserDialog({ onClose, onMade }: Props) {
  const exchanges = useQuery(offeredExchangesQuery);
  return (
    <DialogFrame title={PARTNER.newEndUser} onClose={onClose}>
      <Loaded query={exchanges}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={PARTNER.noExchangeIsEnabled}>
              {PARTNER.anOperatorEnablesOne} <code>tidemill partners enable-exchange</code>.
            </Empty>
          ) : (
            <EndUserForm exchanges={data} onClose={onClose} onMade={onMade} />
          )
        }
      </Loaded>
    </DialogFrame>
  );
}

type FormProps = Props & { readonly exchanges: readonly Exchange[] };

function EndUserForm({ exchanges, onClose, onMade }: FormProps) {
  const [externalId, setExternalId] = useState('');
  const [code, setCode] = useState(exchanges[0]?.exchange ?? '');
  const client = useQueryClient();
  const fields = exchanges.find(({ exchange }) => exchange === code)?.credential_fields ?? [];
  const isSimulated = fields.length === 0;
  const entry = useCredentialEntry(fields);
  const make = useMutation({
    mutationFn: () =>
      api.partnerCreateUser({
        body: {
          external_id: externalId.trim(),
          exchange: code,
          ...(isSimulated ? {} : { credentials: entry.body }),
        },
      }),
    async onSuccess(user) {
      await client.invalidateQueries({ queryKey: ['partner', 'users'] });
      onMade(user);
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <form className="stack" onSubmit={submit} autoComplete="off">
      <Refusals error={make.error}>
        <TextInput
          label={PARTNER.yourIdOfThe}
          field="external_id"
          value={externalId}
          onChange={setExternalId}
          hint={PARTNER.asYourOwnSystems}
          isFirst
        />
        <Choice
          label={PARTNER.exchange}
          value={code}
          choices={exchanges.map((of) => [of.exchange, of.name])}
          onChange={setCode}
        />
        {isSimulated ? (
          <p className="hint">{PARTNER.itBeginsWithPlay}</p>
        ) : (
          <>
            <p className="hint">{PARTNER.theKeyMayRead}</p>
            <CredentialFields entry={entry} within="credentials/" />
          </>
        )}
        <div className="dialog-foot">
          <Button onPress={onClose}>{PARTNER.cancel}</Button>
          <Button
            look="main"
            type="submit"
            isDisabled={
              make.isPending || externalId.trim() === '' || (!isSimulated && !entry.isComplete)
            }
          >
            {make.isPending ? PARTNER.making : PARTNER.makeTheEndUser}
          </Button>
        </div>
      </Refusals>
    </form>
  );
}
