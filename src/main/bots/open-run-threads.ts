// The threads that scripts of running bots are on: those that owners share, and one more for owners
// whose bots have ended a thread.

import { availableParallelism } from 'node:os';
import { workerStatefulThreads } from '#adapters/threads/worker-stateful-threads.ts';
import { LIMITS } from '#lib/limits.ts';
import type { StatefulThreads } from '#ports/work/stateful-threads.ts';
import type { RunReply, RunRequest } from '#services/live/state/run-messages.ts';

export type RunThreadOptions = {
  /** Null for the machine's processors less one. */
  readonly sharedCount: number | null;
  /** What a thread runs. */
  readonly entry: URL;
  readonly wallMsMax: number;
};

export const RUN_THREADS: Omit<RunThreadOptions, 'sharedCount'> = {
  entry: new URL('./run-thread.ts', import.meta.url),
  wallMsMax: LIMITS.botUpdateWallMsMax,
};

/** Opens the threads: shared ones, and a reserved one behind them. */
export function openRunThreads({
  sharedCount,
  entry,
  wallMsMax,
}: RunThreadOptions): StatefulThreads<RunRequest, RunReply> {
  return workerStatefulThreads({
    entry,
    count: (sharedCount ?? Math.max(1, availableParallelism() - 1)) + 1,
    wallMsMax,
    stuckMs: Math.min(LIMITS.botThreadStuckMs, wallMsMax / 2),
    heapMegabytesMax: LIMITS.botThreadHeapMegabytesMax,
  });
}
