// Orders of Bitget. Placements and cancellations are taken before they are carried out: what became
// of them is looked up, by the id of the venue. By our name only lists find those that have ended.

import type { OrderName, VenueOrder } from '#ports/exchange/exchange.ts';
import type {
  AccountContext,
  ListQuery,
  OrderQueries,
  Page,
  Query,
  Verdict,
} from '#adapters/venues/dialect.ts';
import { placeRequest } from '#adapters/venues/dialects/bitget/place-request.ts';
import { ENDED_RETAINED_MS } from '#adapters/venues/dialects/bitget/promises.ts';
import { orderIdField, readOrder } from '#adapters/venues/dialects/bitget/read-order.ts';
import { bitgetRequest } from '#adapters/venues/dialects/bitget/requests.ts';
import { bitgetVerdict } from '#adapters/venues/dialects/bitget/verdict.ts';
import { acknowledgedOrder } from '#adapters/venues/dialects/reply/acknowledged-order.ts';
import { compareIds } from '#adapters/venues/dialects/reply/counted-id.ts';
import { plainOrderName } from '#adapters/venues/dialects/reply/own-order-name.ts';
import {
  readOpenOrders,
  readSearchedOrders,
} from '#adapters/venues/dialects/reply/read-open-orders.ts';
import {
  idIn,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#adapters/venues/dialects/reply/reply-fields.ts';
import type { VenueCall } from '#adapters/venues/wire/venue-wire.ts';

const ORDERS_PER_CALL_MAX = 100;

export const ORDER_QUERIES: OrderQueries = {
  prepare: () => [],
  place: (order, listed, context) => ({
    call: placeRequest(order, listed, context),
    read: (outcome) =>
      bitgetVerdict('place', outcome, (data) => {
        const receipt = replyFields(data, 'The receipt');
        if (textField(receipt, 'clientOid') !== plainOrderName(order.clientOrderId))
          throw new UnreadableReply('The reply names another order.');
        return acknowledgedOrder(order, orderIdField(receipt), context.nowMs);
      }),
  }),
  // By our name while it is at work; after that the look-up finds how it ended.
  cancel: (name, { symbol }) => ({
    call: bitgetRequest('cancelOrder', { symbol, ...namedOrder(name) }),
    read: (outcome) =>
      bitgetVerdict('cancel', outcome, (data) => {
        const receipt = replyFields(data, 'The receipt');
        for (const [field, value] of Object.entries(namedOrder(name)))
          if (idIn(receipt[field]) !== value)
            throw new UnreadableReply('The reply names another order.');
        return null;
      }),
  }),
  lookUp: (name, _listed, context) =>
    name.venueOrderId === null ? [] : [lookUpQuery(name, name.venueOrderId, context)],
  // First those that are open: an order goes from there to the ended ones, which have no end, so
  // that one that ended meanwhile is among them.
  placedBetween: (fromMs, _toMs, { symbol }, context) => [
    searched('openOrders', { symbol }, context, () =>
      searched(
        'endedOrders',
        { symbol, startTime: Math.max(fromMs, context.nowMs - ENDED_RETAINED_MS) },
        context,
        () => null,
      ),
    ),
  ],
  open: (context) => [openOrders(context)],
};

function namedOrder({ clientOrderId, venueOrderId }: OrderName): Readonly<Record<string, string>> {
  return venueOrderId === null
    ? { clientOid: plainOrderName(clientOrderId) }
    : { orderId: venueOrderId };
}

/** Of an order that is older than ended ones are surely retained, its absence says nothing. */
function lookUpQuery(
  name: OrderName,
  venueOrderId: string,
  context: AccountContext,
): Query<VenueOrder> {
  const absence: Verdict<never> =
    context.nowMs - name.placedAtMs < ENDED_RETAINED_MS
      ? { kind: 'absent' }
      : { kind: 'forgotten' };
  return {
    call: bitgetRequest('order', { orderId: venueOrderId }),
    read(outcome): Verdict<VenueOrder> {
      const verdict = bitgetVerdict('look_up', outcome, (data) => {
        const [found, ...others] = replyList(data, 'The list of orders');
        if (found === undefined) return null;
        const order = readOrder(found, context);
        if (others.length > 0 || order.venueOrderId !== venueOrderId)
          throw new UnreadableReply('The reply names another order.');
        return order;
      });
      if (verdict.kind === 'absent') return absence;
      if (verdict.kind !== 'done') return verdict;
      return verdict.value === null ? absence : { kind: 'done', value: verdict.value };
    },
  };
}

type List = 'openOrders' | 'endedOrders';

/** Newest first, before an id. */
function orderPage(
  list: List,
  filter: VenueCall['parameters'],
  before: string | null,
  read: (rows: readonly unknown[], last: string | null) => Page<VenueOrder>,
): ListQuery<VenueOrder> {
  return {
    call: bitgetRequest(list, {
      ...filter,
      limit: ORDERS_PER_CALL_MAX,
      ...(before === null ? {} : { idLessThan: before }),
    }),
    read: (outcome) =>
      bitgetVerdict('read', outcome, (data) => {
        const rows = replyList(data, 'The list of orders');
        if (rows.length < ORDERS_PER_CALL_MAX) return read(rows, null);
        const last = orderIdField(replyFields(rows.at(-1), 'The order'));
        if (before !== null && compareIds(last, before) >= 0)
          throw new UnreadableReply('The list does not go on.');
        return read(rows, last);
      }),
  };
}

const KEYS = { id: 'orderId', name: 'clientOid' };

/**
 * All orders that the filter lets pass; one that cannot be read may be the one that is wanted, and
 * so may one whose name is empty, which the venue gives to none.
 */
function searched(
  list: List,
  filter: VenueCall['parameters'],
  context: AccountContext,
  after: () => ListQuery<VenueOrder> | null,
  before: string | null = null,
): ListQuery<VenueOrder> {
  return orderPage(list, filter, before, (rows, last) => ({
    ...readSearchedOrders(rows, KEYS, (row) => {
      textField(replyFields(row, 'The order'), KEYS.name);
      return readOrder(row, context, list === 'openOrders');
    }),
    next: last === null ? after() : searched(list, filter, context, after, last),
  }));
}

function openOrders(context: AccountContext, before: string | null = null): ListQuery<VenueOrder> {
  return orderPage('openOrders', {}, before, (rows, last) => {
    const { items, unreadable } = readOpenOrders(rows, KEYS, (row) =>
      readOrder(row, context, true),
    );
    return {
      items: items.filter(({ state }) => state === 'open'),
      unreadable,
      next: last === null ? null : openOrders(context, last),
    };
  });
}
