// Before what lets others in: whoever asks proves to be there, where the last proof is too old.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode, SyntheticEvent } from 'react';
import { useState } from 'react';
import { sessionQuery } from '../api/session-query.ts';
import { ownAccess } from '../api/sign-in.ts';
import { Button } from './button.tsx';
import { DialogFrame } from './confirm.tsx';
import { Wrong } from './notice.tsx';
import { TextInput } from './text-input.tsx';
import { PEOPLE } from '../words/people.ts';

/** A proof that ends while one types is none. */
const MARGIN_MS = 60_000;

type GuardedAct = { readonly act: () => void };

/** `guard(act)` acts at once, or after a proof; `prove` belongs somewhere in the page. */
export function useProof(): {
  readonly guard: (act: () => void) => void;
  readonly prove: ReactNode;
} {
  const { data: session } = useQuery(sessionQuery);
  const [guarded, setGuarded] = useState<GuardedAct | null>(null);
  const guard = (act: () => void): void => {
    const until = Date.parse(session?.confirmed_until ?? '');
    if (until > Date.now() + MARGIN_MS) act();
    else setGuarded({ act });
  };
  const close = (): void => setGuarded(null);
  return { guard, prove: guarded === null ? null : <Prove act={guarded.act} onClose={close} /> };
}

const TEXTS = {
  code: [PEOPLE.codeOfYourApp, 'one-time-code'],
  password: [PEOPLE.passwordTitle, 'current-password'],
} as const;

type ProveProps = GuardedAct & { readonly onClose: () => void };

/** Dialog that takes the proof; `act` is called once it was accepted. */
export function Prove({ act, onClose }: ProveProps) {
  const { data: session } = useQuery(sessionQuery);
  const client = useQueryClient();
  const [secret, setSecret] = useState('');
  const confirm = useMutation({
    mutationFn: () => ownAccess.confirm(secret),
    onSuccess(confirmed) {
      client.setQueryData(sessionQuery.queryKey, confirmed);
      act();
      onClose();
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    confirm.mutate();
  };
  const proof = session?.proof ?? 'password';
  if (proof === 'sign_in')
    return (
      <DialogFrame title={PEOPLE.signInAgain} onClose={onClose}>
        <p className="soft">{PEOPLE.thisGrantsAccessOr}</p>
        <div className="dialog-foot">
          <Button onPress={onClose}>{PEOPLE.cancel}</Button>
          <Link className="button button-main" to="/sign-in">
            {PEOPLE.signIn}
          </Link>
        </div>
      </DialogFrame>
    );
  const [label, autoComplete] = TEXTS[proof];
  return (
    <DialogFrame title={PEOPLE.confirmItsYou} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p className="soft">{PEOPLE.thisGrantsAccessOrLifts}</p>
        <Wrong error={confirm.error} />
        <TextInput
          label={label}
          type={proof === 'password' ? 'password' : 'text'}
          value={secret}
          onChange={setSecret}
          autoComplete={autoComplete}
          isFirst
        />
        <div className="dialog-foot">
          <Button onPress={onClose}>{PEOPLE.cancel}</Button>
          <Button look="main" type="submit" isDisabled={confirm.isPending || secret === ''}>
            {PEOPLE.continue}
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
}
