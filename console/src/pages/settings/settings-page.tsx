// Settings of the user: profile, sign-in, sessions, notifications, webhooks, and the keys of
// programs.

import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { sessionQuery } from '../../api/session-query.ts';
import { useGo } from '../../app/use-go.ts';
import { Segments } from '../../parts/widgets.tsx';
import { AppPanel } from './app-panel.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { NotificationsTab } from './notifications/notifications-tab.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { AboutPanel, AppearancePanel, ProfilePanel } from './profile-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { WebhooksTab } from './webhooks/webhooks-tab.tsx';
import { SETTINGS } from '../../words/settings.ts';

const TABS = [
  ['profile', SETTINGS.profile],
  ['security', SETTINGS.security],
  ['sessions', SETTINGS.sessions],
  ['notifications', SETTINGS.notifications],
  ['webhooks', SETTINGS.webhooks],
  ['keys', SETTINGS.apiKeys],
] as const;

export function SettingsPage() {
  const { data: session } = useQuery(sessionQuery);
  const { tab = 'profile' } = useSearch({ from: '/inside/settings' });
  const go = useGo({ from: '/settings' });
  // Keys may do what the user may not, so who only looks has none.
  const tabs = session?.role === 'read_only' ? TABS.filter(([name]) => name !== 'keys') : TABS;
  return (
    <div className="page">
      <header className="page-head">
        <h1>{SETTINGS.settings}</h1>
        <Segments
          label={SETTINGS.partsOfTheSettings}
          value={tab}
          choices={tabs}
          onChange={(next) => void go({ search: next === 'profile' ? {} : { tab: next } })}
        />
      </header>
      <Tab tab={tab} />
    </div>
  );
}

function Tab({ tab }: { readonly tab: string }) {
  if (tab === 'security')
    return (
      <div className="grid-2">
        <div className="stack">
          <AppPanel />
          <PasskeysPanel />
        </div>
        <PasswordPanel />
      </div>
    );
  if (tab === 'sessions') return <SessionsPanel />;
  if (tab === 'notifications') return <NotificationsTab />;
  if (tab === 'webhooks') return <WebhooksTab />;
  if (tab === 'keys') return <KeysPanel />;
  return (
    <div className="grid-2">
      <ProfilePanel />
      <div className="stack">
        <AppearancePanel />
        <AboutPanel />
      </div>
    </div>
  );
}
