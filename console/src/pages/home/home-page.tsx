// The first page: what everything is worth and how that went, what needs attention, what runs, what
// is held; and what to do first.

import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../api/session-query.ts';
import { AccountsPanel } from './accounts-panel.tsx';
import { AttentionPanel } from './attention-panel.tsx';
import { FirstSteps } from './first-steps.tsx';
import { OpenPositions } from './open-positions.tsx';
import { RunningBots } from './running-bots.tsx';
import { WorthPanel } from './worth-panel.tsx';

export function HomePage() {
  const { data: session } = useQuery(sessionQuery);
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>Home</h1>
          <p>Signed in as {session?.user_name}</p>
        </div>
      </header>
      <FirstSteps />
      <WorthPanel />
      <AttentionPanel />
      <div className="grid-main">
        <div className="stack">
          <RunningBots />
          <OpenPositions />
        </div>
        <AccountsPanel />
      </div>
    </div>
  );
}
