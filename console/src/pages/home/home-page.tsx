// The first page: what everything is worth and how that went, what needs attention, what runs, what
// is held; what to do first; and the switch that stops everything.

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionQuery } from '../../api/session-query.ts';
import { Button } from '../../parts/button.tsx';
import { StopEverythingDialog } from '../../parts/stop-everything-dialog.tsx';
import { AccountsPanel } from './accounts-panel.tsx';
import { AttentionPanel } from './attention-panel.tsx';
import { FirstSteps } from './first-steps.tsx';
import { OpenPositions } from './open-positions.tsx';
import { RunningBots } from './running-bots.tsx';
import { StoppedByRisk } from './stopped-by-risk.tsx';
import { WorthPanel } from './worth-panel.tsx';
import { FRAME } from '../../words/frame.ts';
import { HOME } from '../../words/home.ts';

export function HomePage() {
  const { data: session } = useQuery(sessionQuery);
  const [isStopping, setIsStopping] = useState(false);
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{HOME.title}</h1>
          <p>{HOME.signedInAs(session?.user_name ?? '')}</p>
        </div>
        {session?.role === 'read_only' ? null : (
          <div className="actions">
            <Button look="danger" onPress={() => setIsStopping(true)}>
              {FRAME.stopEverything}
            </Button>
          </div>
        )}
      </header>
      <FirstSteps />
      <WorthPanel />
      <AttentionPanel />
      <StoppedByRisk />
      <div className="grid-main">
        <div className="stack">
          <RunningBots />
          <OpenPositions />
        </div>
        <AccountsPanel />
      </div>
      {isStopping ? <StopEverythingDialog onClose={() => setIsStopping(false)} /> : null}
    </div>
  );
}
