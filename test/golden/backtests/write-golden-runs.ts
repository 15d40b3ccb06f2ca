// Pins the backtests as they are now. Run with: node test/golden/backtests/write-golden-runs.ts,
// and read the difference before it is retained. Figures that changed under the same version of the
// engine are refused: a retained report must not pass for one that this engine would make.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { changedUnderOneVersion, GOLDEN_FILE, GOLDEN_RUNS, goldenOf } from './golden-runs.ts';

const made = GOLDEN_RUNS.map(({ name, input }) => {
  const done = runBacktest(input, () => true);
  return [name, done.ok ? goldenOf(done.value) : { failure: done.rejection }] as const;
});
const runs = Object.fromEntries(made);
const changed = changedUnderOneVersion(JSON.parse(readFileSync(GOLDEN_FILE, 'utf8')), runs);
assert.deepEqual(changed, [], 'raise ENGINE_VERSION in src/backtesting/build-report.ts first');
writeFileSync(GOLDEN_FILE, `${JSON.stringify(runs, null, 2)}\n`);
