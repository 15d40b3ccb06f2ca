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
import { ACCOUNTS } from '../../words/accounts.ts';

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
        <li>{ACCOUNTS.atOpenThePage(exchange.name)}</li>
        <li>
          {ACCOUNTS.allow} <b>{ACCOUNTS.reading}</b> {ACCOUNTS.and} <b>{ACCOUNTS.tradingWithin}</b>
          {ACCOUNTS.leaveOut} <b>{ACCOUNTS.withdrawals}</b>
          {ACCOUNTS.aKeyThatMay}
        </li>
        {exchange.credential_rights === null ? null : (
          <li>
            {ACCOUNTS.rightsThere} {exchange.credential_rights}.
          </li>
        )}
        <RefusedModes exchange={exchange} marketType={marketType} />
        {exchange.credential_advice === null ? null : <li>{exchange.credential_advice}</li>}
        <li>{ACCOUNTS.restrictItToThe}</li>
        <li>{ACCOUNTS.copyKeyAndSecret}</li>
      </ol>
      <Refusals error={connect.error}>
        <div className="row">
          <TextInput label={ACCOUNTS.name} field="name" value={name} onChange={setName} isFirst />
          {exchange.market_types.length < 2 ? null : (
            <Choice
              label={ACCOUNTS.markets}
              value={marketType}
              choices={exchange.market_types.map((type) => [type, type])}
              onChange={setMarketType}
            />
          )}
        </div>
        <CredentialFields entry={entry} within="credentials/" />
        <div className="dialog-foot">
          <Button onPress={onBack}>{ACCOUNTS.back}</Button>
          <Button look="main" type="submit" isDisabled={connect.isPending || !isComplete}>
            {connect.isPending ? ACCOUNTS.asking(exchange.name) : ACCOUNTS.checkAndConnect}
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

type ModesProps = {
  readonly exchange: Exchange;
  readonly marketType: Account['market_type'];
};

/** Modes of accounts with which nothing of this kind can be traded. */
function RefusedModes({ exchange: { capabilities }, marketType }: ModesProps) {
  const row = capabilities.find(({ market_type: type }) => type === marketType);
  const modes = row?.account_modes ?? [];
  const refused = modes.flatMap(({ name, refusal }) => (refusal === null ? [] : [name]));
  if (refused.length === 0) return null;
  return (
    <li>
      {ACCOUNTS.takeAnAccount} <b>{refused.join(', ')}</b>
      {ACCOUNTS.itsKeysAreRefused}
    </li>
  );
}
