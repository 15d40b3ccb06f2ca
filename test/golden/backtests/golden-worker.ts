// Runs some of the pinned backtests in a thread of its own.

import { parentPort, workerData } from 'node:worker_threads';
import { runBacktest } from '#engine/backtest/run-backtest.ts';
import { GOLDEN_RUNS, goldenOf } from './golden-runs.ts';

const answers = (workerData as readonly string[]).map((name) => {
  const run = GOLDEN_RUNS.find((each) => each.name === name);
  const done = run === undefined ? null : runBacktest(run.input, () => true);
  return done?.ok === true ? goldenOf(done.value) : done;
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(answers);
