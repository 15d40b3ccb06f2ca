// Pins the backtests as they are now. Run with: node test/golden/backtests/write-golden-runs.ts,
// and read the difference before it is kept.

import { writeFileSync } from 'node:fs';
import { runBacktest } from '#engine/backtest/run-backtest.ts';
import { GOLDEN_FILE, GOLDEN_RUNS, goldenOf } from './golden-runs.ts';

const runs = GOLDEN_RUNS.map(({ name, input }) => {
  const done = runBacktest(input, () => true);
  return [name, done.ok ? goldenOf(done.value) : { failure: done.rejection }];
});
writeFileSync(GOLDEN_FILE, `${JSON.stringify(Object.fromEntries(runs), null, 2)}\n`);
