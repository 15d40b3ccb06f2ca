// Gate's list of fills: by page, within two instants that are at most a month apart.

import { DAY_MS } from '#lib/time.ts';
import type { OrderName, VenueFill } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, ListedMarket, ListQuery, Query } from '#venues/dialect.ts';
import { readListedFills } from '#venues/dialects/gate/read-fill.ts';
import { gateRequest } from '#venues/dialects/gate/requests.ts';
import { gateVerdict } from '#venues/dialects/gate/verdict.ts';
import {
  fillsByWindow,
  fillsOfWindows,
  listedOrderId,
  windowsBetween,
} from '#venues/dialects/reply/fill-lists.ts';
import { insistOnOrder } from '#venues/dialects/reply/insist-on-order.ts';
import type { RowPage, TimeWindow } from '#venues/dialects/reply/windowed-list.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

/** How old the oldest are is not documented. */
const LISTED_MS = 89 * DAY_MS;
/** The documented longest is 30 days. */
const WINDOW_MS = 29 * DAY_MS;
/** The venue's clock and that of its lists may differ. */
const MARGIN_MS = 60_000;
const PER_CALL_MAX = 1_000;

/** Fills of the account after a place, oldest first. */
export const fillsAfter = fillsByWindow({
  listedMs: LISTED_MS,
  windowMs: WINDOW_MS,
  page: (window, next: number | null, context) => fillPage({}, window, context, next ?? 1),
});

/** Without instants the list has one week alone, so that all windows since the order are read. */
export function orderFills(
  name: OrderName,
  { symbol }: ListedMarket,
  context: AccountContext,
): ListQuery<VenueFill> {
  const filter = { currency_pair: symbol, order_id: listedOrderId(name) };
  return fillsOfWindows(
    windowsBetween(name.placedAtMs - MARGIN_MS, context.nowMs + MARGIN_MS, WINDOW_MS),
    (window, next: number | null) => fillPage(filter, window, context, next ?? 1),
  );
}

function fillPage(
  filter: VenueCall['parameters'] & {
    readonly order_id?: string;
    readonly currency_pair?: string;
  },
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
        const symbol = filter.currency_pair ?? null;
        const { items: rows, unreadable } = readListedFills(body, context, symbol);
        const orderId = filter.order_id;
        if (orderId !== undefined) insistOnOrder(rows, orderId);
        const isFull = rows.length + unreadable.length >= PER_CALL_MAX;
        return { rows, next: isFull ? page + 1 : null, unreadable };
      }),
  };
}
