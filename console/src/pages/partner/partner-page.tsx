// Overview of a partner: end users, their bots, signals and their effects, deliveries to its own
// systems, what is billed, and the keys of its programs.

import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { sessionQuery } from '../../api/session-query.ts';
import { Empty, Loading } from '../../parts/states.tsx';
import { Segments } from '../../parts/widgets.tsx';
import { WebhooksTab } from '../settings/webhooks/webhooks-tab.tsx';
import { EndUsersPanel } from './end-users-panel.tsx';
import { PartnerBotsPanel } from './partner-bots-panel.tsx';
import { PartnerKeysPanel } from './partner-keys-panel.tsx';
import { SignalsTab } from './signals-tab.tsx';
import { UsageTab } from './usage-tab.tsx';

const TABS = [
  ['users', 'End users'],
  ['bots', 'Bots'],
  ['signals', 'Signals'],
  ['webhooks', 'Webhooks'],
  ['usage', 'Usage'],
  ['keys', 'Keys'],
] as const;
type TabName = (typeof TABS)[number][0];

export function PartnerPage() {
  const { data: session } = useQuery(sessionQuery);
  const { tab = 'users' } = useSearch({ from: '/inside/partner' });
  const navigate = useNavigate({ from: '/partner' });
  const onTab = (next: TabName): void =>
    void navigate({ search: next === 'users' ? {} : { tab: next } });
  if (session === undefined || session === null) return <Loading />;
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>Partner</h1>
          <p>Your customers, and what their bots do.</p>
        </div>
        {session.is_partner ? (
          <Segments label="Parts" value={tab} choices={TABS} onChange={onTab} />
        ) : null}
      </header>
      {session.is_partner && session.role !== 'read_only' ? (
        <Tab tab={tab} />
      ) : (
        <section className="panel">
          <Empty
            title={session.is_partner ? 'View only' : 'You are no partner'}
            actions={
              <Link className="button" to="/">
                Go home
              </Link>
            }
          >
            {session.is_partner
              ? 'End users can be managed by traders and owners only.'
              : 'Partners embed bots in their own product. An operator makes you one by ' +
                '`tidemill partners create`.'}
          </Empty>
        </section>
      )}
    </div>
  );
}

function Tab({ tab }: { readonly tab: TabName }) {
  switch (tab) {
    case 'users':
      return <EndUsersPanel />;
    case 'bots':
      return <PartnerBotsPanel userId={null} />;
    case 'signals':
      return <SignalsTab />;
    case 'webhooks':
      return <WebhooksTab />;
    case 'usage':
      return <UsageTab />;
    case 'keys':
      return <PartnerKeysPanel />;
  }
}
