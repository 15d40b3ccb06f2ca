// The thread that reads a venue's markets: builds the requests, has them sent, reads the replies.

import { parentPort, workerData } from 'node:worker_threads';
import { present } from '#lib/assert.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { ListedMarket, ListQuery, Page } from '#venues/dialect.ts';
import { loadDialect } from '#venues/dialects/load-dialect.ts';
import type { UnreadableRow } from '#venues/dialects/reply/read-rows.ts';
import { withLeftOut } from '#venues/dialects/reply/read-rows.ts';
import type { MarketThreadMessage } from '#venues/read-markets.ts';
import { valueOf } from '#venues/venue-requests.ts';
import type { VenueCall, WireOutcome } from '#venues/wire/venue-wire.ts';

const PAGES_MAX = 200;
/** Small enough that taking a part over is done within a millisecond or two. */
const PART_MARKETS = 50;

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

/** Of all lists together. */
const leftOut: UnreadableRow[] = [];

async function readList(list: ListQuery<ListedMarket>): Promise<void> {
  let next: ListQuery<ListedMarket> | null = list;
  for (let count = 0; next !== null; count++) {
    if (count === PAGES_MAX)
      throw new Failure('corrupt_reply', `The list of markets has over ${PAGES_MAX} pages.`);
    const query: ListQuery<ListedMarket> = next;
    const outcome = await send(query.call);
    const read = withLeftOut(() => query.read(outcome));
    leftOut.push(...read.leftOut);
    const page: Page<ListedMarket> = valueOf(read.value);
    for (let start = 0; start < page.items.length; start += PART_MARKETS)
      await ask({ kind: 'part', part: page.items.slice(start, start + PART_MARKETS) });
    next = page.next;
  }
}

try {
  const dialect = await loadDialect(String(workerData));
  for (const list of dialect.markets()) await readList(list);
  post({ kind: 'done', leftOut });
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  post({ kind: 'failed', code: error.code, detail: error.message });
}
