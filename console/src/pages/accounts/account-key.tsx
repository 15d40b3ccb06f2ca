// The key of an account: what it may do, a new check, another key, and the end of the connection.

import type { Account } from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { exchangesQuery } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmByName } from '../../parts/confirm-by-name.tsx';
import { DialogFrame } from '../../parts/confirm.tsx';
import { explain } from '../../parts/states.tsx';
import { Refusals } from '../../parts/refusals.tsx';
import { CredentialFields, useCredentialEntry } from './credential-fields.tsx';
import { KeyReport } from './key-report.tsx';
import { ACCOUNTS } from '../../words/accounts.ts';

type Props = { readonly account: Account };

export function AccountKey({ account }: Props) {
  const { account_id: accountId, credentials } = account;
  const client = useQueryClient();
  const [isRotating, setIsRotating] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const onSettled = () => client.invalidateQueries({ queryKey: ['accounts'] });
  const check = useMutation({
    mutationFn: () => api.checkAccount({ account_id: accountId }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: () => api.removeAccountCredentials({ account_id: accountId }),
    onSettled,
  });
  const failed = check.error ?? remove.error;
  return (
    <div className="panel-body stack">
      {failed === null ? null : (
        <p className="notice notice-wrong" role="alert">
          {explain(failed)}
        </p>
      )}
      {credentials === null ? null : <KeyReport credentials={credentials} />}
      <div className="actions">
        <Button isDisabled={check.isPending} onPress={() => check.mutate()}>
          {check.isPending ? ACCOUNTS.askingTheExchange : ACCOUNTS.checkAgain}
        </Button>
        <Button onPress={() => setIsRotating(true)}>{ACCOUNTS.replaceTheKey}</Button>
        <Button look="danger" onPress={() => setIsRemoving(true)}>
          {ACCOUNTS.disconnect}
        </Button>
      </div>
      {isRotating ? <RotateDialog account={account} onClose={() => setIsRotating(false)} /> : null}
      {isRemoving ? (
        <ConfirmByName
          title={ACCOUNTS.disconnectTheAccount}
          name={account.name}
          act={ACCOUNTS.disconnect}
          onConfirm={() => remove.mutate()}
          onClose={() => setIsRemoving(false)}
        >
          {ACCOUNTS.itsBotsAreStopped}
        </ConfirmByName>
      ) : null}
    </div>
  );
}

type DialogProps = Props & { readonly onClose: () => void };

function RotateDialog({ account, onClose }: DialogProps) {
  const client = useQueryClient();
  const exchanges = useQuery(exchangesQuery);
  const exchange = exchanges.data?.data.find((each) => each.exchange === account.exchange);
  const entry = useCredentialEntry(exchange?.credential_fields ?? []);
  const rotate = useMutation({
    mutationFn: () =>
      api.rotateAccountCredentials({
        account_id: account.account_id,
        body: entry.body,
      }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: ['accounts'] });
      onClose();
    },
  });
  const isComplete = exchange !== undefined && entry.isComplete;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    rotate.mutate();
  };
  return (
    <DialogFrame title={ACCOUNTS.replaceTheKeyOf(account.name)} onClose={onClose}>
      <form className="stack" onSubmit={submit} autoComplete="off">
        <p className="soft">{ACCOUNTS.theNewOneIs}</p>
        <Refusals error={rotate.error}>
          <CredentialFields entry={entry} within="" isFirst />
        </Refusals>
        <div className="dialog-foot">
          <Button onPress={onClose}>{ACCOUNTS.cancel}</Button>
          <Button look="main" type="submit" isDisabled={rotate.isPending || !isComplete}>
            {rotate.isPending ? ACCOUNTS.checking : ACCOUNTS.checkAndReplace}
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
}
