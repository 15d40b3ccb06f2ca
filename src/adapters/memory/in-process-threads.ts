// Threads that are none: requests are answered at once where they are made. For the simulator, and
// for tests of what uses threads; nothing in them is ended for taking long.

import { accepted } from '#lib/result.ts';
import { assert } from '#lib/assert.ts';
import type { StatefulThread, StatefulThreads } from '#ports/work/stateful-threads.ts';

export type InProcessThreads<Request, Reply> = StatefulThreads<Request, Reply> & {
  /** As if the thread had ended: what it held is gone. */
  lose(this: void, index: number): void;
};

/** `begin` makes what answers the requests of a new thread. */
export function inProcessThreads<Request, Reply>(
  count: number,
  begin: () => (request: Request) => Reply,
): InProcessThreads<Request, Reply> {
  const seats = Array.from({ length: count }, () => ({ answer: begin(), generation: 0 }));
  let endedCount = 0;
  const threads = seats.map((seat): StatefulThread<Request, Reply> => ({
    generation: () => seat.generation,
    ask: async (request) => accepted(seat.answer(request)),
    runningMs: () => 0,
    onStuck: () => () => undefined,
  }));
  return {
    threads,
    endedCount: () => endedCount,
    close: async () => undefined,
    lose(index) {
      const seat = seats[index];
      assert(seat !== undefined, 'it is one of the threads');
      endedCount += 1;
      seat.generation += 1;
      seat.answer = begin();
    },
  };
}
