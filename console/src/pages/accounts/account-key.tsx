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
          {check.isPending ? 'Asking the exchange…' : 'Check again'}
        </Button>
        <Button onPress={() => setIsRotating(true)}>Replace the key</Button>
        <Button look="danger" onPress={() => setIsRemoving(true)}>
          Disconnect
        </Button>
      </div>
      {isRotating ? <RotateDialog account={account} onClose={() => setIsRotating(false)} /> : null}
      {isRemoving ? (
        <ConfirmByName
          title="Disconnect the account?"
          name={account.name}
          act="Disconnect"
          onConfirm={() => remove.mutate()}
          onClose={() => setIsRemoving(false)}
        >
          Its bots are stopped and its key is deleted here. Orders and positions stay at the
          exchange, where nobody here can follow them: cancel and close them before.
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
    <DialogFrame title={`Replace the key of ${account.name}`} onClose={onClose}>
      <form className="stack" onSubmit={submit} autoComplete="off">
        <p className="soft">
          The new one is checked first and must be of the same account. The former one is retained
          for a day.
        </p>
        <Refusals error={rotate.error}>
          <CredentialFields entry={entry} within="" isFirst />
        </Refusals>
        <div className="dialog-foot">
          <Button onPress={onClose}>Cancel</Button>
          <Button look="main" type="submit" isDisabled={rotate.isPending || !isComplete}>
            {rotate.isPending ? 'Checking…' : 'Check and replace'}
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
}
