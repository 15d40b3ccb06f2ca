// Reading OKX's lists of what was booked onwards. They are given newest first, so the windows of
// time after a place are read whole until one has something. The newest bills have a list of their
// own.

import type { MarketTag } from '#venue-port/market/market.ts';
import type { AccountContext, CursorPage, Query, UnreadableFillRow } from '#venues/dialect.ts';
import { tagOf } from '#venues/dialects/okx/read-order.ts';
import type { OkxEndpoint } from '#venues/dialects/okx/requests.ts';
import { okxRequest } from '#venues/dialects/okx/requests.ts';
import { okxVerdict } from '#venues/dialects/okx/verdict.ts';
import type { ListPlace } from '#venues/dialects/reply/list-place.ts';
import { cursorOf, placeAfter, placeOf } from '#venues/dialects/reply/list-place.ts';
import { readFillRows } from '#venues/dialects/reply/read-open-orders.ts';
import { replyFields, UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

/** What a list is sorted and continued by. */
export type Bill<T> = {
  readonly id: string;
  readonly atMs: number;
  readonly billId: string;
  readonly item: T;
};

export type BillList<T> = {
  readonly newest: OkxEndpoint;
  readonly older: OkxEndpoint;
  /** So much of the past is in the list of the newest for certain. */
  readonly newestMs: number;
  readonly windowMs: number;
  /** Each is a list of its own. */
  readonly filters: readonly VenueCall['parameters'][];
  /** The item is null where nothing follows from the bill. */
  readonly read: (value: unknown) => Bill<T | null>;
};

/** The venue lists three months. */
const LISTED_MS = 89 * 86_400_000;
export const BILLS_PER_CALL_MAX = 100;
/** A window with more is read in parts. */
const PAGES_MAX = 10;
const PARTS = 8;
const WINDOW_MS_MIN = 1_000;

type Reading<T> = {
  readonly list: BillList<T>;
  readonly cursor: string | null;
  readonly place: ListPlace;
  readonly limit: number;
  readonly context: AccountContext;
};

type Window = { readonly fromMs: number; readonly durationMs: number };

type Progress<T> = {
  readonly filterIndex: number;
  readonly afterBillId: string | null;
  readonly pageCount: number;
  readonly found: readonly Bill<T | null>[];
  /** Also those of windows before. */
  readonly unreadable: readonly UnreadableFillRow[];
};

const START = {
  filterIndex: 0,
  afterBillId: null,
  pageCount: 0,
  found: [],
  unreadable: [],
} as const;

/** What was booked after the cursor (null: from the first that is wanted), at most `limit`. */
export function billsAfter<T>(
  list: BillList<T>,
  cursor: string | null,
  limit: number,
  context: AccountContext,
  wantedSinceMs: number | null = null,
): Query<CursorPage<T>> {
  const { nowMs } = context;
  const place = placeOf(cursor, { nowMs, listedMs: LISTED_MS, wantedSinceMs });
  const reading = { list, cursor, place, limit, context };
  return windowQuery(reading, windowFrom(place.sinceMs, reading), START);
}

/** One in the older list ends where the other list begins: the older one may be behind. */
function windowFrom<T>(
  fromMs: number,
  { list: { newestMs, windowMs }, context: { nowMs } }: Reading<T>,
): Window {
  const leftMs = nowMs - newestMs - fromMs;
  return { fromMs, durationMs: leftMs > 0 ? Math.min(leftMs, windowMs) : windowMs };
}

function windowQuery<T>(
  reading: Reading<T>,
  window: Window,
  progress: Progress<T>,
): Query<CursorPage<T>> {
  const { list, cursor, context } = reading;
  const { fromMs, durationMs } = window;
  const { filterIndex } = progress;
  const isNew = fromMs >= context.nowMs - list.newestMs;
  const call = okxRequest(isNew ? list.newest : list.older, {
    ...list.filters[filterIndex],
    begin: fromMs,
    end: fromMs + durationMs,
    limit: BILLS_PER_CALL_MAX,
    ...afterParameter(progress.afterBillId),
  });
  const goOn = (rest: Query<CursorPage<T>>): CursorPage<T> => ({ items: [], cursor, rest });
  return {
    call,
    read: (outcome) =>
      okxVerdict('read', outcome, (data) => {
        const marketOf = (row: unknown): MarketTag => tagOf(replyFields(row, 'The bill'), context);
        const page = readFillRows(data, KEYS, marketOf, (value) => [list.read(value)]);
        const found = [...progress.found, ...page.items];
        const unreadable = [...progress.unreadable, ...page.unreadable];
        const pageCount = progress.pageCount + 1;
        const afterBillId = nextPageOf(page.items, data.length);
        const next = { filterIndex: filterIndex + 1, found, unreadable };
        if (afterBillId === null && next.filterIndex < list.filters.length)
          return goOn(windowQuery(reading, window, { ...START, ...next }));
        if (afterBillId === null) return endOfWindow(reading, window, found, unreadable);
        if (pageCount >= PAGES_MAX && durationMs > WINDOW_MS_MIN) {
          const part = { fromMs, durationMs: Math.ceil(durationMs / PARTS) };
          return goOn(windowQuery(reading, part, { ...START, unreadable }));
        }
        return goOn(
          windowQuery(reading, window, { filterIndex, afterBillId, pageCount, found, unreadable }),
        );
      }),
  };
}

/** Parameter by which a list goes on behind a bill; none at its beginning. */
export function afterParameter(billId: string | null): { readonly after?: string } {
  return billId === null ? {} : { after: billId };
}

/** A page that is full may have another one behind it, with what is older than its last item. */
export function nextPageOf<T>(page: readonly Bill<T>[], listedCount: number): string | null {
  if (listedCount < BILLS_PER_CALL_MAX) return null;
  const last = page.at(-1);
  if (last === undefined) throw new UnreadableReply('No row of the list can be read.');
  return last.billId;
}

/** Of fills; other bills have no order of the account. */
const KEYS = { id: 'ordId', name: 'clOrdId' };

function endOfWindow<T>(
  reading: Reading<T>,
  { fromMs, durationMs }: Window,
  found: readonly Bill<T | null>[],
  unreadable: readonly UnreadableFillRow[],
): CursorPage<T> {
  const { place, limit, context, cursor } = reading;
  const some = withoutDoubles(found).filter(hasItem);
  const fresh = inOrder(some.filter(({ id }) => !place.seen.has(id)));
  const items = fresh.slice(0, limit);
  const endMs = fromMs + durationMs;
  if (items.length === 0 && endMs < context.nowMs) {
    const next = { ...START, unreadable };
    return { items: [], cursor, rest: windowQuery(reading, windowFrom(endMs, reading), next) };
  }
  const after = placeAfter(place, items, context.nowMs);
  return {
    items: items.map(({ item }) => item),
    cursor: after === place && cursor !== null ? cursor : cursorOf(after),
    rest: null,
    ...(unreadable.length === 0 ? {} : { unreadable }),
  };
}

function hasItem<T>(bill: Bill<T | null>): bill is Bill<T> {
  return bill.item !== null;
}

/** Bills once each: pages of a list overlap when bills are added. */
export function withoutDoubles<T>(bills: readonly Bill<T>[]): readonly Bill<T>[] {
  return [...new Map(bills.map((bill) => [bill.id, bill])).values()];
}

/** Oldest first; the same in every page. */
export function inOrder<T>(bills: readonly Bill<T>[]): readonly Bill<T>[] {
  return bills.toSorted(
    (left, right) =>
      left.atMs - right.atMs ||
      left.billId.length - right.billId.length ||
      (left.billId < right.billId ? -1 : 1),
  );
}
