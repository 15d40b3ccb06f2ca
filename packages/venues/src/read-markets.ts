// Reading a venue's markets on a thread of its own: the lists have up to 20 MB, and parsing them
// would keep orders waiting. This thread only sends the requests, and takes the markets in parts.

import { getCompileCacheDir } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { FailureCode } from '#venue-port/world/failure.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { ListedMarket } from '#venues/dialect.ts';
import type { UnreadableRow } from '#venues/dialects/reply/read-rows.ts';
import type { ReadMarkets } from '#venues/market-list.ts';
import type { VenueCall, WireOutcome } from '#venues/wire/venue-wire.ts';

export type MarketThreadMessage =
  | { readonly kind: 'call'; readonly call: VenueCall }
  | { readonly kind: 'part'; readonly part: readonly ListedMarket[] }
  | { readonly kind: 'done'; readonly leftOut: readonly UnreadableRow[] }
  | { readonly kind: 'failed'; readonly code: FailureCode; readonly detail: string };

const HEAP_MEGABYTES_MAX = 512;

/** `code` names the dialect, which the thread loads itself. */
export function readMarketsOnThread(
  code: string,
  send: (call: VenueCall) => Promise<WireOutcome>,
): ReadMarkets {
  return async (onPart, onLeftOut) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const cacheFolder = getCompileCacheDir();
    const worker = new Worker(new URL('./market-thread.ts', import.meta.url), {
      workerData: code,
      // Nothing of our own environment; what compiled code was retained need not be compiled again.
      env: cacheFolder === undefined ? {} : { NODE_COMPILE_CACHE: cacheFolder },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES_MAX },
    });
    worker.unref();
    const forward = async (call: VenueCall): Promise<void> => {
      try {
        post(worker, await send(call));
      } catch (error) {
        reject(error instanceof Error ? error : new Error('The request was not sent.'));
      }
    };
    worker.on('message', (message: MarketThreadMessage) => {
      if (message.kind === 'call') void forward(message.call);
      else if (message.kind === 'part') {
        onPart(message.part);
        // All parts that wait would be taken in one turn of the loop, so the next comes when asked.
        setImmediate(() => post(worker, null));
      } else if (message.kind === 'done') {
        onLeftOut(message.leftOut);
        resolve();
      } else reject(new Failure(message.code, message.detail));
    });
    worker.on('error', reject);
    worker.on('exit', () => reject(new Failure('corrupt_reply', 'The markets cannot be read.')));
    try {
      await promise;
    } finally {
      await worker.terminate();
    }
  };
}

/** The outcome of a call, or the request for the next part. */
function post(worker: Worker, message: WireOutcome | null): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  worker.postMessage(message);
}
