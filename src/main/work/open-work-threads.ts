// Backtests, slices and plans of labs on threads of this process: one set of threads for all, so
// that a lab and a backtest beside it do not take each other's processors. Suspects, whose process
// died, are computed in processes of their own.

import { setFlagsFromString } from 'node:v8';
import { processCompute } from '#adapters/processes/process-compute.ts';
import type { ClosableCompute } from '#adapters/threads/thread-compute.ts';
import { threadCompute } from '#adapters/threads/thread-compute.ts';
import type { NeighbourInput } from '#backtesting/sweep/neighbourhood.ts';
import type { PlanInput } from '#backtesting/sweep/plan-runs.ts';
import { LIMITS } from '#lib/limits.ts';
import type { BacktestCompute } from '#services/backtests/perform-backtest.ts';
import type { LabPlanning, SliceCompute } from '#services/labs/lab-work.ts';

/** What a thread is sent. */
export type ThreadWork =
  | { readonly kind: 'backtest'; readonly input: Parameters<BacktestCompute['run']>[0] }
  | { readonly kind: 'slice'; readonly input: Parameters<SliceCompute['run']>[0] }
  | { readonly kind: 'plan'; readonly input: PlanInput }
  | { readonly kind: 'neighbours'; readonly input: NeighbourInput };

/** What computes the work of jobs. */
export type WorkThreads = {
  readonly backtests: BacktestCompute;
  readonly slices: SliceCompute;
  readonly planning: LabPlanning;
  /** Ends all threads; work under way is cancelled. */
  close(): Promise<void>;
};

/** The process itself says when its work takes too long; this is for one that says nothing. */
const RESPONSE_GRACE_MS = 10_000;

/** Threads for all work of this process, started when first needed. */
export function openWorkThreads(threadsMax: number): WorkThreads {
  return workThreads(openWorkPool(threadsMax));
}

/** Processes start with the first work. Work whose process dies is not tried again. */
export function openSuspectProcesses(processesMax: number): WorkThreads {
  const pool = processCompute<ThreadWork, unknown>({
    entry: new URL('./suspect-process.ts', import.meta.url),
    processesMax,
    wallMsMax: LIMITS.backtestWallMsMax + RESPONSE_GRACE_MS,
    deathsMax: 1,
  });
  return workThreads(pool);
}

/** The threads themselves, for a process that is sent work of either kind. */
export function openWorkPool(threadsMax: number): ClosableCompute<ThreadWork, unknown> {
  makeYoung();
  inlineMore();
  return threadCompute({
    entry: new URL('./work-thread.ts', import.meta.url),
    threadsMax,
    threadsStart: 'at_once',
    wallMsMax: LIMITS.backtestWallMsMax,
    heapMegabytesMax: LIMITS.backtestHeapMegabytesMax,
  });
}

function workThreads(pool: ClosableCompute<ThreadWork, unknown>): WorkThreads {
  return {
    backtests: { run: (input, call) => pool.run({ kind: 'backtest', input }, call) as never },
    slices: { run: (input, call) => pool.run({ kind: 'slice', input }, call) as never },
    planning: {
      nextRuns: { run: (input, call) => pool.run({ kind: 'plan', input }, call) as never },
      neighbours: { run: (input, call) => pool.run({ kind: 'neighbours', input }, call) as never },
    },
    close: () => pool.close(),
  };
}

/**
 * What a run retains lives for as long as the run, and so V8 comes to make it among its old
 * objects, which only a full collection frees. For the whole process, before its threads start.
 */
export function makeYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}

/**
 * An order passes through a hundred small functions. V8 puts as many of them in one as these sizes
 * of their byte code allow, some six times what it allows by itself, and what one hands to the next
 * is then no object. For the whole process, before its threads start.
 */
export function inlineMore(): void {
  setFlagsFromString('--max-inlined-bytecode-size=2000');
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=5520');
}
