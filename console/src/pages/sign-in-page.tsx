// Sign-in page: by a one-time link, a password and a code, or a passkey; and where a password is
// chosen after a link.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode, SyntheticEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { sessionQuery } from '../api/session-query.ts';
import type { SignInOutcome } from '../api/sign-in.ts';
import { hasPasskeys, ownAccess, signIn } from '../api/sign-in.ts';
import type { SignedIn } from '../api/wire.ts';
import { MARK } from '../app/mark.ts';
import { useGo } from '../app/use-go.ts';
import { Button } from '../parts/button.tsx';
import { Wrong } from '../parts/notice.tsx';
import { Loading } from '../parts/states.tsx';
import { TextInput } from '../parts/text-input.tsx';
import { ENTRY } from '../words/entry.ts';

export function SignInPage() {
  const { data: session, isPending } = useQuery(sessionQuery);
  const [ticket, setTicket] = useState<string | null>(null);
  const enter = useEnter(setTicket);
  const byLink = useSignInByLink(enter);
  const { next } = useSearch({ from: '/sign-in' });
  const go = useGo();
  // Who came by a link may have forgotten the password.
  const mayReplace = byLink.isSuccess && session?.may_set_password === true;
  const isDone = session?.has_password === true && !byLink.isPending && !mayReplace;
  useEffect(() => {
    if (isDone) void go({ to: next ?? '/', replace: true });
  }, [isDone, go, next]);
  if (isPending || byLink.isPending || isDone)
    return (
      <Entry>
        <div className="entry-form">
          <Loading lines={3} />
        </div>
      </Entry>
    );
  if (ticket !== null && (session ?? null) === null)
    return (
      <Entry>
        <CodeForm ticket={ticket} onEnter={enter} onBack={() => setTicket(null)} />
      </Entry>
    );
  return (
    <Entry>
      {session === null || session === undefined ? (
        <SignInForm linkError={byLink.error} onEnter={enter} />
      ) : (
        <PasswordForm session={session} />
      )}
    </Entry>
  );
}

function Entry({ children }: { readonly children: ReactNode }) {
  return (
    <main className="entry">
      <div className="entry-card">
        <div className="entry-brand">
          <img src={MARK} alt="" />
          Tidemill
        </div>
        {children}
      </div>
    </main>
  );
}

type Enter = (entered: SignInOutcome) => Promise<void>;

/** Signed in, or a step further. */
function useEnter(onTicket: (ticket: string) => void): Enter {
  const client = useQueryClient();
  return async (entered) => {
    if ('needs' in entered) return onTicket(entered.ticket);
    // A reply to who asked before, that nobody is signed in, must not come after this.
    await client.cancelQueries({ queryKey: sessionQuery.queryKey, exact: true });
    client.setQueryData(sessionQuery.queryKey, entered);
  };
}

/** What follows the `#` is used once and taken out of the address at once. */
function useSignInByLink(onEnter: Enter) {
  const mutation = useMutation({ mutationFn: signIn.byLink, onSuccess: onEnter });
  const enter = useRef(mutation.mutate);
  useEffect(() => {
    enter.current = mutation.mutate;
  });
  useEffect(() => {
    const take = (): void => {
      const [, link] = /^#link=(\w+)$/.exec(location.hash) ?? [];
      if (link === undefined) return;
      history.replaceState(history.state, '', location.pathname + location.search);
      enter.current(link);
    };
    take();
    // Pasted into the address of the page that is open already: nothing else changes then.
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return mutation;
}

type SignInFormProps = { readonly linkError: Error | null; readonly onEnter: Enter };

function SignInForm({ linkError, onEnter }: SignInFormProps) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const byPassword = useMutation({
    mutationFn: () => signIn.byPassword(name.trim(), password),
    onSuccess: onEnter,
  });
  const byPasskey = useMutation({ mutationFn: () => signIn.byPasskey(), onSuccess: onEnter });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    byPasskey.reset();
    if (name.trim() !== '' && password !== '') byPassword.mutate();
  };
  return (
    <form className="entry-form" onSubmit={submit}>
      <h1>{ENTRY.signIn}</h1>
      <Wrong error={byPasskey.error ?? byPassword.error ?? linkError} />
      <TextInput
        label={ENTRY.name}
        value={name}
        onChange={setName}
        autoComplete="username"
        isFirst
      />
      <TextInput
        label={ENTRY.passwordTitle}
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
      />
      <Button look="main" type="submit" isDisabled={byPassword.isPending}>
        {byPassword.isPending ? ENTRY.signingIn : ENTRY.signIn}
      </Button>
      {hasPasskeys() ? (
        <>
          <div className="entry-or" aria-hidden="true">
            {ENTRY.or}
          </div>
          <Button isDisabled={byPasskey.isPending} onPress={() => byPasskey.mutate()}>
            {byPasskey.isPending ? ENTRY.waitingForThePasskey : ENTRY.signInWithA}
          </Button>
        </>
      ) : null}
      <p className="hint">
        {ENTRY.firstTimeHereOr} <code>bin/tidemill users sign-in-link NAME</code>{' '}
        {ENTRY.printsALinkThat}
      </p>
    </form>
  );
}

type CodeFormProps = {
  readonly ticket: string;
  readonly onEnter: Enter;
  readonly onBack: () => void;
};

function CodeForm({ ticket, onEnter, onBack }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [isRecovery, setIsRecovery] = useState(false);
  const byCode = useMutation({
    mutationFn: () => signIn.byCode(ticket, code),
    onSuccess: onEnter,
    onError: () => setCode(''),
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (code !== '') byCode.mutate();
  };
  return (
    <form className="entry-form" onSubmit={submit}>
      <h1>{isRecovery ? ENTRY.recoveryCode : ENTRY.secondStep}</h1>
      <p className="soft">{isRecovery ? ENTRY.oneOfTheCodes : ENTRY.openYourAuthenticatorApp}</p>
      <Wrong error={byCode.error} />
      <TextInput
        key={String(isRecovery)}
        label={isRecovery ? ENTRY.recoveryCode : ENTRY.code}
        value={code}
        onChange={setCode}
        autoComplete="one-time-code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        isFirst
      />
      <Button look="main" type="submit" isDisabled={byCode.isPending || code === ''}>
        {byCode.isPending ? ENTRY.signingIn : ENTRY.signIn}
      </Button>
      <div className="entry-links">
        <Button look="plain" isSmall onPress={() => setIsRecovery(!isRecovery)}>
          {isRecovery ? ENTRY.withTheApp : ENTRY.byRecoveryCode}
        </Button>
        <Button look="plain" isSmall onPress={onBack}>
          {ENTRY.back}
        </Button>
      </div>
    </form>
  );
}

const PASSWORD_CHARACTERS_MIN = 10;

function PasswordForm({ session }: { readonly session: SignedIn }) {
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => ownAccess.setPassword(password, ''),
    onSuccess: (signedIn) => client.setQueryData(sessionQuery.queryKey, signedIn),
  });
  const isOther = repeated !== '' && repeated !== password;
  const isFit = password.length >= PASSWORD_CHARACTERS_MIN && repeated === password;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (isFit) mutate();
  };
  return (
    <form className="entry-form" onSubmit={submit}>
      <h1>{ENTRY.chooseAPassword}</h1>
      <p className="soft">
        {ENTRY.youAreSignedIn} <strong>{session.user_name}</strong>
        {ENTRY.theLinkWorksOnce}
      </p>
      <Wrong error={error} />
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={session.user_name}
        readOnly
        hidden
      />
      <TextInput
        label={ENTRY.passwordTitle}
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        hint={ENTRY.atLeastCharactersA(PASSWORD_CHARACTERS_MIN)}
        isFirst
      />
      <TextInput
        label={ENTRY.repeatPassword}
        type="password"
        value={repeated}
        onChange={setRepeated}
        autoComplete="new-password"
        wrong={isOther ? ENTRY.thePasswordsDoNot : null}
      />
      <Button look="main" type="submit" isDisabled={isPending || !isFit}>
        {isPending ? ENTRY.saving : ENTRY.saveAndContinue}
      </Button>
      {session.has_password ? (
        <Link className="hint" to="/">
          {ENTRY.keepTheCurrentPassword}
        </Link>
      ) : null}
    </form>
  );
}
