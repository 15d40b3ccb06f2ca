// What belongs to who is signed in: password and appearance.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { sessionQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { SignedIn } from '../api/wire.ts';
import type { Theme } from '../app/theme.ts';
import { applyTheme, savedTheme } from '../app/theme.ts';
import { Button } from '../parts/button.tsx';
import { explain } from '../parts/states.tsx';
import { TextInput } from '../parts/text-input.tsx';
import { Panel, Segments, Time } from '../parts/widgets.tsx';

const THEME_NAMES = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

const ROLE_NAMES = { owner: 'Owner', trader: 'Trader', read_only: 'Read only' } as const;

export function SettingsPage() {
  const { data: session } = useQuery(sessionQuery);
  const client = useQueryClient();
  const [theme, setTheme] = useState<Theme>(savedTheme);
  const change = (next: Theme): void => {
    applyTheme(next);
    setTheme(next);
  };
  const signOut = async (): Promise<void> => {
    await request('POST', '/auth/sign-out', {});
    client.clear();
    location.assign('/sign-in');
  };
  return (
    <div className="page">
      <header className="page-head">
        <h1>Settings</h1>
      </header>
      <div className="grid-2">
        <div className="stack">
          <Panel title="You">
            <dl className="panel-body stack">
              <div>
                <dt className="hint">Name</dt>
                <dd>{session?.user_name}</dd>
              </div>
              <div>
                <dt className="hint">Role</dt>
                <dd>
                  {session === undefined || session === null ? '–' : ROLE_NAMES[session.role]}
                </dd>
              </div>
              <div>
                <dt className="hint">This session ends</dt>
                <dd>
                  <Time at={session?.ends_at ?? null} /> if you leave it alone
                </dd>
              </div>
            </dl>
            <div className="panel-body">
              <Button onPress={() => void signOut()}>Sign out</Button>
            </div>
          </Panel>
          <Panel title="Appearance">
            <div className="panel-body">
              <Segments label="Appearance" value={theme} choices={THEME_NAMES} onChange={change} />
            </div>
          </Panel>
        </div>
        <Panel title="Password">
          <PasswordForm />
        </Panel>
      </div>
    </div>
  );
}

function PasswordForm() {
  const client = useQueryClient();
  const [former, setFormer] = useState('');
  const [password, setPassword] = useState('');
  const change = useMutation({
    mutationFn: () =>
      request<SignedIn>('POST', '/auth/password', { former_password: former, password }),
    onSuccess(session) {
      client.setQueryData(sessionQuery.queryKey, session);
      setFormer('');
      setPassword('');
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <form className="panel-body stack" onSubmit={submit}>
      {change.isError ? (
        <p className="notice notice-wrong" role="alert">
          {explain(change.error)}
        </p>
      ) : null}
      {change.isSuccess ? (
        <p className="notice notice-good" role="status">
          The password is changed. All other browsers are signed out.
        </p>
      ) : null}
      <TextInput
        label="Present password"
        type="password"
        value={former}
        onChange={setFormer}
        autoComplete="current-password"
      />
      <TextInput
        label="New password"
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        hint="At least 10 characters. All other browsers are signed out."
      />
      <Button type="submit" isDisabled={change.isPending || former === '' || password.length < 10}>
        Change password
      </Button>
    </form>
  );
}
