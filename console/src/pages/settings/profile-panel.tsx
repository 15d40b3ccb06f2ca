// Profile of the user, how the pages look, and whose work they contain.

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionQuery } from '../../api/session-query.ts';
import { useSignOut } from '../../app/sign-out.ts';
import type { Theme } from '../../app/theme.ts';
import { applyTheme, savedTheme } from '../../app/theme.ts';
import { Button } from '../../parts/button.tsx';
import { ChartNotice } from '../../parts/chart-notice.tsx';
import { ROLE_NAMES, ROLE_TEXTS } from '../../parts/role.ts';
import { Panel, Segments, Time } from '../../parts/widgets.tsx';

const THEME_NAMES = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

export function ProfilePanel() {
  const { data: session } = useQuery(sessionQuery);
  const signOut = useSignOut();
  if (session === undefined || session === null) return null;
  return (
    <Panel title="You">
      <dl className="panel-body facts">
        <div>
          <dt>Name</dt>
          <dd>{session.user_name}</dd>
        </div>
        <div>
          <dt>Role</dt>
          <dd>
            {ROLE_NAMES[session.role]}
            <p className="hint">{ROLE_TEXTS[session.role]}</p>
          </dd>
        </div>
        <div>
          <dt>This session ends</dt>
          <dd>
            <Time at={session.ends_at} /> if you leave it alone
          </dd>
        </div>
      </dl>
      <div className="panel-foot">
        <Button onPress={() => void signOut()}>Sign out</Button>
      </div>
    </Panel>
  );
}

export function AppearancePanel() {
  const [theme, setTheme] = useState<Theme>(savedTheme);
  const change = (next: Theme): void => {
    applyTheme(next);
    setTheme(next);
  };
  return (
    <Panel title="Appearance">
      <div className="panel-body stack">
        <Segments label="Colours" value={theme} choices={THEME_NAMES} onChange={change} />
        <p className="hint">Chosen for this browser.</p>
      </div>
    </Panel>
  );
}

export function AboutPanel() {
  return (
    <Panel title="About">
      <div className="panel-body">
        <ChartNotice />
      </div>
    </Panel>
  );
}
