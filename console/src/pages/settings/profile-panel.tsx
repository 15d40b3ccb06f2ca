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
import type { Language } from '../../words/language.ts';
import { chooseLanguage, language } from '../../words/language.ts';
import { SETTINGS } from '../../words/settings.ts';

const THEME_NAMES = [
  ['system', SETTINGS.asTheSystem],
  ['light', SETTINGS.light],
  ['dark', SETTINGS.dark],
] as const;

const LANGUAGE_NAMES = [
  ['en', SETTINGS.english],
  ['de', SETTINGS.deutsch],
] as const satisfies readonly (readonly [Language, string])[];

export function ProfilePanel() {
  const { data: session } = useQuery(sessionQuery);
  const signOut = useSignOut();
  if (session === undefined || session === null) return null;
  return (
    <Panel title={SETTINGS.you}>
      <dl className="panel-body facts">
        <div>
          <dt>{SETTINGS.name}</dt>
          <dd>{session.user_name}</dd>
        </div>
        <div>
          <dt>{SETTINGS.role}</dt>
          <dd>
            {ROLE_NAMES[session.role]}
            <p className="hint">{ROLE_TEXTS[session.role]}</p>
          </dd>
        </div>
        <div>
          <dt>{SETTINGS.thisSessionEnds}</dt>
          <dd>
            <Time at={session.ends_at} /> {SETTINGS.ifYouLeaveIt}
          </dd>
        </div>
      </dl>
      <div className="panel-foot">
        <Button onPress={() => void signOut()}>{SETTINGS.signOut}</Button>
      </div>
    </Panel>
  );
}

/** Choice between light and dark. */
export function AppearancePanel() {
  const [theme, setTheme] = useState<Theme>(savedTheme);
  const change = (next: Theme): void => {
    applyTheme(next);
    setTheme(next);
  };
  return (
    <Panel title={SETTINGS.appearance}>
      <div className="panel-body stack">
        <Segments label={SETTINGS.colours} value={theme} choices={THEME_NAMES} onChange={change} />
        <Segments
          label={SETTINGS.language}
          value={language}
          choices={LANGUAGE_NAMES}
          onChange={chooseLanguage}
        />
        <p className="hint">{SETTINGS.chosenForThisBrowser}</p>
      </div>
    </Panel>
  );
}

/** Notice that the licence of the charts asks for. */
export function AboutPanel() {
  return (
    <Panel title={SETTINGS.about}>
      <div className="panel-body">
        <ChartNotice />
      </div>
    </Panel>
  );
}
