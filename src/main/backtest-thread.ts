// What a thread of a worker process runs: each backtest that it is sent.

import { serveThread } from '#adapters/threads/serve-thread.ts';
import type { BacktestInput } from '#engine/backtest/backtest.ts';
import { runBacktest } from '#engine/backtest/run-backtest.ts';

serveThread((input, onProgress) => {
  const run = runBacktest(input as BacktestInput, onProgress);
  return !run.ok && run.rejection.kind === 'cancelled' ? null : run;
});
