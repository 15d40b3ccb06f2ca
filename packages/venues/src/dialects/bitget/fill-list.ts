// Bitget's list of fills: from the newest on, before an id, of at most ninety days.

import { DAY_MS } from '#lib/time.ts';
import type { OrderName, VenueFill } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, ListedMarket, ListQuery, Query } from '#venues/dialect.ts';
import { readListedFills } from '#venues/dialects/bitget/read-fill.ts';
import { bitgetRequest } from '#venues/dialects/bitget/requests.ts';
import { bitgetVerdict } from '#venues/dialects/bitget/verdict.ts';
import { compareIds, idAfter } from '#venues/dialects/reply/counted-id.ts';
import { fillsByWindow, listedOrderId } from '#venues/dialects/reply/fill-lists.ts';
import { insistOnOrder } from '#venues/dialects/reply/insist-on-order.ts';
import { UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';
import type { RowPage, TimeWindow } from '#venues/dialects/reply/windowed-list.ts';
import { wholeList } from '#venues/dialects/reply/windowed-list.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

const LISTED_MS = 89 * DAY_MS;
const WINDOW_MS = 30 * DAY_MS;
const PER_CALL_MAX = 100;
/** So far the time of an order here may be from the venue's. */
const AROUND_MS = 60_000;

/** Fills of the account after a place, oldest first. */
export const fillsAfter = fillsByWindow({
  listedMs: LISTED_MS,
  windowMs: WINDOW_MS,
  page: (window, next: string | null, context) =>
    fillPage(listedBetween(window, context), context, next),
});

/** What the list has without a window is not documented. */
export function orderFills(
  name: OrderName,
  { symbol }: ListedMarket,
  context: AccountContext,
): ListQuery<VenueFill> {
  const startTime = Math.max(name.placedAtMs - AROUND_MS, context.nowMs - LISTED_MS);
  return wholeList((next: string | null) =>
    fillPage({ symbol, orderId: listedOrderId(name), startTime }, context, next),
  );
}

/** A list without an end goes to now. One to an instant to come may be refused (40902, 43111). */
export function listedBetween(
  { fromMs, toMs }: TimeWindow,
  { nowMs }: AccountContext,
): { readonly startTime: number; readonly endTime?: number } {
  return toMs < nowMs - AROUND_MS ? { startTime: fromMs, endTime: toMs } : { startTime: fromMs };
}

function fillPage(
  filter: VenueCall['parameters'] & { readonly orderId?: string },
  context: AccountContext,
  before: string | null,
): Query<RowPage<VenueFill, string>> {
  return {
    call: bitgetRequest('fills', {
      ...filter,
      limit: PER_CALL_MAX,
      ...(before === null ? {} : { idLessThan: before }),
    }),
    read: (outcome) =>
      bitgetVerdict('read', outcome, (data) => {
        const { items: rows, unreadable } = readListedFills(data, context);
        const { orderId } = filter;
        if (orderId !== undefined) insistOnOrder(rows, orderId);
        const isFull = rows.length + unreadable.length >= PER_CALL_MAX;
        if (!isFull) return { rows, next: null, unreadable };
        const last = rows.at(-1);
        if (last === undefined) throw new UnreadableReply('No fill of the list can be read.');
        // Two orders of the account may have filled one another: both have the id of the trade.
        const next = idAfter(last.tradeId);
        if (before !== null && compareIds(next, before) >= 0)
          throw new UnreadableReply('The list does not go on.');
        return { rows, next, unreadable };
      }),
  };
}
