// Coinbase's list of fills. In which order it is given is not documented.

import { DAY_MS } from '#lib/time.ts';
import type { OrderName, VenueFill } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, ListedMarket, ListQuery, Query } from '#venues/dialect.ts';
import { readListedFills } from '#venues/dialects/coinbase/read-fill.ts';
import { coinbaseRequest } from '#venues/dialects/coinbase/requests.ts';
import { coinbaseVerdict } from '#venues/dialects/coinbase/verdict.ts';
import { fillsByWindow, listedOrderId } from '#venues/dialects/reply/fill-lists.ts';
import { insistOnOrder } from '#venues/dialects/reply/insist-on-order.ts';
import type { RowPage } from '#venues/dialects/reply/windowed-list.ts';
import { wholeList } from '#venues/dialects/reply/windowed-list.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

const LISTED_MS = 89 * DAY_MS;
const WINDOW_MS = 30 * DAY_MS;
const PER_CALL_MAX = 100;

/** Fills of the account after a place, oldest first. */
export const fillsAfter = fillsByWindow({
  listedMs: LISTED_MS,
  windowMs: WINDOW_MS,
  // The second instant is left out.
  page: ({ fromMs, toMs }, next: string | null, context) =>
    fillPage(
      {
        start_sequence_timestamp: new Date(fromMs).toISOString(),
        end_sequence_timestamp: new Date(toMs).toISOString(),
      },
      context,
      next,
    ),
});

/** List of the fills of one order; the id of the exchange must be known. */
export function orderFills(
  name: OrderName,
  _listed: ListedMarket,
  context: AccountContext,
): ListQuery<VenueFill> {
  const orderId = listedOrderId(name);
  return wholeList((next: string | null) =>
    fillPage({ order_ids: [orderId] }, context, next, orderId),
  );
}

/** `only`: the order that they are all of; null: of any. */
function fillPage(
  filter: VenueCall['parameters'],
  context: AccountContext,
  next: string | null,
  only: string | null = null,
): Query<RowPage<VenueFill, string>> {
  return {
    call: coinbaseRequest('fills', {
      ...filter,
      limit: PER_CALL_MAX,
      ...(next === null ? {} : { cursor: next }),
    }),
    read: (outcome) =>
      coinbaseVerdict('read', outcome, (fields) => {
        const { items: rows, unreadable } = readListedFills(fields, context);
        if (only !== null) insistOnOrder(rows, only);
        const { cursor } = fields;
        const isLast = typeof cursor !== 'string' || cursor === '';
        return { rows, next: isLast ? null : cursor, unreadable };
      }),
  };
}
