// Where one signs in, by a one-time link or a password, and chooses a password after a link.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode, SyntheticEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { sessionQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { SignedIn } from '../api/wire.ts';
import { MARK } from '../app/mark.ts';
import { Button } from '../parts/button.tsx';
import { explain, Loading } from '../parts/states.tsx';
import { TextInput } from '../parts/text-input.tsx';

export function SignInPage() {
  const { data: session, isPending } = useQuery(sessionQuery);
  const byLink = useSignInByLink();
  const { next } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  // Who came by a link may have forgotten the password.
  const mayReplace = byLink.isSuccess && session?.may_set_password === true;
  const isDone = session?.has_password === true && !byLink.isPending && !mayReplace;
  useEffect(() => {
    if (isDone) void navigate({ to: next ?? '/', replace: true });
  }, [isDone, navigate, next]);
  if (isPending || byLink.isPending || isDone)
    return (
      <Entry>
        <div className="entry-form">
          <Loading lines={3} />
        </div>
      </Entry>
    );
  return (
    <Entry>
      {session === null || session === undefined ? (
        <SignInForm linkError={byLink.error} />
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

/** What follows the `#` is used once and taken out of the address at once. */
function useSignInByLink() {
  const remember = useRememberSession();
  const mutation = useMutation({
    mutationFn: (link: string) => request<SignedIn>('POST', '/auth/link', { link }),
    onSuccess: remember,
  });
  const isBegun = useRef(false);
  useEffect(() => {
    const [, link] = /^#link=(\w+)$/.exec(location.hash) ?? [];
    if (link === undefined || isBegun.current) return;
    isBegun.current = true;
    history.replaceState(history.state, '', location.pathname + location.search);
    mutation.mutate(link);
  });
  return mutation;
}

function useRememberSession() {
  const client = useQueryClient();
  return (session: SignedIn): void => {
    client.setQueryData(sessionQuery.queryKey, session);
  };
}

function SignInForm({ linkError }: { readonly linkError: Error | null }) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const remember = useRememberSession();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      request<SignedIn>('POST', '/auth/sign-in', { user_name: name.trim(), password }),
    onSuccess: remember,
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (name.trim() !== '' && password !== '') mutate();
  };
  const shown = error ?? linkError;
  return (
    <form className="entry-form" onSubmit={submit}>
      <h1>Sign in</h1>
      {shown === null ? null : (
        <p className="notice notice-wrong" role="alert">
          {explain(shown)}
        </p>
      )}
      <TextInput label="Name" value={name} onChange={setName} autoComplete="username" isFirst />
      <TextInput
        label="Password"
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
      />
      <Button look="main" type="submit" isDisabled={isPending}>
        {isPending ? 'Signing in…' : 'Sign in'}
      </Button>
      <p className="hint">
        First time here, or no password? On the machine,{' '}
        <code>bin/tidemill users sign-in-link NAME</code> prints a link that works once.
      </p>
    </form>
  );
}

const PASSWORD_CHARACTERS_MIN = 10;

function PasswordForm({ session }: { readonly session: SignedIn }) {
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const remember = useRememberSession();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => request<SignedIn>('POST', '/auth/password', { password }),
    onSuccess: remember,
  });
  const isOther = repeated !== '' && repeated !== password;
  const isFit = password.length >= PASSWORD_CHARACTERS_MIN && repeated === password;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (isFit) mutate();
  };
  return (
    <form className="entry-form" onSubmit={submit}>
      <h1>Choose a password</h1>
      <p className="soft">
        You are signed in as <strong>{session.user_name}</strong>. The link works once, so next time
        you sign in with this password.
      </p>
      {error === null ? null : (
        <p className="notice notice-wrong" role="alert">
          {explain(error)}
        </p>
      )}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={session.user_name}
        readOnly
        hidden
      />
      <TextInput
        label="Password"
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        hint={`At least ${PASSWORD_CHARACTERS_MIN} characters. A few words are good.`}
        isFirst
      />
      <TextInput
        label="Once more"
        type="password"
        value={repeated}
        onChange={setRepeated}
        autoComplete="new-password"
        wrong={isOther ? 'This is not the same.' : null}
      />
      <Button look="main" type="submit" isDisabled={isPending || !isFit}>
        {isPending ? 'Saving…' : 'Save and go on'}
      </Button>
      {session.has_password ? (
        <Link className="hint" to="/">
          Keep the former password
        </Link>
      ) : null}
    </form>
  );
}
