// Work on bots, apart for each thread that their runs are on: while one thread is stuck with the
// script of one bot, nobody waits for it who has bots on others.

import { eachAtOnce } from '#lib/each-at-once.ts';
import { isThreadStuck, onStuckThread } from '#services/live/run/run-threads.ts';
import type { RunnerState } from '#services/live/runner/runner-state.ts';

/**
 * Does the work for each item, so many at once on each thread. Returns when all is done, but for
 * threads that are stuck: what is under way on them is done later, and none is begun. `work` never
 * fails.
 */
export async function forEachThread<Item>(
  state: RunnerState,
  items: readonly Item[],
  threadOf: (item: Item) => number,
  atOnceMax: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const { threads } = state.deps;
  const groups = Map.groupBy(items, threadOf);
  const works = [...groups].map(async ([thread, group]) => {
    const isFree = (): boolean => !isThreadStuck(threads, thread);
    const working = eachAtOnce(group, atOnceMax, async (item) => {
      if (isFree()) await work(item);
    }).finally(() => state.onStuckThreads.delete(working));
    state.onStuckThreads.add(working);
    const { promise: stuck, resolve } = Promise.withResolvers<void>();
    const forget = onStuckThread(threads, thread, resolve);
    await Promise.race([working, stuck]);
    forget();
  });
  await Promise.all(works);
}
