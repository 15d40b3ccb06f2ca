// Markets of a venue as its lists have them, in parts.

import { Failure } from '#venue-port/world/failure.ts';
import type { ListedMarket, ListQuery, Page, VenueDialect } from '#venues/dialect.ts';
import type { UnreadableRow } from '#venues/dialects/reply/read-rows.ts';
import { withLeftOut } from '#venues/dialects/reply/read-rows.ts';
import type { ReadMarkets } from '#venues/market-list.ts';
import { valueOf } from '#venues/venue-requests.ts';
import type { VenueCall, WireOutcome } from '#venues/wire/venue-wire.ts';

const PAGES_MAX = 200;
/** Small enough that taking a part over is done within a millisecond or two. */
const PART_MARKETS = 50;

type Send = (call: VenueCall) => Promise<WireOutcome>;
type TakePart = (part: readonly ListedMarket[]) => Promise<void>;

/** Gives the rows of all lists that cannot be read. Throws `Failure`. */
export async function readMarketLists(
  dialect: VenueDialect,
  send: Send,
  takePart: TakePart,
): Promise<readonly UnreadableRow[]> {
  const leftOut: UnreadableRow[] = [];
  for (const list of dialect.markets()) leftOut.push(...(await readList(list, send, takePart)));
  return leftOut;
}

async function readList(
  list: ListQuery<ListedMarket>,
  send: Send,
  takePart: TakePart,
): Promise<readonly UnreadableRow[]> {
  const leftOut: UnreadableRow[] = [];
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
      await takePart(page.items.slice(start, start + PART_MARKETS));
    next = page.next;
  }
  return leftOut;
}

/** Reads on this thread, for lists that are short. */
export function readMarketsHere(dialect: VenueDialect, send: Send): ReadMarkets {
  return async (onPart, onLeftOut) => {
    const takePart: TakePart = async (part) => {
      onPart(part);
      return Promise.resolve();
    };
    onLeftOut(await readMarketLists(dialect, send, takePart));
  };
}
