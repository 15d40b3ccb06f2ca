// Orders of Coinbase. Its reply to a placement is an id, so what became of the order is looked up:
// by this id, or in the list of all orders.

import type {
  NewVenueOrder,
  OrderName,
  PlacedOrder,
  VenueOrder,
} from '#venue-port/exchange/exchange.ts';
import { present } from '#lib/assert.ts';
import type {
  AccountContext,
  ListedMarket,
  ListQuery,
  OrderQueries,
  Page,
  Query,
  Verdict,
} from '#venues/dialect.ts';
import { placeRequest } from '#venues/dialects/coinbase/place-request.ts';
import { COINBASE_PROMISES } from '#venues/dialects/coinbase/promises.ts';
import { readOrder } from '#venues/dialects/coinbase/read-order.ts';
import { coinbaseRequest } from '#venues/dialects/coinbase/requests.ts';
import {
  cancelVerdict,
  coinbaseVerdict,
  placementVerdict,
} from '#venues/dialects/coinbase/verdict.ts';
import { acknowledgedOrder } from '#venues/dialects/reply/acknowledged-order.ts';
import { readOpenOrders, readSearchedOrders } from '#venues/dialects/reply/read-open-orders.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  flagField,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';
import { uuidOrderName } from '#venues/dialects/reply/uuid-order-name.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

const ORDERS_PER_CALL_MAX = 100;

export const ORDER_QUERIES: OrderQueries = {
  prepare: () => [],
  place(order, listed, context) {
    const call = placeRequest(order, listed, context);
    const { order_configuration: configuration } = call.parameters;
    return {
      call,
      read: (outcome) =>
        placementVerdict(outcome, configuration, (fields) =>
          acknowledged(order, listed, context.nowMs, fields['success_response']),
        ),
    };
  },
  cancelsBy: 'venue_order_id',
  cancel({ venueOrderId }) {
    const id = present(venueOrderId, 'orders are cancelled by the id of the venue');
    return {
      call: coinbaseRequest('cancelOrders', { order_ids: [id] }),
      read: (outcome) => cancelVerdict(outcome, id),
    };
  },
  lookUp: (name, _listed, context) =>
    name.venueOrderId === null ? [] : [lookUpQuery(name, name.venueOrderId, context)],
  // Of all markets: the list may name an order's market otherwise than the order did.
  placedBetween: (fromMs, toMs, _listed, context) => [
    orderList(
      {
        start_date: new Date(fromMs).toISOString(),
        // This instant is left out of the list.
        end_date: new Date(toMs + 1_000).toISOString(),
      },
      context,
    ),
  ],
  // First those that are on their way into the book, or out of it: an order is in one of the lists.
  open: (context) => [openOrders(ON_THE_WAY, context, new Set())],
};

/**
 * The venue has created the order, or has one of this name. It does not say what became of it, and
 * the order of the name may be another one than this.
 */
function acknowledged(
  order: NewVenueOrder,
  { symbol }: ListedMarket,
  nowMs: number,
  receipt: unknown,
): PlacedOrder {
  const fields = replyFields(receipt, 'The receipt');
  const isOurs =
    textField(fields, 'client_order_id') === uuidOrderName(order.clientOrderId) &&
    fields['product_id'] === symbol &&
    fields['side'] === (order.side === 'buy' ? 'BUY' : 'SELL');
  if (!isOurs) throw new UnreadableReply('The reply names another order.');
  return acknowledgedOrder(order, textField(fields, 'order_id'), nowMs);
}

/** Of an order that is older than ended ones are surely retained, its absence says nothing. */
function lookUpQuery(
  { placedAtMs }: OrderName,
  venueOrderId: string,
  context: AccountContext,
): Query<VenueOrder> {
  return {
    call: coinbaseRequest('order', { order_id: venueOrderId }),
    read(outcome): Verdict<VenueOrder> {
      const verdict = coinbaseVerdict('look_up', outcome, (fields) => {
        const order = readOrder(fields['order'], context);
        if (order.venueOrderId !== venueOrderId)
          throw new UnreadableReply('The reply names another order.');
        return order;
      });
      const ageMs = context.nowMs - placedAtMs;
      const isRetained = ageMs < COINBASE_PROMISES.endedRetainedMs.unfilled;
      return verdict.kind === 'absent' && !isRetained ? { kind: 'forgotten' } : verdict;
    },
  };
}

/** All orders that the filter lets pass; one that cannot be read may be the one that is wanted. */
function orderList(
  filter: VenueCall['parameters'],
  context: AccountContext,
): ListQuery<VenueOrder> {
  return listQuery(filter, context, (rows, next) => ({
    // The venue gives a name to each: one without it may be the one that is wanted.
    ...readSearchedOrders(rows, KEYS, (row) => {
      textField(replyFields(row, 'The order'), KEYS.name);
      return readOrder(row, context);
    }),
    next: next === null ? null : orderList({ ...filter, cursor: next }, context),
  }));
}

const KEYS = { id: 'order_id', name: 'client_order_id' };

const ON_THE_WAY = ['PENDING', 'QUEUED', 'CANCEL_QUEUED'];
/** The venue takes this status only by itself. */
const IN_THE_BOOK = ['OPEN'];

/** `listed`: ids of orders that a page before this one had. */
function openOrders(
  statuses: readonly string[],
  context: AccountContext,
  listed: ReadonlySet<string>,
  page: string | null = null,
): ListQuery<VenueOrder> {
  const filter = { order_status: statuses, ...(page === null ? {} : { cursor: page }) };
  return listQuery(filter, context, (rows, next) => {
    const read = readOpenOrders(rows, KEYS, (row) => readOrder(row, context));
    const items = read.items.filter(
      ({ state, venueOrderId }) => state === 'open' && !listed.has(venueOrderId),
    );
    const known = new Set([...listed, ...items.map(({ venueOrderId }) => venueOrderId)]);
    if (next !== null) return { ...read, items, next: openOrders(statuses, context, known, next) };
    const others = statuses === ON_THE_WAY ? openOrders(IN_THE_BOOK, context, known) : null;
    return { ...read, items, next: others };
  });
}

/** Of spot only. The venue's default sorting is by the time of the order, with stable pages. */
function listQuery(
  filter: VenueCall['parameters'],
  _context: AccountContext,
  read: (rows: readonly unknown[], nextPage: string | null) => Page<VenueOrder>,
): ListQuery<VenueOrder> {
  return {
    call: coinbaseRequest('orders', {
      product_type: 'SPOT',
      limit: ORDERS_PER_CALL_MAX,
      ...filter,
    }),
    read: (outcome) =>
      coinbaseVerdict('read', outcome, (fields) =>
        read(replyList(fields['orders'], 'The list of orders'), pageAfter(fields)),
      ),
  };
}

function pageAfter(fields: ReplyFields): string | null {
  return flagField(fields, 'has_next') ? textField(fields, 'cursor') : null;
}
