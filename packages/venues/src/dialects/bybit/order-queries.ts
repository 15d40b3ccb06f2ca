// Orders of Bybit. It acknowledges a request before it carries it out, so what became of an order
// is in its lists only: those that are open or have just ended, and those of the past.

import { assert } from '#lib/assert.ts';
import { DAY_MS, HOUR_MS } from '#lib/time.ts';
import type {
  NewVenueOrder,
  OrderName,
  PlacedOrder,
  VenueFill,
  VenueOrder,
} from '#venue-port/exchange/exchange.ts';
import type {
  AccountContext,
  ListedMarket,
  ListQuery,
  OrderQueries,
  Query,
} from '#venues/dialect.ts';
import { prepareQueries } from '#venues/dialects/bybit/prepare-queries.ts';
import { placeRequest } from '#venues/dialects/bybit/place-request.ts';
import type { Execution } from '#venues/dialects/bybit/read-execution.ts';
import { inOrder, readExecution, readFill } from '#venues/dialects/bybit/read-execution.ts';
import { readOrder } from '#venues/dialects/bybit/read-order.ts';
import { readPage } from '#venues/dialects/bybit/read-page.ts';
import { bybitRequest, categoryOf, SETTLE_COINS } from '#venues/dialects/bybit/requests.ts';
import { bybitVerdict } from '#venues/dialects/bybit/verdict.ts';
import { insistOnName } from '#venues/dialects/reply/named-order.ts';
import { attachedLookUps } from '#venues/dialects/bybit/attached-look-ups.ts';
import { plainOrderName } from '#venues/dialects/reply/own-order-name.ts';
import { acknowledgedOrder } from '#venues/dialects/reply/acknowledged-order.ts';
import { readOpenOrders } from '#venues/dialects/reply/read-open-orders.ts';
import {
  idField,
  idIn,
  replyFields,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

const ORDERS_PER_CALL_MAX = 50;
const FILLS_PER_CALL_MAX = 100;
const WEEK_MS = 7 * DAY_MS;

export const ORDER_QUERIES: OrderQueries = {
  prepare: prepareQueries,
  place: (order, listed, { nowMs }) => ({
    call: placeRequest(order, listed),
    read: (outcome) =>
      bybitVerdict('place', outcome, (result) => acknowledged(order, nowMs, result)),
  }),
  cancel: (name, listed) => ({
    call: bybitRequest('cancelOrder', namedOrder(name, listed)),
    read: (outcome) =>
      bybitVerdict('cancel', outcome, (result) => {
        checkName(name, result);
        return null;
      }),
  }),
  lookUp: (name, listed, context) =>
    name.isAttached === true && name.venueOrderId === null
      ? attachedLookUps(name, listed, context)
      : [lookUpQuery('orders', {}, name, listed, context), ...pastLookUps(name, listed, context)],
  open: (context) =>
    context.marketType === 'spot'
      ? [openOrders(context, {}, null)]
      : SETTLE_COINS.map((settleCoin) => openOrders(context, { settleCoin }, null)),
};

/** The venue has taken the request; whether the order ever works is not said. */
function acknowledged(order: NewVenueOrder, nowMs: number, result: unknown): PlacedOrder {
  const fields = replyFields(result, 'The acknowledgement');
  if (textField(fields, 'orderLinkId') !== order.clientOrderId)
    throw new UnreadableReply('The reply names another order.');
  return acknowledgedOrder(order, idField(fields, 'orderId'), nowMs);
}

/** By the venue's id where it is known. */
function namedOrder(
  { clientOrderId, venueOrderId }: OrderName,
  { symbol, market }: ListedMarket,
): VenueCall['parameters'] {
  const shared = { category: categoryOf(market.marketType), symbol };
  return venueOrderId === null
    ? { ...shared, orderLinkId: plainOrderName(clientOrderId) }
    : { ...shared, orderId: venueOrderId };
}

function checkName({ clientOrderId, venueOrderId }: OrderName, result: unknown): void {
  const fields = replyFields(result, 'The acknowledgement');
  const isSame =
    venueOrderId === null
      ? fields['orderLinkId'] === clientOrderId
      : idIn(fields['orderId']) === venueOrderId;
  if (!isSame) throw new UnreadableReply('The reply names another order.');
}

/**
 * The past is listed for a week unless a window is given. An order that ended without a fill is
 * forgotten after a day, so that of an older one nothing is known.
 */
function pastLookUps(
  name: OrderName,
  listed: ListedMarket,
  context: AccountContext,
): readonly Query<VenueOrder>[] {
  const ageMs = context.nowMs - name.placedAtMs;
  const recent = lookUpQuery('endedOrders', {}, name, listed, context);
  if (ageMs < WEEK_MS - DAY_MS) return [recent];
  // An order that worked for long is in the list by the time of its placement or of its end.
  const startTime = name.placedAtMs - HOUR_MS;
  const window = { startTime, endTime: startTime + WEEK_MS };
  return [recent, lookUpQuery('endedOrders', window, name, listed, context)];
}

function lookUpQuery(
  endpoint: 'orders' | 'endedOrders',
  window: VenueCall['parameters'],
  name: OrderName,
  listed: ListedMarket,
  context: AccountContext,
): Query<VenueOrder> {
  return {
    call: bybitRequest(endpoint, { ...namedOrder(name, listed), ...window }),
    read(outcome) {
      const verdict = bybitVerdict('look_up', outcome, (result) => {
        const orders = readPage(result, 'The list of orders').list;
        return orders.map((value) => insistOnName(name, readOrder(value, context)));
      });
      if (verdict.kind !== 'done') return verdict;
      const found = verdict.value.find(({ state }) => state === 'open') ?? verdict.value[0];
      if (found !== undefined) return { kind: 'done', value: found };
      const isRetained = context.nowMs - name.placedAtMs < DAY_MS - HOUR_MS;
      return endpoint === 'orders' || isRetained ? { kind: 'absent' } : { kind: 'forgotten' };
    },
  };
}

function openOrders(
  context: AccountContext,
  filter: VenueCall['parameters'],
  cursor: string | null,
): ListQuery<VenueOrder> {
  const call = bybitRequest('orders', {
    category: categoryOf(context.marketType),
    ...filter,
    openOnly: 0,
    limit: ORDERS_PER_CALL_MAX,
    ...(cursor === null ? {} : { cursor }),
  });
  return {
    call,
    read: (outcome) =>
      bybitVerdict('read', outcome, (result) => {
        const { list, nextCursor } = readPage(result, 'The list of orders');
        const keys = { id: 'orderId', name: 'orderLinkId' };
        const rows = readOpenOrders(list, keys, (value) => readOrder(value, context));
        return {
          items: rows.items.filter(isOpen),
          unreadable: rows.unreadable,
          next: nextCursor === null ? null : openOrders(context, filter, nextCursor),
        };
      }),
  };
}

function isOpen({ state }: VenueOrder): boolean {
  return state === 'open';
}

/** Newest first at the venue, so they are given back with the last page. */
export function orderFills(
  name: OrderName,
  { market }: ListedMarket,
  context: AccountContext,
): ListQuery<VenueFill> {
  const { venueOrderId } = name;
  assert(venueOrderId !== null, 'fills of an order are listed by the id of the venue');
  return orderFillPage(venueOrderId, categoryOf(market.marketType), context, null, []);
}

function orderFillPage(
  orderId: string,
  category: string,
  context: AccountContext,
  cursor: string | null,
  before: readonly Execution<VenueFill>[],
): ListQuery<VenueFill> {
  const call = bybitRequest('executions', {
    category,
    orderId,
    limit: FILLS_PER_CALL_MAX,
    ...(cursor === null ? {} : { cursor }),
  });
  return {
    call,
    read: (outcome) =>
      bybitVerdict('read', outcome, (result) => {
        const { list, nextCursor } = readPage(result, 'The list of executions');
        const page = list.map((value) => readExecution(value, context, readFill));
        if (page.some(({ item }) => item.venueOrderId !== orderId))
          throw new UnreadableReply('The reply names another order.');
        const found = [...before, ...page];
        if (nextCursor !== null)
          return {
            items: [],
            next: orderFillPage(orderId, category, context, nextCursor, found),
          };
        return { items: inOrder(found).map(({ item }) => item), next: null };
      }),
  };
}
