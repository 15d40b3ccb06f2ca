// A backtest of a strategy with these settings: over which period, and its report when it is asked
// for.

import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import type { Plan } from '../../api/strategy-queries.ts';
import { lastDays } from '../../bench/run-choices.tsx';
import { Button } from '../../parts/button.tsx';
import { Wrong } from '../../parts/notice.tsx';
import { Choice, Panel } from '../../parts/widgets.tsx';

const PERIODS = [
  [7, 'Last 7 days'],
  [30, 'Last 30 days'],
  [90, 'Last 90 days'],
  [365, 'Last year'],
] as const;

type Props = {
  readonly accountId: string;
  readonly plan: Omit<Plan, 'owner'>;
  readonly isDisabled?: boolean;
};

export function BacktestStrategy({ accountId, plan, isDisabled = false }: Props) {
  const [days, setDays] = useState(30);
  const navigate = useNavigate();
  const run = useMutation({
    mutationFn: () => {
      const { type, config } = plan;
      const { from, to } = lastDays(days);
      const window = { start_at: `${from}T00:00:00.000Z`, end_at: `${to}T00:00:00.000Z` };
      return api.backtestStrategyBot({
        body: { account_id: accountId, type, config, ...window },
      });
    },
    onSuccess: ({ backtest_id: backtestId }) =>
      navigate({ to: '/backtests/$backtestId', params: { backtestId } }),
  });
  // What a signal bot does depends on its signals.
  if (plan.type === 'webhook') return null;
  return (
    <Panel title="What it would have done">
      <div className="panel-body stack">
        <Wrong error={run.error} />
        <div className="row row-end">
          <Choice label="Period" value={days} choices={PERIODS} onChange={setDays} />
          <Button isDisabled={isDisabled || run.isPending} onPress={() => run.mutate()}>
            {run.isPending ? 'Queuing…' : 'Run a backtest'}
          </Button>
        </div>
        <p className="hint">With these settings and the account’s money, over past prices.</p>
      </div>
    </Panel>
  );
}
