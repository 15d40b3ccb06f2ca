// Fills of an account at OKX, in the order of time, and those of one order. The list of new fills
// has three days, the other one three months.

import type { CursorPage, ListQuery, Query } from '#venues/dialect.ts';
import type { AccountContext, ListedMarket } from '#venues/dialect.ts';
import type { OrderName, VenueFill } from '#venue-port/exchange/exchange.ts';
import { assert } from '#lib/assert.ts';
import { DAY_MS, HOUR_MS } from '#lib/time.ts';
import type { Bill } from '#venues/dialects/okx/bill-list.ts';
import {
  afterParameter,
  BILLS_PER_CALL_MAX,
  billsAfter,
  inOrder,
  nextPageOf,
  withoutDoubles,
} from '#venues/dialects/okx/bill-list.ts';
import { readListedFill, readOrderFill } from '#venues/dialects/okx/read-fill.ts';
import { instTypeOf, okxRequest } from '#venues/dialects/okx/requests.ts';
import { okxVerdict } from '#venues/dialects/okx/verdict.ts';
import { insistOnOrder } from '#venues/dialects/reply/insist-on-order.ts';

/** What was filled after the cursor (null: from the first that is wanted), at most `limit`. */
export function fillsAfter(
  cursor: string | null,
  limit: number,
  context: AccountContext,
  wantedSinceMs: number | null = null,
): Query<CursorPage<VenueFill>> {
  const list = {
    newest: 'fills',
    older: 'olderFills',
    newestMs: 3 * DAY_MS - HOUR_MS,
    windowMs: 7 * DAY_MS,
    filters: [{ instType: instTypeOf(context) }],
    read: (value: unknown) => readListedFill(value, context),
  } as const;
  return billsAfter(list, cursor, limit, context, wantedSinceMs);
}

/** From both lists, because an order may have been filled over a long time; with the last page. */
export function orderFills(
  { venueOrderId }: OrderName,
  { symbol, market }: ListedMarket,
  context: AccountContext,
): ListQuery<VenueFill> {
  assert(venueOrderId !== null, 'fills of an order are listed by the id of the venue');
  const instType = instTypeOf(market);
  const order = { instType, instId: symbol, ordId: venueOrderId, limit: BILLS_PER_CALL_MAX };
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
  before: readonly Bill<VenueFill>[],
): ListQuery<VenueFill> {
  return {
    call: okxRequest(list, { ...order, ...afterParameter(afterBillId) }),
    read: (outcome) =>
      okxVerdict('read', outcome, (data) => {
        const page = data.map((value) => readOrderFill(value, context));
        insistOnOrder(page, order.ordId);
        const found = [...before, ...page];
        const next = nextPageOf(page, data.length);
        if (next !== null)
          return { items: [], next: orderFillPage(list, order, context, next, found) };
        if (list === 'fills')
          return { items: [], next: orderFillPage('olderFills', order, context, null, found) };
        return { items: inOrder(withoutDoubles(found)).map(({ item }) => item), next: null };
      }),
  };
}
