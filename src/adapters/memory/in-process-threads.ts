// Threads that are none: requests are served at once where they are made. For the simulator, and
// for tests of what uses threads; nothing in them is ended for taking long.

import { accepted } from '#lib/result.ts';
import { assert } from '#lib/assert.ts';
import type { StatefulThread, StatefulThreads } from '#ports/work/stateful-threads.ts';

export type InProcessThreads<Request, Reply> = StatefulThreads<Request, Reply> & {
  /** As if the thread had ended: what it held is gone. */
  lose(this: void, index: number): void;
};

/** `begin` makes what responds to the requests of a new thread. */
export function inProcessThreads<Request, Reply>(
  count: number,
  begin: () => (request: Request) => Reply,
): InProcessThreads<Request, Reply> {
  const seats = Array.from({ length: count }, () => ({ handle: begin(), generation: 0 }));
  let endedCount = 0;
  const threads = seats.map((slot): StatefulThread<Request, Reply> => ({
    generation: () => slot.generation,
    ask: async (request) => accepted(slot.handle(request)),
    runningMs: () => 0,
    onStuck: () => () => undefined,
    onBusy: () => () => undefined,
  }));
  return {
    threads,
    endedCount: () => endedCount,
    close: async () => undefined,
    lose(index) {
      const slot = seats[index];
      assert(slot !== undefined, 'it is one of the threads');
      endedCount += 1;
      slot.generation += 1;
      slot.handle = begin();
    },
  };
}
