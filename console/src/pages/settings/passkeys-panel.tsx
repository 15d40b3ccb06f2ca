// Passkeys: key pairs in one's devices, which sign in without a name and a password.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { factorsQuery, hasPasskeys, ownAccess } from '../../api/sign-in.ts';
import type { PasskeyRow } from '../../api/wire.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm, DialogFrame } from '../../parts/confirm.tsx';
import { Wrong } from '../../parts/notice.tsx';
import { useProof } from '../../parts/proof.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { Panel, Time } from '../../parts/widgets.tsx';

const LOCAL = `http://localhost:${location.port}`;

export function PasskeysPanel() {
  const factors = useQuery(factorsQuery);
  const client = useQueryClient();
  const { guard, prove } = useProof();
  const [isAdding, setIsAdding] = useState(false);
  const [removed, setRemoved] = useState<PasskeyRow | null>(null);
  const remove = useMutation({
    mutationFn: ownAccess.removePasskey,
    onSuccess: () => client.invalidateQueries({ queryKey: factorsQuery.queryKey }),
  });
  const add = (
    <Button isSmall onPress={() => guard(() => setIsAdding(true))}>
      Add a passkey
    </Button>
  );
  return (
    <Panel title="Passkeys" side={hasPasskeys() ? add : null}>
      <Wrong error={remove.error} />
      <Loaded query={factors} lines={2}>
        {({ passkeys }) =>
          passkeys.length === 0 ? (
            <Empty title="No passkeys">
              {hasPasskeys()
                ? 'A passkey in your phone, computer or security key signs you in with a  ' +
                  'finger, a face or a PIN.'
                : `A passkey needs an address with a name, and TLS. On the machine itself, open ${LOCAL}.`}
            </Empty>
          ) : (
            <PasskeyTable
              passkeys={passkeys}
              onRemove={(passkey) => guard(() => setRemoved(passkey))}
            />
          )
        }
      </Loaded>
      {prove}
      {isAdding ? <AddDialog onClose={() => setIsAdding(false)} /> : null}
      {removed === null ? null : (
        <Confirm
          title={`Remove ${removed.name}?`}
          act="Remove the passkey"
          onConfirm={() => remove.mutate(removed.passkey_id)}
          onClose={() => setRemoved(null)}
        >
          You can no longer sign in with it. The device may still offer it until you remove it there
          too.
        </Confirm>
      )}
    </Panel>
  );
}

type TableProps = {
  readonly passkeys: readonly PasskeyRow[];
  readonly onRemove: (passkey: PasskeyRow) => void;
};

function PasskeyTable({ passkeys, onRemove }: TableProps) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th>Passkey</th>
          <th className="right wide-only">Last used</th>
          <th>
            <span className="unseen">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {passkeys.map((passkey) => (
          <tr key={passkey.passkey_id}>
            <td>
              {passkey.name}
              <div className="faint">
                {passkey.host} · made <Time at={passkey.created_at} />
              </div>
            </td>
            <td className="right wide-only soft">
              <Time at={passkey.last_used_at} ago />
            </td>
            <td className="right">
              <Button isSmall onPress={() => onRemove(passkey)}>
                Remove<span className="unseen"> {passkey.name}</span>
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const make = useMutation({
    mutationFn: () => ownAccess.makePasskey(name.trim()),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: factorsQuery.queryKey });
      onClose();
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <DialogFrame title="Add a passkey" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Wrong error={make.error} />
        <TextInput
          label="Name"
          value={name}
          onChange={setName}
          hint="A name you will recognise, such as the device it is in."
          isFirst
        />
        <div className="dialog-foot">
          <Button onPress={onClose}>Cancel</Button>
          <Button look="main" type="submit" isDisabled={make.isPending || name.trim() === ''}>
            {make.isPending ? 'Waiting for the device…' : 'Continue'}
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
}
