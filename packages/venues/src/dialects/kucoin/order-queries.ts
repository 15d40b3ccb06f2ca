// Orders of classic accounts of KuCoin. Placements and cancellations are acknowledged before they
// are carried out: what became of them is looked up.

import type { OrderName, VenueOrder } from '#venue-port/exchange/exchange.ts';
import type {
  AccountContext,
  ListedMarket,
  ListQuery,
  OrderQueries,
  Query,
  Verdict,
} from '#venues/dialect.ts';
import { placeRequest } from '#venues/dialects/kucoin/place-request.ts';
import { UNFILLED_RETAINED_MS } from '#venues/dialects/kucoin/promises.ts';
import { orderIdField, readOrder } from '#venues/dialects/kucoin/read-order.ts';
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

export const CLASSIC_ORDER_QUERIES: Pick<OrderQueries, 'place' | 'cancel' | 'lookUp' | 'open'> = {
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
  cancel: (name, { symbol }) => ({
    call:
      name.venueOrderId === null
        ? kucoinRequest('cancelNamedOrder', {
            clientOid: plainOrderName(name.clientOrderId),
            symbol,
          })
        : kucoinRequest('cancelOrder', { orderId: name.venueOrderId, symbol }),
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
  open: (context) => [openOrders(context)],
};

/** Of an order that is older than ended ones are surely retained, its absence says nothing. */
function lookUpQuery(
  name: OrderName,
  listed: ListedMarket,
  context: AccountContext,
): Query<VenueOrder> {
  return {
    call: lookUpCall(name, listed),
    read(outcome): Verdict<VenueOrder> {
      const verdict = kucoinVerdict('look_up', outcome, (data) => {
        return insistOnName(name, readOrder(data, context));
      });
      const isRetained = context.nowMs - name.placedAtMs < UNFILLED_RETAINED_MS;
      return verdict.kind === 'absent' && !isRetained ? { kind: 'forgotten' } : verdict;
    },
  };
}

function lookUpCall(
  { clientOrderId, venueOrderId }: OrderName,
  { symbol }: ListedMarket,
): VenueCall {
  return venueOrderId === null
    ? kucoinRequest('namedOrder', { clientOid: plainOrderName(clientOrderId), symbol })
    : kucoinRequest('order', { orderId: venueOrderId, symbol });
}

/** They are listed by market, and the markets that have any by themselves. */
function openOrders(context: AccountContext): ListQuery<VenueOrder> {
  return {
    call: kucoinRequest('openSymbols'),
    read: (outcome) =>
      kucoinVerdict('read', outcome, (data) => {
        // Without any there may be no list.
        const symbols = data === null ? [] : replyFields(data, 'The markets')['symbols'];
        const names = replyList(symbols ?? [], 'The list of markets').map((symbol) => {
          if (typeof symbol === 'string' && symbol !== '') return symbol;
          throw new UnreadableReply('A market is no text.');
        });
        return { items: [], next: openOrdersOf(names, context) };
      }),
  };
}

function openOrdersOf(
  [symbol, ...others]: readonly string[],
  context: AccountContext,
): ListQuery<VenueOrder> | null {
  if (symbol === undefined) return null;
  return {
    call: kucoinRequest('openOrders', { symbol }),
    read: (outcome) =>
      kucoinVerdict('read', outcome, (data) => {
        const rows = replyList(data ?? [], 'The list of orders');
        const found = readOpenOrders(rows, { id: 'id', name: 'clientOid' }, (row) =>
          readOrder(row, context),
        );
        const items = found.items.filter(({ state }) => state === 'open');
        return { items, unreadable: found.unreadable, next: openOrdersOf(others, context) };
      }),
  };
}
