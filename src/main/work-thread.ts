// What a thread of a worker process runs: each backtest and each slice of a lab that it is sent.
// What slices of one execution share is kept from one to the next.

import { serveThread } from '#adapters/threads/serve-thread.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import type { Sweep } from '#backtesting/sweep/run-sweep.ts';
import { openSweep, runSweep } from '#backtesting/sweep/run-sweep.ts';
import type { ThreadWork } from '#main/open-work-threads.ts';
import type { SliceInput } from '#services/labs/lab-work.ts';
import { drawKeyPlaces } from '#main/draw-key-places.ts';

/** Executions whose columns are kept; the one used longest ago goes first. */
const SWEEPS_KEPT = 2;
const sweeps = new Map<string, Sweep>();

drawKeyPlaces();

serveThread((sent, onProgress) => {
  const work = sent as ThreadWork;
  if (work.kind === 'slice') {
    const began = performance.now();
    const runs = runSweep(sweepOf(work.input), work.input.sets, onProgress);
    return runs === null ? null : { runs, tookMs: performance.now() - began };
  }
  const run = runBacktest(work.input, onProgress);
  return !run.ok && run.rejection.kind === 'cancelled' ? null : run;
});

function sweepOf({ sweepKey, base, cutMs }: SliceInput): Sweep {
  const sweep = sweeps.get(sweepKey) ?? openSweep(base, cutMs);
  sweeps.delete(sweepKey);
  sweeps.set(sweepKey, sweep);
  for (const key of sweeps.keys()) if (sweeps.size > SWEEPS_KEPT) sweeps.delete(key);
  return sweep;
}
