// Passkeys: key pairs in one's devices, which sign in without a name and a password.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { factorsQuery, hasPasskeys, ownAccess } from '../../api/sign-in.ts';
import type { PasskeyRow } from '../../api/wire.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm, DialogFrame } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Wrong } from '../../parts/notice.tsx';
import { useProof } from '../../parts/proof.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { Panel, Time } from '../../parts/widgets.tsx';
import { SETTINGS } from '../../words/settings.ts';

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
      {SETTINGS.addAPasskey}
    </Button>
  );
  return (
    <Panel title={SETTINGS.passkeys} side={hasPasskeys() ? add : null}>
      <Wrong error={remove.error} />
      <Loaded query={factors} lines={2}>
        {({ passkeys }) =>
          passkeys.length === 0 ? (
            <Empty title={SETTINGS.noPasskeys}>
              {hasPasskeys() ? SETTINGS.aPasskeyInYour : SETTINGS.aPasskeyNeedsAn(LOCAL)}
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
          title={SETTINGS.removeTitle(removed.name)}
          act={SETTINGS.removeThePasskey}
          onConfirm={() => remove.mutate(removed.passkey_id)}
          onClose={() => setRemoved(null)}
        >
          {SETTINGS.youCanNoLonger}
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
    <DataTable rows={passkeys} keyOf={(passkey) => passkey.passkey_id}>
      {(column) => [
        column(SETTINGS.passkey, '', (passkey) => (
          <>
            {passkey.name}
            <div className="faint">
              {SETTINGS.made(passkey.host)} <Time at={passkey.created_at} />
            </div>
          </>
        )),
        column(SETTINGS.lastUsed, 'right wide-only soft', (passkey) => (
          <Time at={passkey.last_used_at} ago />
        )),
        column(SETTINGS.actions, 'acts', (passkey) => (
          <Button isSmall onPress={() => onRemove(passkey)}>
            {SETTINGS.remove}
            <span className="unseen"> {passkey.name}</span>
          </Button>
        )),
      ]}
    </DataTable>
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
    <DialogFrame title={SETTINGS.addAPasskey} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Wrong error={make.error} />
        <TextInput
          label={SETTINGS.name}
          value={name}
          onChange={setName}
          hint={SETTINGS.aNameYouWill}
          isFirst
        />
        <div className="dialog-foot">
          <Button onPress={onClose}>{SETTINGS.cancel}</Button>
          <Button look="main" type="submit" isDisabled={make.isPending || name.trim() === ''}>
            {make.isPending ? SETTINGS.waitingForTheDevice : SETTINGS.continue}
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
}
