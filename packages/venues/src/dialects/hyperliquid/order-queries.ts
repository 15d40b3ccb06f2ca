// Orders of Hyperliquid. The reply to an action says that an order rests, or what it was filled
// for; of one that rests it does not say how much it got before.

import type {
  NewVenueOrder,
  OrderName,
  PlacedOrder,
  VenueOrder,
} from '#venue-port/exchange/exchange.ts';
import type { AccountContext, ListQuery, OrderQueries, Query, Verdict } from '#venues/dialect.ts';
import {
  cancelRequest,
  orderNumber,
  placeRequest,
} from '#venues/dialects/hyperliquid/place-request.ts';
import { prepareQueries } from '#venues/dialects/hyperliquid/prepare-queries.ts';
import { ENDED_RETAINED_MS } from '#venues/dialects/hyperliquid/promises.ts';
import { isPerpetual } from '#venues/dialects/hyperliquid/read-market.ts';
import { nameOf, readOrder } from '#venues/dialects/hyperliquid/read-order.ts';
import { accountRequest } from '#venues/dialects/hyperliquid/requests.ts';
import { orderVerdict, questionVerdict } from '#venues/dialects/hyperliquid/verdict.ts';
import { acknowledgedOrder } from '#venues/dialects/reply/acknowledged-order.ts';
import { countedIdField } from '#venues/dialects/reply/counted-id.ts';
import { insistOnName, isOtherName } from '#venues/dialects/reply/named-order.ts';
import { readOpenOrders } from '#venues/dialects/reply/read-open-orders.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  integerField,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';
import { hexOrderName, isBitsName } from '#venues/dialects/reply/uuid-order-name.ts';

export const ORDER_QUERIES: OrderQueries = {
  averagesFrom: 'fills',
  prepare: prepareQueries,
  place: (order, listed, context) => ({
    call: placeRequest(order, listed, context),
    read: (outcome) =>
      orderVerdict(
        'place',
        outcome,
        (status) => placedOrder(order, context.nowMs, status),
        order.terms.attachedStop === undefined ? 1 : 2,
      ),
  }),
  cancel: (name, listed) => ({
    call: cancelRequest(name, listed),
    read: (outcome) =>
      orderVerdict('cancel', outcome, (status) => {
        if (status !== 'success') throw new UnreadableReply('The reply is none that is known.');
        return null;
      }),
  }),
  lookUp: (name, _listed, context) => [
    lookUpQuery(name, context),
    ...(name.venueOrderId !== null && isBitsName(name.clientOrderId)
      ? [lookUpQuery({ ...name, venueOrderId: null }, context)]
      : []),
  ],
  open: (context) => [openOrders(context)],
};

function placedOrder(order: NewVenueOrder, nowMs: number, status: unknown): PlacedOrder {
  const { resting, filled } = replyFields(status, 'The status');
  const fields = replyFields(filled ?? resting, 'The status');
  const isNamed = typeof fields['cloid'] === 'string';
  if (isNamed && nameOf(fields) !== order.clientOrderId)
    throw new UnreadableReply('The reply names another order.');
  const acknowledged = acknowledgedOrder(order, countedIdField(fields, 'oid'), nowMs);
  return filled === undefined ? acknowledged : filledOrder(acknowledged, fields);
}

const NO_MORE = 'The exchange filled no more of the order.';

/** What of a market order is left is not in the book, or was more than it might reduce. */
function filledOrder(order: PlacedOrder, fields: ReplyFields): PlacedOrder {
  const filledAmount = decimalField(fields, 'totalSz');
  const averageFillPrice = decimalField(fields, 'avgPx');
  if (filledAmount <= 0n || averageFillPrice <= 0n)
    throw new UnreadableReply('The order has no fill.');
  const figures = { filledAmount, averageFillPrice };
  if (filledAmount >= order.amount) return { ...order, ...figures, state: 'filled' };
  if (order.type === 'market') return { ...order, ...figures, state: 'cancelled', reason: NO_MORE };
  return order;
}

/** Of an order that is older than ended ones are surely retained, its absence says nothing. */
function lookUpQuery(name: OrderName, context: AccountContext): Query<VenueOrder> {
  const { clientOrderId, venueOrderId, placedAtMs } = name;
  const oid = venueOrderId === null ? hexOrderName(clientOrderId) : orderNumber(venueOrderId);
  return {
    call: accountRequest('orderStatus', { oid }),
    read(outcome): Verdict<VenueOrder> {
      const verdict = questionVerdict('look_up', outcome, (body) =>
        foundOrder(body, name, context),
      );
      if (verdict.kind !== 'done') return verdict;
      if (verdict.value !== null) return { kind: 'done', value: verdict.value };
      const isRetained = context.nowMs - placedAtMs < ENDED_RETAINED_MS;
      return { kind: isRetained ? 'absent' : 'forgotten' };
    },
  };
}

/** Null: the exchange states that it has none, or shows one of another name. */
function foundOrder(body: unknown, name: OrderName, context: AccountContext): VenueOrder | null {
  const { status, order } = replyFields(body, 'The reply');
  if (status === 'unknownOid') return null;
  if (status !== 'order') throw new UnreadableReply('The reply is none that is known.');
  const fields = replyFields(order, 'The order');
  const found = readOrder(
    replyFields(fields['order'], 'The order'),
    { word: textField(fields, 'status'), sinceMs: integerField(fields, 'statusTimestamp') },
    context,
  );
  insistOnName(name, found);
  // The id may have come with no name beside it.
  return isBitsName(name.clientOrderId) && isOtherName(name, found) ? null : found;
}

/** All of them at once; those that belong to others are among them by themselves. */
function openOrders(context: AccountContext): ListQuery<VenueOrder> {
  return {
    call: accountRequest('frontendOpenOrders'),
    read: (outcome) =>
      questionVerdict('read', outcome, (body) => {
        const rows = replyList(body, 'The list of orders').filter(isOfPerpetual);
        const found = readOpenOrders(rows, { id: 'oid', name: 'cloid' }, (row) =>
          openOrder(row, context),
        );
        return { items: found.items, unreadable: found.unreadable, next: null };
      }),
  };
}

function openOrder(row: unknown, context: AccountContext): VenueOrder {
  const fields = replyFields(row, 'The order');
  const sinceMs = integerField(fields, 'timestamp');
  return readOrder(fields, { word: 'open', sinceMs }, context);
}

/** What cannot be read may be one. */
function isOfPerpetual(row: unknown): boolean {
  const coin = typeof row === 'object' && row !== null ? (row as ReplyFields)['coin'] : null;
  return typeof coin !== 'string' || isPerpetual(coin);
}
