// Orders of a unified account of KuCoin. As in the classic mode, placements and cancellations are
// acknowledged, and what became of them is looked up.

import { assert } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { HOUR_MS } from '#lib/time.ts';
import type { NewVenueOrder, OrderName, VenueOrder } from '#venue-port/exchange/exchange.ts';
import type {
  AccountContext,
  ListedMarket,
  ListQuery,
  OrderQueries,
  Query,
  Verdict,
} from '#venues/dialect.ts';
import { orderIdField } from '#venues/dialects/kucoin/read-order.ts';
import { readUnifiedOrder } from '#venues/dialects/kucoin/read-unified-order.ts';
import { kucoinRequest } from '#venues/dialects/kucoin/requests.ts';
import { kucoinVerdict } from '#venues/dialects/kucoin/verdict.ts';
import { acknowledgedOrder } from '#venues/dialects/reply/acknowledged-order.ts';
import { insistOnName } from '#venues/dialects/reply/named-order.ts';
import { plainOrderName } from '#venues/dialects/reply/own-order-name.ts';
import { readOpenOrders } from '#venues/dialects/reply/read-open-orders.ts';
import {
  idIn,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

/** "Canceled NORMAL orders without fills: within the last 2 hours"; the margin is for clocks. */
const SURELY_RETAINED_MS = 2 * HOUR_MS - 600_000;
/** The number of rows without which a page is not full, which is the exchange's own choice. */
const ROWS_PER_PAGE = 50;
const SPOT = { tradeType: 'SPOT' } as const;

export const UNIFIED_ORDER_QUERIES: Pick<OrderQueries, 'place' | 'cancel' | 'lookUp' | 'open'> = {
  place: (order, listed, { nowMs }) => ({
    call: placeRequest(order, listed),
    read: (outcome) =>
      kucoinVerdict('place', outcome, (data) => {
        const fields = replyFields(data, 'The receipt');
        if (textField(fields, 'clientOid') !== plainOrderName(order.clientOrderId))
          throw new UnreadableReply('The reply names another order.');
        return acknowledgedOrder(order, orderIdField(fields, 'orderId'), nowMs);
      }),
  }),
  cancel: (name, listed) => ({
    call: kucoinRequest('unifiedCancel', namedOrder(name, listed)),
    read: (outcome) =>
      kucoinVerdict('cancel', outcome, (data) => {
        const fields = replyFields(data, 'The receipt');
        const isNamed =
          name.venueOrderId === null
            ? fields['clientOid'] === plainOrderName(name.clientOrderId)
            : idIn(fields['orderId']) === name.venueOrderId;
        if (!isNamed) throw new UnreadableReply('The reply names another order.');
        return null;
      }),
  }),
  lookUp: (name, listed, context) => [lookUpQuery(name, listed, context)],
  open: (context) => [openOrders(context, 1)],
};

/** Amounts are in base. Whoever calls this has compared the order with `orderSupport`. */
function placeRequest(order: NewVenueOrder, { market, symbol }: ListedMarket): VenueCall {
  const { type, terms } = order;
  assert(type === 'limit' || type === 'market', 'only limit and market orders are sent');
  assert(terms.expiresAtMs === null && !terms.isReduceOnly, 'the terms are ones of the venue');
  assert(market.marketType === 'spot', 'only spot is traded');
  return kucoinRequest('unifiedPlace', {
    ...SPOT,
    clientOid: plainOrderName(order.clientOrderId),
    symbol,
    side: order.side.toUpperCase(),
    orderType: type.toUpperCase(),
    size: formatDecimal(order.amount),
    sizeUnit: 'BASECCY',
    ...(type === 'limit' ? { price: formatDecimal(order.price) } : {}),
    ...(terms.isPostOnly ? { postOnly: true } : {}),
  });
}

/** By the venue's id where it is known. */
function namedOrder(
  { clientOrderId, venueOrderId }: OrderName,
  { symbol }: ListedMarket,
): VenueCall['parameters'] {
  return venueOrderId === null
    ? { ...SPOT, symbol, clientOid: plainOrderName(clientOrderId) }
    : { ...SPOT, symbol, orderId: venueOrderId };
}

/** Of an order that is older than ended ones are surely retained, its absence says nothing. */
function lookUpQuery(
  name: OrderName,
  listed: ListedMarket,
  context: AccountContext,
): Query<VenueOrder> {
  return {
    call: kucoinRequest('unifiedOrder', namedOrder(name, listed)),
    read(outcome): Verdict<VenueOrder> {
      const verdict = kucoinVerdict('look_up', outcome, (data) =>
        insistOnName(name, readUnifiedOrder(data, context)),
      );
      const isRetained = context.nowMs - name.placedAtMs < SURELY_RETAINED_MS;
      return verdict.kind === 'absent' && !isRetained ? { kind: 'forgotten' } : verdict;
    },
  };
}

const KEYS = { id: 'orderId', name: 'clientOid' };

/** Of all markets, page by page; those that wait for a price are in a list of their own. */
function openOrders(context: AccountContext, pageNumber: number): ListQuery<VenueOrder> {
  return {
    call: kucoinRequest('unifiedOpenOrders', {
      ...SPOT,
      orderFilter: 'NORMAL',
      pageNumber,
      pageSize: ROWS_PER_PAGE,
    }),
    read: (outcome) =>
      kucoinVerdict('read', outcome, (data) => {
        const rows = replyList(replyFields(data, 'The page')['items'] ?? [], 'The list of orders');
        const found = readOpenOrders(rows, KEYS, (row) => readUnifiedOrder(row, context));
        const items = found.items.filter(({ state }) => state === 'open');
        const isFull = rows.length >= ROWS_PER_PAGE;
        const next = isFull ? openOrders(context, pageNumber + 1) : null;
        return { items, unreadable: found.unreadable, next };
      }),
  };
}
