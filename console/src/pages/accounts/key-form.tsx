// Name and key of an account at a real exchange: how to make the key, its fields, and the check
// that comes before anything is stored.

import type { Account, Exchange } from '@tidemill/client';
import { ApiProblemError } from '@tidemill/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { Button } from '../../parts/button.tsx';
import { Refusals } from '../../parts/refusals.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { Choice } from '../../parts/widgets.tsx';
import { CredentialFields, useCredentialEntry } from './credential-fields.tsx';

type Props = {
  readonly exchange: Exchange;
  readonly onMade: (account: Account) => void;
  readonly onBack: () => void;
};

export function KeyForm({ exchange, onMade, onBack }: Props) {
  const [name, setName] = useState(exchange.name);
  const [marketType, setMarketType] = useState(exchange.market_types[0] ?? 'spot');
  const entry = useCredentialEntry(exchange.credential_fields);
  const client = useQueryClient();
  const connect = useMutation({
    async mutationFn() {
      const made = await api.connectAccount({
        body: {
          name: name.trim(),
          exchange: exchange.exchange,
          market_type: marketType,
          credentials: entry.body,
        },
      });
      return allowBots(made);
    },
    async onSuccess(account) {
      await client.invalidateQueries({ queryKey: ['accounts'] });
      onMade(account);
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    connect.mutate();
  };
  const isComplete = name.trim() !== '' && entry.isComplete;
  return (
    <form className="stack" onSubmit={submit} autoComplete="off">
      <ol className="guide">
        <li>
          At {exchange.name}, open the page of API keys and make a new one for this service alone.
        </li>
        <li>
          Allow <b>reading</b> and <b>trading</b>. Leave out <b>withdrawals</b>: a key that may
          withdraw is refused here.
        </li>
        {exchange.credential_advice === null ? null : <li>{exchange.credential_advice}</li>}
        <li>Restrict it to the address of this service, if the exchange lets you.</li>
        <li>Copy key and secret here. They are stored sealed and are never shown again.</li>
      </ol>
      <Refusals error={connect.error}>
        <div className="row">
          <TextInput label="Name" field="name" value={name} onChange={setName} isFirst />
          {exchange.market_types.length < 2 ? null : (
            <Choice
              label="Markets"
              value={marketType}
              choices={exchange.market_types.map((type) => [type, type])}
              onChange={setMarketType}
            />
          )}
        </div>
        <CredentialFields entry={entry} within="credentials/" />
        <div className="dialog-foot">
          <Button onPress={onBack}>Back</Button>
          <Button look="main" type="submit" isDisabled={connect.isPending || !isComplete}>
            {connect.isPending ? `Asking ${exchange.name}…` : 'Check and connect'}
          </Button>
        </div>
      </Refusals>
    </form>
  );
}

/** Where an owner has to allow that, the account is there all the same. */
async function allowBots(made: Account): Promise<Account> {
  try {
    return await api.allowAccountBots({
      account_id: made.account_id,
      body: { allows_bots: true },
    });
  } catch (error) {
    if (error instanceof ApiProblemError && error.status === 403) return made;
    throw error;
  }
}
