// Reading Kraken's list of fills onwards. It is given newest first and fifty at once, so the
// windows of time after a place are read whole until one has something.

import type {
  AccountContext,
  CursorPage,
  ListedMarket,
  ListQuery,
  Query,
} from '#adapters/venues/dialect.ts';
import type { OrderName, VenueFill } from '#ports/exchange/exchange.ts';
import { assert } from '#lib/assert.ts';
import type { ListedFill } from '#adapters/venues/dialects/kraken/read-fill.ts';
import { inOrder, readListedFills } from '#adapters/venues/dialects/kraken/read-fill.ts';
import { krakenRequest } from '#adapters/venues/dialects/kraken/requests.ts';
import { krakenVerdict } from '#adapters/venues/dialects/kraken/verdict.ts';
import type { ListPlace } from '#adapters/venues/dialects/reply/list-place.ts';
import { cursorOf, placeAfter, placeOf } from '#adapters/venues/dialects/reply/list-place.ts';
import {
  replyFields,
  replyList,
  UnreadableReply,
} from '#adapters/venues/dialects/reply/reply-fields.ts';

const DAY_MS = 86_400_000;
const LISTED_MS = 89 * DAY_MS;
const WINDOW_MS = 30 * DAY_MS;
const PER_CALL_MAX = 50;
/** A window with more is read in parts. */
const PAGES_MAX = 10;
const PARTS = 8;
const WINDOW_MS_MIN = 2_000;
/** Fills that the venue makes of several of one taker are not known to its stream. */
const EACH_FILL = { consolidate_taker: false } as const;

type Reading = {
  readonly cursor: string | null;
  readonly place: ListPlace;
  readonly limit: number;
  readonly context: AccountContext;
};

type Window = { readonly fromMs: number; readonly durationMs: number };

type Progress = { readonly pageCount: number; readonly found: readonly ListedFill[] };

const START: Progress = { pageCount: 0, found: [] };

/** What was filled after the cursor (null: from the first that is wanted), at most `limit`. */
export function fillsAfter(
  cursor: string | null,
  limit: number,
  context: AccountContext,
  wantedSinceMs: number | null = null,
): Query<CursorPage<VenueFill>> {
  const { nowMs } = context;
  const place = placeOf(cursor, { nowMs, listedMs: LISTED_MS, wantedSinceMs });
  const reading = { cursor, place, limit, context };
  return windowQuery(reading, { fromMs: place.sinceMs, durationMs: WINDOW_MS }, START);
}

/** In whole seconds, the first of which is left out, and the last is not. */
function secondsOf({ fromMs, durationMs }: Window): {
  readonly start: number;
  readonly end: number;
} {
  const start = Math.max(0, Math.floor(fromMs / 1_000) - 1);
  return { start, end: Math.ceil((fromMs + durationMs) / 1_000) };
}

/** Pages are by place, so a window that has not ended may shift: what is in two counts once. */
function windowQuery(
  reading: Reading,
  window: Window,
  progress: Progress,
): Query<CursorPage<VenueFill>> {
  const { cursor, context } = reading;
  const ofs = progress.pageCount * PER_CALL_MAX;
  const call = krakenRequest('fills', {
    ...secondsOf(window),
    ...EACH_FILL,
    ...(ofs === 0 ? {} : { ofs }),
  });
  const goOn = (rest: Query<CursorPage<VenueFill>>): CursorPage<VenueFill> => ({
    items: [],
    cursor,
    rest,
  });
  return {
    call,
    read: (outcome) =>
      krakenVerdict('read', outcome, ({ trades }) => {
        const page = readListedFills(trades, context);
        const found = [...progress.found, ...page];
        const pageCount = progress.pageCount + 1;
        if (page.length < PER_CALL_MAX) return endOfWindow(reading, window, found);
        if (pageCount >= PAGES_MAX && window.durationMs > WINDOW_MS_MIN) {
          const durationMs = Math.ceil(window.durationMs / PARTS);
          return goOn(windowQuery(reading, { fromMs: window.fromMs, durationMs }, START));
        }
        return goOn(windowQuery(reading, window, { pageCount, found }));
      }),
  };
}

function endOfWindow(
  reading: Reading,
  { fromMs, durationMs }: Window,
  found: readonly ListedFill[],
): CursorPage<VenueFill> {
  const { place, limit, context, cursor } = reading;
  const isNew = ({ id, atMs }: ListedFill): boolean => atMs >= place.sinceMs && !place.seen.has(id);
  const fresh = inOrder(withoutDoubles(found).filter(isNew));
  const items = fresh.slice(0, limit);
  const endMs = fromMs + durationMs;
  if (items.length === 0 && endMs < context.nowMs) {
    const next = { fromMs: endMs, durationMs: WINDOW_MS };
    return { items: [], cursor, rest: windowQuery(reading, next, START) };
  }
  const after = placeAfter(place, items, context.nowMs);
  return {
    items: items.map(({ item }) => item),
    cursor: after === place && cursor !== null ? cursor : cursorOf(after),
    rest: null,
  };
}

function withoutDoubles(fills: readonly ListedFill[]): readonly ListedFill[] {
  return [...new Map(fills.map((fill) => [fill.id, fill])).values()];
}

/** The order names its fills, and so many of them are listed at once. */
const NAMED_PER_CALL_MAX = 20;

export function orderFills(
  { venueOrderId }: OrderName,
  _listed: ListedMarket,
  context: AccountContext,
): ListQuery<VenueFill> {
  assert(venueOrderId !== null, 'fills of an order are listed by the id of the venue');
  return {
    call: krakenRequest('orders', { txid: venueOrderId, trades: true, ...EACH_FILL }),
    read: (outcome) =>
      krakenVerdict('read', outcome, (result) => {
        const { trades } = replyFields(result[venueOrderId], 'The order');
        // An order without fills has no list of them.
        const ids = replyList(trades ?? [], 'The list of fills').map((id) => {
          if (typeof id === 'string' && id !== '') return id;
          throw new UnreadableReply('The id of a fill is no text.');
        });
        return { items: [], next: namedFills(ids, venueOrderId, context) };
      }),
  };
}

function namedFills(
  ids: readonly string[],
  venueOrderId: string,
  context: AccountContext,
): ListQuery<VenueFill> | null {
  const requested = ids.slice(0, NAMED_PER_CALL_MAX);
  if (requested.length === 0) return null;
  return {
    call: krakenRequest('namedFills', { txid: requested.join(',') }),
    read: (outcome) =>
      krakenVerdict('read', outcome, (result) => {
        const fills = readListedFills(result, context);
        if (fills.some(({ item }) => item.venueOrderId !== venueOrderId))
          throw new UnreadableReply('The reply names another order.');
        if (fills.length !== requested.length)
          throw new UnreadableReply('The reply does not have all fills.');
        const next = namedFills(ids.slice(NAMED_PER_CALL_MAX), venueOrderId, context);
        return { items: inOrder(fills).map(({ item }) => item), next };
      }),
  };
}
