// Makes a key, and shows it this once.

import type { CreateApiKey, NewApiKey } from '@tidemill/client';
import { useMutation } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { Button } from '../../parts/button.tsx';
import { DialogFrame } from '../../parts/confirm.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Refusals } from '../../parts/refusals.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { Choice } from '../../parts/widgets.tsx';
import { SETTINGS } from '../../words/settings.ts';

const OWN_SCOPES = [
  ['read', SETTINGS.readAccountsOrdersBots],
  ['trading', SETTINGS.placeAndCancelOrders],
  ['bots', SETTINGS.makeStartAndStop],
  ['scripts', SETTINGS.writeScripts],
  ['labs', SETTINGS.runBacktestsAndLabs],
  ['accounts', SETTINGS.connectExchangesAndChange],
  ['admin', SETTINGS.readTheAuditLog],
] as const;
type Scope = CreateApiKey['scopes'][number];
type ScopeWords = readonly (readonly [Scope, string])[];

const DAY_MS = 86_400_000;
const ENDS = [
  ['30', SETTINGS.in30Days],
  ['90', SETTINGS.in90Days],
  ['365', SETTINGS.inAYear],
  ['never', SETTINGS.neverTitle],
] as const;

type Props = {
  readonly onClose: () => void;
  readonly onMade: () => void;
  /** What it may be allowed. */
  readonly scopes?: ScopeWords;
  readonly make?: (body: CreateApiKey) => Promise<NewApiKey>;
  /** Those whom it may be restricted to, by id. */
  readonly endUsers?: readonly (readonly [id: string, name: string])[];
};

const makeOwn = ({ name, scopes, expires_at, allowed_addresses }: CreateApiKey) =>
  api.createKey({ body: { name, scopes, expires_at, allowed_addresses } });

export function NewKeyDialog(props: Props) {
  const { onClose, onMade, scopes = OWN_SCOPES, make = makeOwn, endUsers = [] } = props;
  const [made, setMade] = useState<NewApiKey | null>(null);
  if (made !== null) return <MadeKey made={made} onClose={onClose} />;
  return (
    <DialogFrame title={SETTINGS.newApiKey} onClose={onClose}>
      <KeyForm
        scopes={scopes}
        make={make}
        endUsers={endUsers}
        onClose={onClose}
        onMade={(key) => {
          setMade(key);
          onMade();
        }}
      />
    </DialogFrame>
  );
}

type FormProps = Required<Pick<Props, 'scopes' | 'make' | 'endUsers'>> & {
  readonly onClose: () => void;
  readonly onMade: (key: NewApiKey) => void;
};

function KeyForm({ scopes: offered, make: create, endUsers, onClose, onMade }: FormProps) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<ReadonlySet<Scope>>(
    new Set(offered.slice(0, 1).map(([scope]) => scope)),
  );
  const [ends, setEnds] = useState('90');
  const [addresses, setAddresses] = useState('');
  const [endUserId, setEndUserId] = useState('');
  const make = useMutation({
    mutationFn: () =>
      create({
        name: name.trim(),
        scopes: [...scopes],
        expires_at:
          ends === 'never' ? null : new Date(Date.now() + Number(ends) * DAY_MS).toISOString(),
        allowed_addresses: addresses.split(/[\s,]+/).filter(Boolean),
        user_id: endUserId === '' ? null : endUserId,
      }),
    onSuccess: onMade,
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <Refusals error={make.error}>
        <TextInput
          label={SETTINGS.name}
          field="name"
          value={name}
          onChange={setName}
          hint={SETTINGS.afterWhatUsesIt}
          isFirst
        />
        <ScopeChecks offered={offered} scopes={scopes} onChange={setScopes} />
        {endUsers.length === 0 ? null : (
          <Choice
            label={SETTINGS.itReaches}
            value={endUserId}
            choices={[['', SETTINGS.allEndUsers], ...endUsers]}
            onChange={setEndUserId}
          />
        )}
        <Choice label={SETTINGS.itEnds} value={ends} choices={ENDS} onChange={setEnds} />
        <TextInput
          label={SETTINGS.onlyFrom}
          field="allowed_addresses"
          value={addresses}
          onChange={setAddresses}
          hint={SETTINGS.addressesAndNetworksSuch}
        />
        <div className="dialog-foot">
          <Button onPress={onClose}>{SETTINGS.cancel}</Button>
          <Button
            look="main"
            type="submit"
            isDisabled={make.isPending || name.trim() === '' || scopes.size === 0}
          >
            {make.isPending ? SETTINGS.making : SETTINGS.makeTheKey}
          </Button>
        </div>
      </Refusals>
    </form>
  );
}

type ChecksProps = {
  readonly offered: FormProps['scopes'];
  readonly scopes: ReadonlySet<Scope>;
  readonly onChange: (scopes: ReadonlySet<Scope>) => void;
};

function ScopeChecks({ offered, scopes, onChange }: ChecksProps) {
  const turn = (scope: Scope, isOn: boolean): void => {
    const next = new Set(scopes);
    if (isOn) next.add(scope);
    else next.delete(scope);
    onChange(next);
  };
  return (
    <fieldset className="checks">
      <legend>{SETTINGS.itMay}</legend>
      {offered.map(([scope, text]) => (
        <label key={scope} className="check">
          <input
            type="checkbox"
            checked={scopes.has(scope)}
            onChange={(event) => turn(scope, event.target.checked)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

type MadeProps = { readonly made: NewApiKey; readonly onClose: () => void };

function MadeKey({ made, onClose }: MadeProps) {
  return (
    <DialogFrame title={SETTINGS.keepThisKeyNow} onClose={onClose}>
      <p className="soft">
        {SETTINGS.itIsNotStored} <code>Authorization: Bearer …</code>
      </p>
      <code className="secret" aria-label={`The key ${made.name}`}>
        {made.key}
      </code>
      <div className="dialog-foot">
        <CopyButton text={made.key} what={SETTINGS.theKey} />
        <Button look="main" onPress={onClose}>
          {SETTINGS.iHaveSavedIt}
        </Button>
      </div>
    </DialogFrame>
  );
}
