// Orders of Kraken. Its reply to a placement is an id alone, so what became of the order is looked
// up: among the open orders first, because an order goes from there to the ended ones.

import { decimal } from '#lib/decimal.ts';
import type {
  NewVenueOrder,
  OrderName,
  PlacedOrder,
  VenueOrder,
} from '#venue-port/exchange/exchange.ts';
import type { AccountContext, ListQuery, OrderQueries, Query, Verdict } from '#venues/dialect.ts';
import { placeRequest } from '#venues/dialects/kraken/place-request.ts';
import { UNFILLED_RETAINED_MS } from '#venues/dialects/kraken/promises.ts';
import { readListedOrders, readOrders } from '#venues/dialects/kraken/read-order.ts';
import { krakenRequest } from '#venues/dialects/kraken/requests.ts';
import { krakenVerdict } from '#venues/dialects/kraken/verdict.ts';
import { acknowledgedOrder } from '#venues/dialects/reply/acknowledged-order.ts';
import { insistOnName, isOtherName } from '#venues/dialects/reply/named-order.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  integerField,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';
import { isBitsName, uuidOrderName } from '#venues/dialects/reply/uuid-order-name.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

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
  lookUp: (name, _listed, context) => [
    ...(name.venueOrderId === null
      ? []
      : [lookUpQuery(name, { txid: name.venueOrderId }, 'orders', context)]),
    ...(isBitsName(name.clientOrderId) ? lookUpsByName(name, context) : []),
  ],
  open: (context) => [openOrders(context)],
};

/**
 * The venue has taken the request. It repeats neither our name nor what it did: a look-up by our
 * name decides, about the id as well. What it describes must be this order.
 */
function acknowledged(order: NewVenueOrder, nowMs: number, result: ReplyFields): PlacedOrder {
  const [venueOrderId, ...others] = replyList(result['txid'], 'The list of ids');
  const described = textField(replyFields(result['descr'], 'The description'), 'order');
  if (typeof venueOrderId !== 'string' || venueOrderId === '' || others.length > 0)
    throw new UnreadableReply('The reply is not of one order.');
  if (!described.startsWith(`${order.side} `) || !isDescribed(order, described))
    throw new UnreadableReply('The reply describes another order.');
  return acknowledgedOrder(order, venueOrderId, nowMs);
}

const AMOUNT = /^\w+ (\d+(?:\.\d+)?) /;
const LIMIT_PRICE = / @ limit (\d+(?:\.\d+)?)$/;

/** By its figures, as far as the description is worded as it is documented. */
function isDescribed({ type, price, amount }: NewVenueOrder, described: string): boolean {
  const [, statedAmount] = AMOUNT.exec(described) ?? [];
  const [, statedPrice] = LIMIT_PRICE.exec(described) ?? [];
  if (statedAmount !== undefined && decimal(statedAmount) !== amount) return false;
  if (type === 'market') return statedPrice === undefined;
  return statedPrice === undefined || decimal(statedPrice) === price;
}

/** By our name where it has one: an id that came with no name beside it may be another order's. */
function namedOrder({ clientOrderId, venueOrderId }: OrderName): VenueCall['parameters'] {
  return venueOrderId === null || isBitsName(clientOrderId)
    ? { cl_ord_id: uuidOrderName(clientOrderId) }
    : { txid: venueOrderId };
}

function lookUpsByName(name: OrderName, context: AccountContext): readonly Query<VenueOrder>[] {
  const byName = { ...name, venueOrderId: null };
  const parameters = namedOrder(byName);
  return [
    lookUpQuery(byName, parameters, 'openOrders', context),
    lookUpQuery(byName, parameters, 'endedOrders', context),
  ];
}

/** In which list of the reply the orders are; null: they are the reply. */
const LISTS = { orders: null, openOrders: 'open', endedOrders: 'closed' } as const;

/**
 * A list of all orders of this name, which is empty where there is none, or a refusal. An order
 * that is older than orders without fills are surely retained may have been among them.
 */
function lookUpQuery(
  name: OrderName,
  parameters: VenueCall['parameters'],
  request: keyof typeof LISTS,
  context: AccountContext,
): Query<VenueOrder> {
  const list = LISTS[request];
  return {
    call: krakenRequest(request, parameters),
    read(outcome): Verdict<VenueOrder> {
      const verdict = krakenVerdict('look_up', outcome, (result) => {
        const orders = readOrders(list === null ? result : result[list], context);
        for (const order of orders) insistOnName(name, order);
        // A name is free again after the end of its order: the newest one counts.
        const ours = isBitsName(name.clientOrderId)
          ? orders.filter((order) => !isOtherName(name, order))
          : orders;
        return ours.toSorted((left, right) => right.placedAtMs - left.placedAtMs)[0];
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
