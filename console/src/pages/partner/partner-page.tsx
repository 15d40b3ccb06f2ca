// Overview of a partner: end users, their bots, signals and their effects, deliveries to its own
// systems, what is billed, and the keys of its programs.

import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { sessionQuery } from '../../api/session-query.ts';
import { useGo } from '../../app/use-go.ts';
import { Empty, Loading } from '../../parts/states.tsx';
import { Segments } from '../../parts/widgets.tsx';
import { WebhooksTab } from '../settings/webhooks/webhooks-tab.tsx';
import { EndUsersPanel } from './end-users-panel.tsx';
import { PartnerBotsPanel } from './partner-bots-panel.tsx';
import { PartnerKeysPanel } from './partner-keys-panel.tsx';
import { SignalsTab } from './signals-tab.tsx';
import { UsageTab } from './usage-tab.tsx';
import { PARTNER } from '../../words/partner.ts';

const TABS = [
  ['users', PARTNER.endUsers],
  ['bots', PARTNER.bots],
  ['signals', PARTNER.signals],
  ['webhooks', PARTNER.webhooks],
  ['usage', PARTNER.usage],
  ['keys', PARTNER.keys],
] as const;
type TabName = (typeof TABS)[number][0];

export function PartnerPage() {
  const { data: session } = useQuery(sessionQuery);
  const { tab = 'users' } = useSearch({ from: '/inside/partner' });
  const go = useGo({ from: '/partner' });
  const onTab = (next: TabName): void => void go({ search: next === 'users' ? {} : { tab: next } });
  if (session === undefined || session === null) return <Loading />;
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{PARTNER.partner}</h1>
          <p>{PARTNER.yourCustomersAndWhat}</p>
        </div>
        {session.is_partner ? (
          <Segments label={PARTNER.parts} value={tab} choices={TABS} onChange={onTab} />
        ) : null}
      </header>
      {session.is_partner && session.role !== 'read_only' ? (
        <Tab tab={tab} />
      ) : (
        <section className="panel">
          <Empty
            title={session.is_partner ? PARTNER.viewOnly : PARTNER.youAreNoPartner}
            actions={
              <Link className="button" to="/">
                {PARTNER.goHome}
              </Link>
            }
          >
            {session.is_partner ? PARTNER.endUsersCanBe : PARTNER.partnersEmbedBotsIn}
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
