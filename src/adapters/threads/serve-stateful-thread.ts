// The thread's side of stateful threads: responds to requests in order, and says in shared memory
// which one it is at, because it hears nothing while it works.

import { parentPort } from 'node:worker_threads';
import { present } from '#lib/assert.ts';
import { dropRights } from '#adapters/threads/drop-rights.ts';
import type { ReplyBatch, RequestBatch } from '#adapters/threads/worker-stateful-threads.ts';
import { RUNNING_PLACE } from '#adapters/threads/worker-stateful-threads.ts';

/** Replies wait so long for others of their batch. */
const GATHER_MS = 2;

/**
 * The last of its entry: the thread has no rights from then on. What `handle` throws ends it.
 */
export function serveStatefulThread(handle: (request: unknown) => unknown): void {
  const port = present(parentPort, 'this module is started as a thread');
  dropRights();
  port.on('message', ({ firstNumber, requests, control }: RequestBatch) => {
    const places = new BigInt64Array(control);
    let replies: unknown[] = [];
    let sentAtMs = performance.now();
    const send = (): void => {
      port.postMessage(replies satisfies ReplyBatch);
      replies = [];
      sentAtMs = performance.now();
    };
    for (const [index, request] of requests.entries()) {
      Atomics.store(places, RUNNING_PLACE, BigInt(firstNumber + index));
      replies.push(handle(request));
      if (performance.now() - sentAtMs > GATHER_MS) send();
    }
    Atomics.store(places, RUNNING_PLACE, 0n);
    if (replies.length > 0) send();
  });
}
