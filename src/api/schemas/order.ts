// The wire shapes of an order: as it is placed, and as it is listed while it works.

import Type from 'typebox';
import type { Static } from 'typebox';
import { assert } from '#lib/assert.ts';
import { AMOUNT_UNIT } from '#api/schemas/market.ts';
import {
  amountField,
  field,
  fieldsOf,
  listField,
  nullableInstantField,
  shapeOf,
} from '#api/schemas/field-codec.ts';
import {
  ADDITION,
  responseAmount,
  decimalString,
  flag,
  identifier,
  nullable,
  nullableDecimalToWire,
  oneOf,
  shape,
  text,
} from '#api/schemas/wire-values.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { ListedOrders } from '#services/orders/unreadable-orders.ts';
import type { OrderPlaced } from '#services/orders/order-deps.ts';
import { ORDER_SIDES, ORDER_STATES, ORDER_TYPES } from '#venue-port/order/order.ts';
import { holderOf } from '#domain/order/is-emulated.ts';
import { STOP_HOLDERS } from '#venue-port/order/order-terms.ts';
import { isPaperAccount } from '#domain/venue/paper-account.ts';

/** What every list says of an order, besides its account and what has become of it. */
export const ORDER_FIELDS = fieldsOf<Order>()({
  market_tag: field(nullable(text('Market of the order.', 'SIM_BTC_USDT')), (of) => of.marketTag),
  side: field(oneOf(ORDER_SIDES, 'What it executes as.'), (of) => of.side),
  type: field(oneOf(ORDER_TYPES, 'Kind of order.'), (of) => of.type),
  price: amountField('Limit price; `0` on market orders.', '62000.5', (of) => of.price),
  trigger_price: field(
    nullable(responseAmount('Price that it waits for, or null.', '61000'), ADDITION),
    (of) => nullableDecimalToWire(of.terms.triggerPrice),
  ),
  held_by: field(oneOf(STOP_HOLDERS, 'Where it is held.', ADDITION), holderOf),
  amount: amountField(`Ordered amount ${AMOUNT_UNIT}.`, '0.01', (of) => of.amount),
  filled_amount: amountField(`Filled amount ${AMOUNT_UNIT}.`, '0', (of) => of.filledAmount),
  bot_id: field(
    nullable(text('Bot that placed it; null: none.', 'bot_01jd3f8k2m5q7r9t')),
    (of) => of.botId,
  ),
  placed_at: nullableInstantField('When it was placed.', (of) => of.placedAtMs),
});

const LISTED_STATUSES = ['pending', 'open', 'unknown'] as const;

/** Of an order that works. */
export const WORKING_STATUS = fieldsOf<Order>()({
  status: {
    ...field(
      oneOf(
        LISTED_STATUSES,
        '`pending`: not yet acknowledged; `open`: resting; `unknown`: still working, state unresolved.',
      ),
      workingStatusOf,
    ),
    documentedAfter: 'filled_amount',
  },
});

/** Names an order and its account to those who hold the account. */
export const OWN_ORDER_FIELDS = fieldsOf<Order>()({
  order_id: field(
    text('Accepted by DELETE /v1/orders/{order_id}.', 'ord_01jd3f8k2m5q7r9t1v3x5z7b9c'),
    (of) => of.orderId,
  ),
  account_id: field(
    text('Account holding the order.', 'acc_01jd3f8k2m5q7r9t1v3x5z7b9c'),
    (of) => of.accountId,
  ),
  is_paper: field(flag('Whether its money is play money.', false, ADDITION), (of) =>
    isPaperAccount(of.accountId),
  ),
  ...ORDER_FIELDS,
});

export const ORDER = shapeOf<Order>()('Order', 'An order that is still working.', {
  ...OWN_ORDER_FIELDS,
  ...WORKING_STATUS,
});
export const ORDER_LIST = shapeOf<ListedOrders>()('OrderList', 'A whole list.', {
  data: listField(ORDER, { description: 'Items.' }, (of) => of.orders),
  unreadable: field(
    nullable(
      text(
        'Why an order is missing that works; null: none is.',
        'The record of order "ord_01jd3f8k2m5q" cannot be read.',
      ),
      ADDITION,
    ),
    (of) => of.unreadable,
  ),
});

/** One that is lost is listed as unresolved, too: clients know these three. */
export function workingStatusOf(order: Order): (typeof LISTED_STATUSES)[number] {
  if (order.state === 'lost') return 'unknown';
  const status = LISTED_STATUSES.find((state) => state === order.state);
  assert(status !== undefined, 'a listed order is still working');
  return status;
}

/** The types that can be placed; the others are reported only. */
const PLACEABLE_ORDER_TYPES = ['limit', 'market'] as const;

export const PlaceOrderSchema = shape('PlaceOrder', 'An order to place.', {
  account_id: identifier('Account to trade on.', 'acc_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  market_tag: identifier("A market of the account's exchange.", 'SIM_BTC_USDT'),
  side: oneOf(ORDER_SIDES, 'Buy or sell.'),
  type: oneOf(PLACEABLE_ORDER_TYPES, 'Kind of order.'),
  price: Type.Optional(
    nullable(
      decimalString('Required on limit orders; left out (or null) on market orders.', '62000.5'),
    ),
  ),
  amount: decimalString(`Amount ${AMOUNT_UNIT}.`, '0.01'),
});
export type PlaceOrderWire = Static<typeof PlaceOrderSchema>;

const PLACED = shapeOf<OrderPlaced>()('OrderPlaced', 'The order was accepted.', {
  order_id: field(
    text('Identifier of the order.', 'ord_01jd3f8k2m5q7r9t1v3x5z7b9c'),
    (of) => of.orderId,
  ),
  status: field(
    oneOf(
      ORDER_STATES,
      'What is known of it when the response is sent. `unknown`: nobody knows yet whether it ' +
        'reached its exchange. Do not send it again: read it, or follow its events, until it is ' +
        'another.',
      { ...ADDITION },
    ),
    (of) => of.state,
  ),
});
export const OrderPlacedSchema = PLACED.schema;
export type OrderPlacedWire = Static<typeof OrderPlacedSchema>;
export const orderPlacedToWire = PLACED.toWire;
