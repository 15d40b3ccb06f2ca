// Orders of Kraken. Its reply to a placement is an id alone, so what became of the order is looked
// up: among the open orders first, because an order goes from there to the ended ones.

import type {
  NewVenueOrder,
  OrderName,
  PlacedOrder,
  VenueOrder,
} from '#ports/exchange/exchange.ts';
import type {
  AccountContext,
  ListQuery,
  OrderQueries,
  Query,
  Verdict,
} from '#adapters/venues/dialect.ts';
import { placeRequest } from '#adapters/venues/dialects/kraken/place-request.ts';
import { UNFILLED_RETAINED_MS } from '#adapters/venues/dialects/kraken/promises.ts';
import { readListedOrders, readOrders } from '#adapters/venues/dialects/kraken/read-order.ts';
import { krakenRequest } from '#adapters/venues/dialects/kraken/requests.ts';
import { krakenVerdict } from '#adapters/venues/dialects/kraken/verdict.ts';
import { acknowledgedOrder } from '#adapters/venues/dialects/reply/acknowledged-order.ts';
import { insistOnName } from '#adapters/venues/dialects/reply/named-order.ts';
import type { ReplyFields } from '#adapters/venues/dialects/reply/reply-fields.ts';
import {
  integerField,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#adapters/venues/dialects/reply/reply-fields.ts';
import { uuidOrderName } from '#adapters/venues/dialects/reply/uuid-order-name.ts';
import type { VenueCall } from '#adapters/venues/wire/venue-wire.ts';

export const ORDER_QUERIES: OrderQueries = {
  prepare: () => [],
  place: (order, listed, { nowMs }) => ({
    call: placeRequest(order, listed),
    read: (outcome) =>
      krakenVerdict('place', outcome, (result) => acknowledged(order, nowMs, result)),
  }),
  cancel: (name) => ({
    call: krakenRequest('cancelOrder', namedOrder(name)),
    read: (outcome) =>
      krakenVerdict('cancel', outcome, (result) => {
        if (integerField(result, 'count') !== 1)
          throw new UnreadableReply('The reply is not of one order.');
        return null;
      }),
  }),
  lookUp: (name, _listed, context) =>
    name.venueOrderId === null
      ? [
          lookUpQuery(name, krakenRequest('openOrders', namedOrder(name)), 'open', context),
          lookUpQuery(name, krakenRequest('endedOrders', namedOrder(name)), 'closed', context),
        ]
      : [lookUpQuery(name, krakenRequest('orders', namedOrder(name)), null, context)],
  open: (context) => [openOrders(context)],
};

/**
 * The venue has taken the request. It repeats neither our name nor what it did: a look-up by our
 * name decides. What it describes must be this order.
 */
function acknowledged(order: NewVenueOrder, nowMs: number, result: ReplyFields): PlacedOrder {
  const [venueOrderId, ...others] = replyList(result['txid'], 'The list of ids');
  const described = textField(replyFields(result['descr'], 'The description'), 'order');
  if (typeof venueOrderId !== 'string' || venueOrderId === '' || others.length > 0)
    throw new UnreadableReply('The reply is not of one order.');
  if (!described.startsWith(`${order.side} `))
    throw new UnreadableReply('The reply describes another order.');
  return acknowledgedOrder(order, venueOrderId, nowMs);
}

/** By the venue's id where it is known. */
function namedOrder({ clientOrderId, venueOrderId }: OrderName): VenueCall['parameters'] {
  return venueOrderId === null
    ? { cl_ord_id: uuidOrderName(clientOrderId) }
    : { txid: venueOrderId };
}

/**
 * A list of all orders of this name, which is empty where there is none, or a refusal. An order
 * that is older than orders without fills are surely retained may have been among them.
 */
function lookUpQuery(
  name: OrderName,
  call: VenueCall,
  list: 'open' | 'closed' | null,
  context: AccountContext,
): Query<VenueOrder> {
  return {
    call,
    read(outcome): Verdict<VenueOrder> {
      const verdict = krakenVerdict('look_up', outcome, (result) => {
        const orders = readOrders(list === null ? result : result[list], context);
        for (const order of orders) insistOnName(name, order);
        // A name is free again after the end of its order: the newest one counts.
        return orders.toSorted((left, right) => right.placedAtMs - left.placedAtMs)[0];
      });
      if (verdict.kind !== 'done' && verdict.kind !== 'absent') return verdict;
      const order = verdict.kind === 'done' ? verdict.value : undefined;
      if (order !== undefined) return { kind: 'done', value: order };
      const isRetained = context.nowMs - name.placedAtMs < UNFILLED_RETAINED_MS;
      return list === 'open' || isRetained ? { kind: 'absent' } : { kind: 'forgotten' };
    },
  };
}

/** All of them at once: the list has no pages. */
function openOrders(context: AccountContext): ListQuery<VenueOrder> {
  return {
    call: krakenRequest('openOrders'),
    read: (outcome) =>
      krakenVerdict('read', outcome, ({ open }) => {
        const { items, unreadable } = readListedOrders(open, context);
        return { items: items.filter(({ state }) => state === 'open'), unreadable, next: null };
      }),
  };
}
