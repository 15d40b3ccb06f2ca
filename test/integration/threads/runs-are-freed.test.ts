// A run that is over leaves nothing behind that a collection of young objects does not free, in the
// setting that threads have. What it left would be copied, and wait for a full collection: a third
// of the time of a lab.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { planInput } from '#backtesting/feed.fixture.ts';
import { openSweep, runSweep } from '#backtesting/sweep/run-sweep.ts';
import { makeYoung } from '#main/work/open-work-threads.ts';

/** Whatever could keep a run: commands as values, containers, globals, tables in traversal. */
const SCRIPT = `
  local average = SMA
  local fast = average(ClosePrices(), 2 + Input('Round', 1) % 9)
  local bands = BBANDS(ClosePrices(), 20, 2, 2)
  seen = seen or {}
  seen[1], seen.commands = bands, average
  for _, value in pairs(seen) do last = value end
  if fast > average(ClosePrices(), 20) and bands.upper > 0 then DoLong() else DoShort() end`;

const MINUTES = Array.from({ length: 3_000 }, (_, minute): Bar => {
  const price = Math.round(10_000 + 300 * Math.sin(minute / 40) + 120 * Math.sin(minute / 3));
  return [price, price + 5, price - 5, price];
});

const WARM_UP_RUNS = 8;
const RUNS = 14;
/** Of each run; all that a run has made and keeps is some 350 KB. */
const BYTES_LEFT_MAX = 200_000;

test('what a run has made is freed while it is young', () => {
  makeYoung();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (wish: { type: 'minor' | 'major' }) => void;
  const input = planInput(MINUTES, { settings: { seed: 7 } });
  const base = { ...input, script: { name: 'bands', source: SCRIPT } };
  const sweep = openSweep(base, base.endMs);
  for (let run = 0; run < WARM_UP_RUNS + RUNS; run += 1) {
    if (run === WARM_UP_RUNS) collect({ type: 'major' });
    const [ran] = runSweep(sweep, [{ Round: run }], () => true) ?? [];
    assert((ran?.figures?.positionsClosed ?? 0) > 80);
    collect({ type: 'minor' });
  }
  const withoutFull = heapBytes();
  collect({ type: 'major' });
  const bytesLeft = (withoutFull - heapBytes()) / RUNS;
  assert(bytesLeft < BYTES_LEFT_MAX, `${bytesLeft} bytes of a run wait for a full collection`);
});

function heapBytes(): number {
  return getHeapStatistics().used_heap_size;
}
