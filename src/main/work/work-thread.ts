// Thread of a worker process: it runs each backtest, and each slice and plan of a lab that it is
// sent. What slices of one execution share is withheld from one to the next.

import { serveThread } from '#adapters/threads/serve-thread.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { neighbourhoods } from '#backtesting/sweep/neighbourhood.ts';
import { planRuns } from '#backtesting/sweep/plan-runs.ts';
import type { Sweep } from '#backtesting/sweep/run-sweep.ts';
import { openSweep, runSweep } from '#backtesting/sweep/run-sweep.ts';
import type { ThreadWork } from '#main/work/open-work-threads.ts';
import type { SliceInput, SliceOutput } from '#services/labs/lab-work.ts';
import { drawKeyPlaces } from '#main/draw-key-places.ts';

/** Executions whose columns are retained; the one used longest ago goes first. */
const SWEEPS_RETAINED = 2;
const sweeps = new Map<string, Sweep>();

drawKeyPlaces();

serveThread((sent, onProgress) => {
  const work = sent as ThreadWork;
  switch (work.kind) {
    case 'slice':
      return runSlice(work.input, onProgress);
    case 'backtest': {
      const run = runBacktest(work.input, onProgress);
      return !run.ok && run.rejection.kind === 'cancelled' ? null : run;
    }
    case 'plan':
      return planRuns(work.input, onProgress);
    case 'neighbours':
      return neighbourhoods(work.input, onProgress);
  }
});

function runSlice(input: SliceInput, onProgress: (share: number) => boolean): SliceOutput | null {
  const began = performance.now();
  const runs = runSweep(sweepOf(input), input.sets, onProgress);
  return runs === null ? null : { runs, tookMs: performance.now() - began };
}

function sweepOf({ sweepKey, base, cutMs }: SliceInput): Sweep {
  const sweep = sweeps.get(sweepKey) ?? openSweep(base, cutMs);
  sweeps.delete(sweepKey);
  sweeps.set(sweepKey, sweep);
  for (const key of sweeps.keys()) if (sweeps.size > SWEEPS_RETAINED) sweeps.delete(key);
  return sweep;
}
