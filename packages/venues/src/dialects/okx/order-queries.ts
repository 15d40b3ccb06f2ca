// Orders of OKX. It accepts a request before it carries it out, so what became of an order is
// looked up.

import { ZERO } from '#lib/decimal.ts';
import type {
  NewVenueOrder,
  OrderName,
  PlacedOrder,
  VenueOrder,
} from '#venue-port/exchange/exchange.ts';
import type {
  AccountContext,
  ListedMarket,
  ListQuery,
  OrderQueries,
  Query,
} from '#venues/dialect.ts';
import { isSpotOnMargin, refusalIn } from '#venues/dialects/okx/account-mode.ts';
import { okxOrderName, placeRequest } from '#venues/dialects/okx/place-request.ts';
import { prepareQueries } from '#venues/dialects/okx/prepare-queries.ts';
import { UNFILLED_RETAINED_MS } from '#venues/dialects/okx/promises.ts';
import { readOrder } from '#venues/dialects/okx/read-order.ts';
import { algoIdOf } from '#venues/dialects/okx/read-waiting-order.ts';
import { receiptOf } from '#venues/dialects/okx/receipt.ts';
import { instTypeOf, okxRequest } from '#venues/dialects/okx/requests.ts';
import { okxVerdict } from '#venues/dialects/okx/verdict.ts';
import {
  cancelWaiting,
  findWaiting,
  isWaitingType,
  openWaiting,
  placeWaiting,
} from '#venues/dialects/okx/waiting-queries.ts';
import { insistOnName, isNamedOrder } from '#venues/dialects/reply/named-order.ts';
import { readOpenOrders, readSearchedOrders } from '#venues/dialects/reply/read-open-orders.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  idField,
  idIn,
  replyFields,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

const ORDERS_PER_CALL_MAX = 100;
/** So far the venue's time of an order may be from that at which it was sent. */
const AROUND_MS = 60_000;
/** An order that was placed less than this ago cannot have been forgotten yet. */
const SURELY_RETAINED_MS = UNFILLED_RETAINED_MS - 600_000;

export const ORDER_QUERIES: OrderQueries = {
  prepare: prepareQueries,
  refusalIn,
  buysByLimitIn: isSpotOnMargin,
  place: (order, listed, context) =>
    isWaitingType(order.type)
      ? placeWaiting(order, listed, context)
      : {
          call: placeRequest(order, listed, context),
          read: (outcome) =>
            okxVerdict('place', outcome, (data) =>
              acknowledged(order, context.nowMs, receiptOf(data)),
            ),
        },
  // By our name alone it is not known whether the order waits.
  cancelsBy: 'venue_order_id',
  isWaitingId: (venueOrderId) => algoIdOf(venueOrderId) !== null,
  cancel: (name, listed) =>
    algoIdOf(name.venueOrderId) === null ? cancelAtWork(name, listed) : cancelWaiting(name, listed),
  lookUp: (name, listed, context) => {
    const isRetained = context.nowMs - name.placedAtMs < SURELY_RETAINED_MS;
    if (algoIdOf(name.venueOrderId) !== null) return [findWaiting(name, context, isRetained)];
    return [
      lookUpQuery(name, listed, context),
      ...(name.venueOrderId === null ? [findWaiting(name, context, isRetained)] : []),
      ...(isRetained ? [] : [pastLookUp(name, listed, context)]),
    ];
  },
  open: (context) => [openOrders(context, null), openWaiting(context)],
};

function cancelAtWork(name: OrderName, listed: ListedMarket): Query<VenueOrder | null> {
  return {
    call: okxRequest('cancelOrder', namedOrder(name, listed)),
    read: (outcome) =>
      okxVerdict('cancel', outcome, (data) => {
        checkName(name, receiptOf(data));
        return null;
      }),
  };
}

/** The venue has taken the request; whether the order ever works is not said. */
function acknowledged(order: NewVenueOrder, nowMs: number, receipt: ReplyFields): PlacedOrder {
  if (textField(receipt, 'clOrdId') !== order.clientOrderId)
    throw new UnreadableReply('The reply names another order.');
  const { clientOrderId, marketTag, side, type, price, amount, terms } = order;
  return {
    venueOrderId: idField(receipt, 'ordId'),
    clientOrderId,
    marketTag,
    side,
    type,
    price,
    amount,
    terms,
    filledAmount: ZERO,
    averageFillPrice: ZERO,
    state: 'acknowledged',
    reason: null,
    placedAtMs: nowMs,
    updatedAtMs: nowMs,
  };
}

/** By the venue's id where it is known. */
function namedOrder(
  { clientOrderId, venueOrderId }: OrderName,
  { symbol }: ListedMarket,
): VenueCall['parameters'] {
  return venueOrderId === null
    ? { instId: symbol, clOrdId: okxOrderName(clientOrderId) }
    : { instId: symbol, ordId: venueOrderId };
}

function checkName({ clientOrderId, venueOrderId }: OrderName, receipt: ReplyFields): void {
  const isSame =
    venueOrderId === null
      ? receipt['clOrdId'] === clientOrderId
      : idIn(receipt['ordId']) === venueOrderId;
  if (!isSame) throw new UnreadableReply('The reply names another order.');
}

function lookUpQuery(
  name: OrderName,
  listed: ListedMarket,
  context: AccountContext,
): Query<VenueOrder> {
  return {
    call: okxRequest('order', namedOrder(name, listed)),
    read: (outcome) =>
      okxVerdict('look_up', outcome, (data) => {
        if (data.length !== 1) throw new UnreadableReply('The reply is not of one order.');
        return insistOnName(name, readOrder(data[0], context));
      }),
  };
}

/**
 * Orders with fills are in the list of three months, which is by time and not by name. One that is
 * not in it may have ended without a fill, and such orders are forgotten.
 */
function pastLookUp(
  name: OrderName,
  { symbol, market }: ListedMarket,
  context: AccountContext,
): Query<VenueOrder> {
  const call = okxRequest('endedOrders', {
    instType: instTypeOf(market),
    instId: symbol,
    begin: name.placedAtMs - AROUND_MS,
    end: name.placedAtMs + AROUND_MS,
    limit: ORDERS_PER_CALL_MAX,
  });
  return {
    call,
    read(outcome) {
      const verdict = okxVerdict('look_up', outcome, (data) => searched(data, name, context));
      if (verdict.kind !== 'done') return verdict;
      const order = verdict.value;
      return order === undefined ? { kind: 'forgotten' } : { kind: 'done', value: order };
    },
  };
}

/** Throws UnreadableReply where one that cannot be read may be the order. */
function searched(
  data: readonly unknown[],
  name: OrderName,
  context: AccountContext,
): VenueOrder | undefined {
  const rows = readSearchedOrders(data, KEYS, (value) => readOrder(value, context));
  const found = rows.items.find((order) => isNamedOrder(name, order));
  const [unknown] = rows.unreadable.filter(({ venueOrderId, venueName }) =>
    venueOrderId !== null && name.venueOrderId !== null
      ? venueOrderId === name.venueOrderId
      : venueName === null || venueName === name.clientOrderId,
  );
  if (found === undefined && unknown !== undefined) throw new UnreadableReply(unknown.detail);
  return found;
}

const KEYS = { id: 'ordId', name: 'clOrdId' };

function openOrders(context: AccountContext, afterId: string | null): ListQuery<VenueOrder> {
  const call = okxRequest('openOrders', {
    instType: instTypeOf(context),
    limit: ORDERS_PER_CALL_MAX,
    ...(afterId === null ? {} : { after: afterId }),
  });
  return {
    call,
    read: (outcome) =>
      okxVerdict('read', outcome, (data) => {
        const rows = readOpenOrders(data, KEYS, (value) => readOrder(value, context));
        const isFull = data.length >= ORDERS_PER_CALL_MAX;
        return {
          items: rows.items.filter(({ state }) => state === 'open'),
          unreadable: rows.unreadable,
          // The next page is behind the last order of this one, whatever else it says.
          next: isFull
            ? openOrders(context, idField(replyFields(data.at(-1), 'The order'), 'ordId'))
            : null,
        };
      }),
  };
}
