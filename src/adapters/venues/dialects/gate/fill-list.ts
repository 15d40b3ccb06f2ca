// Gate's list of fills: by page, within two instants that are at most a month apart.

import { assert } from '#lib/assert.ts';
import { DAY_MS } from '#lib/time.ts';
import type { OrderName, VenueFill } from '#ports/exchange/exchange.ts';
import type {
  AccountContext,
  CursorPage,
  ListedMarket,
  ListQuery,
  Query,
} from '#adapters/venues/dialect.ts';
import { readListedFills } from '#adapters/venues/dialects/gate/read-fill.ts';
import { gateRequest } from '#adapters/venues/dialects/gate/requests.ts';
import { gateVerdict } from '#adapters/venues/dialects/gate/verdict.ts';
import { insistOnOrder } from '#adapters/venues/dialects/reply/insist-on-order.ts';
import type { RowPage, TimeWindow } from '#adapters/venues/dialects/reply/windowed-list.ts';
import { listAfter, wholeList } from '#adapters/venues/dialects/reply/windowed-list.ts';
import type { VenueCall } from '#adapters/venues/wire/venue-wire.ts';

/** How old the oldest are is not documented. */
const LISTED_MS = 89 * DAY_MS;
/** The documented longest is 30 days. */
const WINDOW_MS = 29 * DAY_MS;
/** The venue's clock and that of its lists may differ. */
const MARGIN_MS = 60_000;
const PER_CALL_MAX = 1_000;

/** What was filled after the cursor (null: from the first that is wanted), at most `limit`. */
export function fillsAfter(
  cursor: string | null,
  limit: number,
  context: AccountContext,
  wantedSinceMs?: number | null,
): Query<CursorPage<VenueFill>> {
  const list = {
    listedMs: LISTED_MS,
    windowMs: WINDOW_MS,
    page: (window: TimeWindow, next: number | null) => fillPage({}, window, context, next ?? 1),
  };
  return listAfter(list, { cursor, limit, nowMs: context.nowMs, wantedSinceMs });
}

/** A page of a window, beginning with the first window. */
type Place = { readonly window: TimeWindow; readonly page: number };

/** Without instants the list has one week alone, so that all windows since the order are read. */
export function orderFills(
  { venueOrderId, placedAtMs }: OrderName,
  { symbol }: ListedMarket,
  context: AccountContext,
): ListQuery<VenueFill> {
  assert(venueOrderId !== null, 'fills of an order are listed by the id of the venue');
  const untilMs = context.nowMs + MARGIN_MS;
  const windowFrom = (fromMs: number): TimeWindow => ({
    fromMs,
    toMs: Math.min(fromMs + WINDOW_MS, untilMs),
  });
  return wholeList((place: Place | null): Query<RowPage<VenueFill, Place>> => {
    const { window, page } = place ?? { window: windowFrom(placedAtMs - MARGIN_MS), page: 1 };
    const filter = { currency_pair: symbol, order_id: venueOrderId };
    const { call, read } = fillPage(filter, window, context, page);
    return {
      call,
      read(outcome) {
        const verdict = read(outcome);
        if (verdict.kind !== 'done') return verdict;
        const { next } = verdict.value;
        const value = { ...verdict.value, next: next === null ? null : { window, page: next } };
        if (next !== null) return { kind: 'done', value };
        const isLast = window.toMs >= untilMs;
        const following = isLast ? null : { window: windowFrom(window.toMs), page: 1 };
        return { kind: 'done', value: { ...value, next: following } };
      },
    };
  });
}

function fillPage(
  filter: VenueCall['parameters'] & { readonly order_id?: string },
  { fromMs, toMs }: TimeWindow,
  context: AccountContext,
  page: number,
): Query<RowPage<VenueFill, number>> {
  return {
    call: gateRequest('fills', {
      ...filter,
      from: Math.floor(fromMs / 1_000),
      to: Math.ceil(toMs / 1_000),
      page,
      limit: PER_CALL_MAX,
    }),
    read: (outcome) =>
      gateVerdict('read', outcome, (body) => {
        const { items: rows, unreadable } = readListedFills(body, context);
        const orderId = filter.order_id;
        if (orderId !== undefined) insistOnOrder(rows, orderId);
        const isFull = rows.length + unreadable.length >= PER_CALL_MAX;
        return { rows, next: isFull ? page + 1 : null, unreadable };
      }),
  };
}
