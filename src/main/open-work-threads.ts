// Backtests and slices of labs on threads of this process: one set of threads for both, so that a
// lab and a backtest beside it do not take each other's processors.

import { setFlagsFromString } from 'node:v8';
import type { ThreadComputeOptions } from '#adapters/threads/thread-compute.ts';
import { threadCompute } from '#adapters/threads/thread-compute.ts';
import { LIMITS } from '#lib/limits.ts';
import type { BacktestCompute } from '#services/backtests/perform-backtest.ts';
import type { SliceCompute } from '#services/labs/lab-work.ts';

/** What a thread is sent; the other field is null. */
export type ThreadWork =
  | { readonly kind: 'backtest'; readonly input: Parameters<BacktestCompute['run']>[0] }
  | { readonly kind: 'slice'; readonly input: Parameters<SliceCompute['run']>[0] };

export type WorkThreads = {
  readonly backtests: BacktestCompute;
  readonly slices: SliceCompute;
  /** Ends all threads; work under way is cancelled. */
  close(): Promise<void>;
};

export function openWorkThreads(threadsMax: number): WorkThreads {
  makeYoung();
  const options: ThreadComputeOptions = {
    entry: new URL('./work-thread.ts', import.meta.url),
    threadsMax,
    threadsStart: 'at_once',
    wallMsMax: LIMITS.backtestWallMsMax,
    heapMegabytesMax: LIMITS.backtestHeapMegabytesMax,
  };
  const pool = threadCompute<ThreadWork, unknown>(options);
  return {
    backtests: { run: (input, call) => pool.run({ kind: 'backtest', input }, call) as never },
    slices: { run: (input, call) => pool.run({ kind: 'slice', input }, call) as never },
    close: () => pool.close(),
  };
}

/**
 * What a run keeps lives for as long as the run, and so V8 comes to make it among its old objects,
 * which only a full collection frees. For the whole process, before its threads start.
 */
export function makeYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
