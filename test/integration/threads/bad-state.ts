// Thread in the tests of stateful threads: a counter, and every way to misbehave.

import { serveStatefulThread } from '#adapters/threads/serve-stateful-thread.ts';
import type { CountRequest } from '#ports/work/stateful-threads.contract.ts';
import { counter } from '#ports/work/stateful-threads.contract.ts';

export type Misdeed = 'spin' | 'hoard' | 'throw' | 'exit' | 'tell';
export type BadRequest = CountRequest & { readonly misdeed?: Misdeed; readonly forMs?: number };

/** Taken before the thread has no rights any more. */
const own: NodeJS.Process = process;
const count = counter();

serveStatefulThread((request) => {
  const { add, misdeed, forMs = Infinity } = request as BadRequest;
  if (misdeed !== undefined) commit(misdeed, forMs);
  const environment = Object.keys(own.env).filter((name) => name !== 'NODE_COMPILE_CACHE');
  return misdeed === 'tell' ? { sum: environment.join() } : count({ add });
});

function commit(misdeed: Misdeed, forMs: number): void {
  const hoard: number[][] = [];
  const endMs = performance.now() + forMs;
  switch (misdeed) {
    case 'spin':
      while (performance.now() < endMs) hoard.length = 0;
      return;
    case 'hoard':
      for (;;) hoard.push(Array.from({ length: 10_000 }, (_, index) => index + 0.5));
    case 'throw':
      throw new Error('a mistake of ours');
    case 'exit':
      own.exit(3);
    case 'tell':
  }
}
