// The thread's side of compute: does each piece of work that it is sent, and returns its result.

import { parentPort } from 'node:worker_threads';
import { present } from '#lib/assert.ts';
import { dropRights } from '#adapters/threads/drop-rights.ts';
import type { ThreadReply, ThreadRequest } from '#adapters/threads/thread-compute.ts';
import { DONE_PLACE, STOP_PLACE } from '#adapters/threads/thread-compute.ts';

type Working = object | null | Promise<object | null>;

/**
 * The last of its entry: the thread has no rights from then on. `work` is reported through the
 * response of `onProgress` whether to go on, and returns null when it was not. What it throws ends
 * the thread.
 */
export function serveThread(
  work: (input: unknown, onProgress: (share: number) => boolean) => Working,
): void {
  const port = present(parentPort, 'this module is started as a thread');
  dropRights();
  port.on('message', ({ input, control }: ThreadRequest) => {
    const places = new Int32Array(control);
    const onProgress = (share: number): boolean => {
      Atomics.store(places, DONE_PLACE, Math.floor(share * 1_000));
      return Atomics.load(places, STOP_PLACE) === 0;
    };
    void reply(work(input, onProgress));
  });
  const ready: ThreadReply = { kind: 'ready' };
  port.postMessage(ready);

  async function reply(working: Working): Promise<void> {
    const output = await working;
    const response: ThreadReply =
      output === null ? { kind: 'cancelled' } : { kind: 'returned', output };
    port.postMessage(response);
  }
}
