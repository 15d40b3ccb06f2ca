// Orders of Gate: placed and cancelled with a reply that says what became of them, and looked up by
// the ids of the venue. By our names only lists find those that have ended.

import type { OrderName, VenueOrder } from '#venue-port/exchange/exchange.ts';
import type {
  AccountContext,
  ListedMarket,
  ListQuery,
  OrderQueries,
  Query,
  Verdict,
} from '#venues/dialect.ts';
import { gateOrderName, placeRequest } from '#venues/dialects/gate/place-request.ts';
import { GATE_PROMISES } from '#venues/dialects/gate/promises.ts';
import { walletOf } from '#venues/dialects/gate/read-account.ts';
import { readOrder } from '#venues/dialects/gate/read-order.ts';
import { gateRequest } from '#venues/dialects/gate/requests.ts';
import { gateVerdict } from '#venues/dialects/gate/verdict.ts';
import { insistOnName } from '#venues/dialects/reply/named-order.ts';
import { readOpenOrders, readSearchedOrders } from '#venues/dialects/reply/read-open-orders.ts';
import {
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

const ORDERS_PER_CALL_MAX = 100;
/** So long the lists may take that are read before one that ends at an instant. */
const READ_MS_MAX = 60_000;

export const ORDER_QUERIES: OrderQueries = {
  prepare: () => [],
  place: (order, listed, context) => ({
    call: placeRequest(order, listed, context),
    read: (outcome) =>
      gateVerdict('place', outcome, (body) => {
        const placed = readOrder(body, context);
        const isOurs = placed.clientOrderId === order.clientOrderId && placed.side === order.side;
        if (!isOurs) throw new UnreadableReply('The reply names another order.');
        return placed;
      }),
  }),
  // By our name while it is open; after that the look-up finds how it ended.
  cancel: (name, { symbol }, context) => ({
    call: gateRequest('cancelOrder', {
      order_id: name.venueOrderId ?? gateOrderName(name.clientOrderId),
      currency_pair: symbol,
      account: walletOf(context),
    }),
    read: (outcome) =>
      gateVerdict('cancel', outcome, (body) => {
        const order = insistOnName(name, readOrder(body, context));
        return order.state === 'open' ? null : order;
      }),
  }),
  lookUp: (name, listed, context) =>
    name.venueOrderId === null ? [] : [lookUpQuery(name, name.venueOrderId, listed, context)],
  // First those that are open: an order goes from there to the ended ones, which are listed by
  // their end.
  placedBetween: (fromMs, _toMs, { symbol }, context) => [
    orderPage({ currency_pair: symbol, status: 'open' }, 1, context, () =>
      orderPage(
        {
          currency_pair: symbol,
          status: 'finished',
          from: Math.floor(fromMs / 1_000),
          to: Math.ceil((context.nowMs + READ_MS_MAX) / 1_000),
        },
        1,
        context,
        () => null,
      ),
    ),
  ],
  open: (context) => [openOrders(1, context)],
};

/** Of an order that is older than ended ones are surely retained, its absence says nothing. */
function lookUpQuery(
  name: OrderName,
  venueOrderId: string,
  { symbol }: ListedMarket,
  context: AccountContext,
): Query<VenueOrder> {
  return {
    call: gateRequest('order', {
      order_id: venueOrderId,
      currency_pair: symbol,
      account: walletOf(context),
    }),
    read(outcome): Verdict<VenueOrder> {
      const verdict = gateVerdict('look_up', outcome, (body) =>
        insistOnName(name, readOrder(body, context)),
      );
      const ageMs = context.nowMs - name.placedAtMs;
      const isRetained = ageMs < GATE_PROMISES.endedRetainedMs.unfilled;
      return verdict.kind === 'absent' && !isRetained ? { kind: 'forgotten' } : verdict;
    },
  };
}

const KEYS = { id: 'id', name: 'text' };

/**
 * All orders that the filter lets pass; one that cannot be read may be the one that is wanted, and
 * so may one whose name is empty, which the venue gives to none.
 */
function orderPage(
  filter: VenueCall['parameters'],
  page: number,
  context: AccountContext,
  after: () => ListQuery<VenueOrder> | null,
): ListQuery<VenueOrder> {
  return {
    call: gateRequest('orders', {
      ...filter,
      page,
      limit: ORDERS_PER_CALL_MAX,
      account: walletOf(context),
    }),
    read: (outcome) =>
      gateVerdict('read', outcome, (body) => {
        const rows = replyList(body, 'The list of orders');
        const isLast = rows.length < ORDERS_PER_CALL_MAX;
        return {
          ...readSearchedOrders(rows, KEYS, (row) => {
            textField(replyFields(row, 'The order'), KEYS.name);
            return readOrder(row, context);
          }),
          next: isLast ? after() : orderPage(filter, page + 1, context, after),
        };
      }),
  };
}

/** By market; a page has so many of each. */
function openOrders(page: number, context: AccountContext): ListQuery<VenueOrder> {
  return {
    call: gateRequest('openOrders', {
      page,
      limit: ORDERS_PER_CALL_MAX,
      account: walletOf(context),
    }),
    read: (outcome) =>
      gateVerdict('read', outcome, (body) => {
        const lists = replyList(body, 'The list of markets').map((value) =>
          replyList(replyFields(value, 'The market')['orders'], 'The list of orders'),
        );
        const isLast = lists.every(({ length }) => length < ORDERS_PER_CALL_MAX);
        const found = readOpenOrders(lists.flat(), KEYS, (row) => readOrder(row, context));
        return {
          items: found.items.filter(({ state }) => state === 'open'),
          unreadable: found.unreadable,
          next: isLast ? null : openOrders(page + 1, context),
        };
      }),
  };
}
