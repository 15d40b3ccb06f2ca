// A new password. All other browsers are signed out with it.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { sessionQuery } from '../../api/session-query.ts';
import { ownAccess } from '../../api/sign-in.ts';
import { Button } from '../../parts/button.tsx';
import { Done, Wrong } from '../../parts/notice.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { Panel } from '../../parts/widgets.tsx';
import { SETTINGS } from '../../words/settings.ts';

const CHARACTERS_MIN = 10;

export function PasswordPanel() {
  const client = useQueryClient();
  const [former, setFormer] = useState('');
  const [password, setPassword] = useState('');
  const change = useMutation({
    mutationFn: () => ownAccess.setPassword(password, former),
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
  const isShort = password !== '' && password.length < CHARACTERS_MIN;
  return (
    <Panel title={SETTINGS.password}>
      <form className="panel-body stack" onSubmit={submit}>
        <Wrong error={change.error} />
        {change.isSuccess ? <Done>{SETTINGS.thePasswordIsChanged}</Done> : null}
        <TextInput
          label={SETTINGS.currentPassword}
          type="password"
          value={former}
          onChange={setFormer}
          autoComplete="current-password"
        />
        <TextInput
          label={SETTINGS.newPassword}
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="new-password"
          hint={SETTINGS.atLeast10Characters}
          wrong={isShort ? SETTINGS.atLeastCharactersNow(CHARACTERS_MIN, password.length) : null}
        />
        <div>
          <Button
            type="submit"
            isDisabled={change.isPending || former === '' || password.length < CHARACTERS_MIN}
          >
            {change.isPending ? SETTINGS.changing : SETTINGS.changePassword}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
