// The wire shapes of an order: as it is placed, and as it is listed while it works.

import Type from 'typebox';
import type { Static } from 'typebox';
import { assert } from '#lib/assert.ts';
import type { Order } from '#domain/order/order.ts';
import { ORDER_SIDES, ORDER_TYPES, WORKING_ORDER_STATES } from '#domain/order/order.ts';
import { AMOUNT_UNIT } from '#api/schemas/market.ts';
import {
  ADDITION,
  answeredDecimal,
  decimalString,
  decimalToWire,
  identifier,
  instantString,
  nullable,
  nullableDecimalToWire,
  nullableInstantToWire,
  oneOf,
  shape,
  text,
  wholeList,
} from '#api/schemas/wire-values.ts';

export const ORDER_FIELDS = {
  order_id: text('Accepted by DELETE /v1/orders/{order_id}.', 'ord_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  account_id: text('Account holding the order.', 'acc_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  market_tag: nullable(text('Market of the order.', 'SIM_BTC_USDT')),
  side: oneOf(ORDER_SIDES, 'What it executes as.'),
  type: oneOf(ORDER_TYPES, 'Kind of order.'),
  price: answeredDecimal('Limit price; `0` on market orders.', '62000.5'),
  trigger_price: nullable(
    answeredDecimal('Price that it waits for; null on the others.', '61000'),
    ADDITION,
  ),
  amount: answeredDecimal(`Ordered amount ${AMOUNT_UNIT}.`, '0.01'),
  filled_amount: answeredDecimal(`Filled amount ${AMOUNT_UNIT}.`, '0'),
  status: oneOf(
    WORKING_ORDER_STATES,
    '`pending`: not yet acknowledged; `open`: resting; `unknown`: still working, state unresolved.',
  ),
  bot_id: nullable(text('Bot that placed it; null for manual orders.', 'bot_01jd3f8k2m5q7r9t')),
  placed_at: nullable(instantString('When it was placed.')),
} as const;

const OrderSchema = shape('Order', 'An order that is still working.', ORDER_FIELDS);
export type OrderWire = Static<typeof OrderSchema>;

export const OrderListSchema = wholeList('OrderList', OrderSchema);

export function orderToWire(order: Order): OrderWire {
  return { ...orderFieldsToWire(order), status: statusOf(order) };
}

/** What is the same of an order that works and of one that has ended. */
export function orderFieldsToWire(order: Order): Omit<OrderWire, 'status'> {
  return {
    order_id: order.orderId,
    account_id: order.accountId,
    market_tag: order.marketTag,
    side: order.side,
    type: order.type,
    price: decimalToWire(order.price),
    trigger_price: nullableDecimalToWire(order.terms.triggerPrice),
    amount: decimalToWire(order.amount),
    filled_amount: decimalToWire(order.filledAmount),
    bot_id: order.botId,
    placed_at: nullableInstantToWire(order.placedAtMs),
  };
}

function statusOf(order: Order): OrderWire['status'] {
  const status = WORKING_ORDER_STATES.find((state) => state === order.state);
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

export const OrderPlacedSchema = shape('OrderPlaced', 'The order was accepted.', {
  order_id: text('Identifier of the order.', 'ord_01jd3f8k2m5q7r9t1v3x5z7b9c'),
});
export type OrderPlacedWire = Static<typeof OrderPlacedSchema>;
