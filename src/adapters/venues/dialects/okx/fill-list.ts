// Reading OKX's lists of fills onwards. They are given newest first, so the windows of time after a
// place are read whole until one has something. The newest fills have a list of their own.

import type { CursorPage, ListQuery, Query } from '#adapters/venues/dialect.ts';
import type { AccountContext, ListedMarket } from '#adapters/venues/dialect.ts';
import type { OrderName, VenueFill } from '#ports/exchange/exchange.ts';
import { assert } from '#lib/assert.ts';
import type { ListedFill } from '#adapters/venues/dialects/okx/read-fill.ts';
import { inOrder, readListedFill } from '#adapters/venues/dialects/okx/read-fill.ts';
import { okxRequest } from '#adapters/venues/dialects/okx/requests.ts';
import { okxVerdict } from '#adapters/venues/dialects/okx/verdict.ts';
import type { ListPlace } from '#adapters/venues/dialects/reply/list-place.ts';
import { cursorOf, placeAfter, placeOf } from '#adapters/venues/dialects/reply/list-place.ts';
import { UnreadableReply } from '#adapters/venues/dialects/reply/reply-fields.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The list of new fills has three days, the other one three months. */
const NEW_MS = 3 * DAY_MS - HOUR_MS;
const LISTED_MS = 89 * DAY_MS;
const WINDOW_MS = 7 * DAY_MS;
const PER_CALL_MAX = 100;
/** A window with more is read in parts. */
const PAGES_MAX = 10;
const PARTS = 8;
const WINDOW_MS_MIN = 1_000;

type Reading = {
  readonly cursor: string | null;
  readonly place: ListPlace;
  readonly limit: number;
  readonly context: AccountContext;
};

type Window = { readonly fromMs: number; readonly durationMs: number };

type Progress = {
  readonly afterBillId: string | null;
  readonly pageCount: number;
  readonly found: readonly ListedFill[];
};

const START: Progress = { afterBillId: null, pageCount: 0, found: [] };

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
  return windowQuery(reading, windowFrom(place.sinceMs, context), START);
}

/** One in the older list ends where the other list begins: the older one may be behind. */
function windowFrom(fromMs: number, { nowMs }: AccountContext): Window {
  const leftMs = nowMs - NEW_MS - fromMs;
  return { fromMs, durationMs: leftMs > 0 ? Math.min(leftMs, WINDOW_MS) : WINDOW_MS };
}

function windowQuery(
  reading: Reading,
  window: Window,
  progress: Progress,
): Query<CursorPage<VenueFill>> {
  const { cursor, context } = reading;
  const { fromMs, durationMs } = window;
  const isNew = fromMs >= context.nowMs - NEW_MS;
  const call = okxRequest(isNew ? 'fills' : 'olderFills', {
    instType: 'SPOT',
    begin: fromMs,
    end: fromMs + durationMs,
    limit: PER_CALL_MAX,
    ...afterParameter(progress.afterBillId),
  });
  const goOn = (rest: Query<CursorPage<VenueFill>>): CursorPage<VenueFill> => ({
    items: [],
    cursor,
    rest,
  });
  return {
    call,
    read: (outcome) =>
      okxVerdict('read', outcome, (data) => {
        const page = data.map((value) => readListedFill(value, context));
        const found = [...progress.found, ...page];
        const pageCount = progress.pageCount + 1;
        const afterBillId = nextPageOf(page);
        if (afterBillId === null) return endOfWindow(reading, window, found);
        if (pageCount >= PAGES_MAX && durationMs > WINDOW_MS_MIN) {
          const part = { fromMs, durationMs: Math.ceil(durationMs / PARTS) };
          return goOn(windowQuery(reading, part, START));
        }
        return goOn(windowQuery(reading, window, { afterBillId, pageCount, found }));
      }),
  };
}

function afterParameter(billId: string | null): { readonly after?: string } {
  return billId === null ? {} : { after: billId };
}

/** A page that is full may have another one behind it, with what is older than its last item. */
function nextPageOf(page: readonly ListedFill[]): string | null {
  return page.length < PER_CALL_MAX ? null : (page.at(-1)?.billId ?? null);
}

function endOfWindow(
  reading: Reading,
  { fromMs, durationMs }: Window,
  found: readonly ListedFill[],
): CursorPage<VenueFill> {
  const { place, limit, context, cursor } = reading;
  const fresh = inOrder(withoutDoubles(found).filter(({ id }) => !place.seen.has(id)));
  const items = fresh.slice(0, limit);
  const endMs = fromMs + durationMs;
  if (items.length === 0 && endMs < context.nowMs) {
    return { items: [], cursor, rest: windowQuery(reading, windowFrom(endMs, context), START) };
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

/** From both lists, because an order may have been filled over a long time; with the last page. */
export function orderFills(
  { venueOrderId }: OrderName,
  { symbol }: ListedMarket,
  context: AccountContext,
): ListQuery<VenueFill> {
  assert(venueOrderId !== null, 'fills of an order are listed by the id of the venue');
  const order = { instType: 'SPOT', instId: symbol, ordId: venueOrderId, limit: PER_CALL_MAX };
  return orderFillPage('fills', order, context, null, []);
}

type OrderFilter = Readonly<Record<'instType' | 'instId' | 'ordId', string>> & {
  readonly limit: number;
};

function orderFillPage(
  list: 'fills' | 'olderFills',
  order: OrderFilter,
  context: AccountContext,
  afterBillId: string | null,
  before: readonly ListedFill[],
): ListQuery<VenueFill> {
  return {
    call: okxRequest(list, { ...order, ...afterParameter(afterBillId) }),
    read: (outcome) =>
      okxVerdict('read', outcome, (data) => {
        const page = data.map((value) => readListedFill(value, context));
        if (page.some(({ item }) => item.venueOrderId !== order.ordId))
          throw new UnreadableReply('The reply names another order.');
        const found = [...before, ...page];
        const next = nextPageOf(page);
        if (next !== null)
          return { items: [], next: orderFillPage(list, order, context, next, found) };
        if (list === 'fills')
          return { items: [], next: orderFillPage('olderFills', order, context, null, found) };
        return { items: inOrder(withoutDoubles(found)).map(({ item }) => item), next: null };
      }),
  };
}
