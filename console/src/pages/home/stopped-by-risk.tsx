// Bots that the risk switch or a limit stopped within a week, to be started again together.

import { useQuery } from '@tanstack/react-query';
import { accountsQuery, botsQuery } from '../../api/queries.ts';
import { useNowMs } from '../../parts/now.ts';
import { StartAgain } from '../../parts/start-again.tsx';
import { lastStoppedByRisk } from '../../parts/stopped-by.ts';
import { Panel } from '../../parts/widgets.tsx';
import { HOME } from '../../words/home.ts';

export function StoppedByRisk() {
  const nowMs = useNowMs(60_000);
  const bots = useQuery(botsQuery);
  const accounts = useQuery(accountsQuery);
  if (bots.data === undefined || accounts.data === undefined) return null;
  const stopped = lastStoppedByRisk(bots.data, nowMs);
  if (stopped.length === 0) return null;
  return (
    <Panel title={HOME.stoppedByRisk}>
      <div className="panel-body stack">
        <p className="soft">{HOME.ranUntil(stopped.length)}</p>
        <StartAgain
          key={stopped.map(({ bot_id: id }) => id).join(' ')}
          bots={stopped}
          accounts={accounts.data}
        />
      </div>
    </Panel>
  );
}
