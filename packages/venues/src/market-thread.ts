// The thread that reads a venue's markets: builds the requests, has them sent, reads the replies.

import { parentPort, workerData } from 'node:worker_threads';
import { present } from '#lib/assert.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { loadDialect } from '#venues/dialects/load-dialect.ts';
import { readMarketLists } from '#venues/read-market-lists.ts';
import type { MarketThreadMessage } from '#venues/read-markets.ts';
import type { VenueCall, WireOutcome } from '#venues/wire/venue-wire.ts';

const port = present(parentPort, 'this runs on a thread');

function post(message: MarketThreadMessage): void {
  port.postMessage(message);
}

/** What the other side has for this message. */
async function ask(message: MarketThreadMessage): Promise<WireOutcome | null> {
  const { promise, resolve } = Promise.withResolvers<WireOutcome | null>();
  port.once('message', resolve);
  post(message);
  return promise;
}

async function send(call: VenueCall): Promise<WireOutcome> {
  return present(await ask({ kind: 'call', call }), 'a call has an outcome');
}

try {
  const dialect = await loadDialect(String(workerData));
  const leftOut = await readMarketLists(dialect, send, async (part) => {
    await ask({ kind: 'part', part });
  });
  post({ kind: 'done', leftOut });
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  post({ kind: 'failed', code: error.code, detail: error.message });
}
