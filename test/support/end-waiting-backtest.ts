// Ends a backtest as a worker does, without one: for tests of what can be read afterwards.

import assert from 'node:assert/strict';
import { BACKTEST_QUEUE } from '#ports/stores/backtest-store.ts';
import type { BacktestOutcome } from '#ports/stores/backtest-store.ts';
import type { JobKind } from '#ports/work/jobs.ts';
import type { TestService } from './test-service.ts';

/** Carries out the one job that waits. */
export async function endWaitingBacktest(
  { jobs, backtests }: TestService,
  outcome: BacktestOutcome,
): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const kind: JobKind = {
    queue: BACKTEST_QUEUE,
    async perform(attempt) {
      assert.equal(await backtests.endBacktest(attempt, outcome, 1_700_000_000_000), true);
      ended.resolve();
      return { kind: 'done' };
    },
    onDefect: ended.reject,
  };
  const runner = jobs.run({ kinds: [kind], placesCount: 1, retainedCount: 0 });
  await ended.promise;
  await runner.close();
}
