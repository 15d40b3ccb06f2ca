// The store of backtests as the simulation sees it: each end is compared with what was given out.

import type { BacktestStore } from '#ports/stores/backtest-store.ts';
import type { JobAttempt } from '#ports/work/jobs.ts';

/** An attempt may end a backtest only with the highest fence that was given out for it. */
export function watchedBacktests(
  backtests: BacktestStore,
  faults: string[],
  highestFenceOf: (jobId: string) => number,
): BacktestStore {
  const ended = new Set<string>();
  return {
    ...backtests,
    async endBacktest(attempt: JobAttempt, outcome, endedAtMs) {
      const { jobId, fence } = attempt;
      const highest = highestFenceOf(jobId);
      const isEnded = await backtests.endBacktest(attempt, outcome, endedAtMs);
      if (!isEnded) return false;
      if (ended.has(jobId)) faults.push(`${jobId} was ended twice`);
      if (fence !== highest) faults.push(`${jobId} was ended with fence ${fence} of ${highest}`);
      ended.add(jobId);
      return true;
    },
  };
}
