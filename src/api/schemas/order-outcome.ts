// The wire shapes of what became of orders: one order with its outcome, and the fills of an
// account.

import Type from 'typebox';
import type { Static } from 'typebox';
import { assert } from '#lib/assert.ts';
import type { Order } from '#domain/order/order.ts';
import { FINAL_ORDER_STATES, ORDER_SIDES, ORDER_STATES } from '#domain/order/order.ts';
import type { FillPage } from '#services/orders/list-fills.ts';
import type { ShownOrder } from '#services/orders/show-order.ts';
import { AMOUNT_UNIT } from '#api/schemas/market.ts';
import { ORDER_FIELDS, orderFieldsToWire } from '#api/schemas/order.ts';
import {
  answeredDecimal,
  decimalToWire,
  flag,
  instantString,
  instantToWire,
  nullable,
  nullableDecimalToWire,
  nullableInstantToWire,
  oneOf,
  page,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

const FeeSchema = shape('OrderFee', 'What an order paid in one currency.', {
  currency: text('Currency of the fee.', 'USDT'),
  amount: answeredDecimal('Sum over its fills; below zero where it was paid back.', '0.62'),
});

const UPDATED_AT = instantString('When what is known of it changed last.');

export const OrderOutcomeSchema = shape(
  'OrderOutcome',
  'An order, working or ended, with what its fills came to.',
  {
    ...ORDER_FIELDS,
    status: oneOf(
      ORDER_STATES,
      '`pending`, `open` and `unknown` still work, the others have ended. `unplaced`: it certainly ' +
        'never reached the exchange.',
    ),
    reason: nullable(text('Why it ended; null while it works and after a plain fill.', 'expired')),
    average_price: nullable(answeredDecimal('Mean price of its fills; null without.', '62000.5')),
    fees: Type.Array(FeeSchema, { description: 'By currency; empty before the first fill.' }),
    filled_at: nullable(instantString('When its newest fill was; null without.')),
    updated_at: UPDATED_AT,
  },
);

export function orderOutcomeToWire({
  order,
  averagePrice,
  fees,
  filledAtMs,
}: ShownOrder): Static<typeof OrderOutcomeSchema> {
  return {
    ...orderFieldsToWire(order),
    status: order.state,
    reason: order.reason,
    average_price: nullableDecimalToWire(averagePrice),
    fees: fees.map(({ currency, amount }) => ({ currency, amount: decimalToWire(amount) })),
    filled_at: nullableInstantToWire(filledAtMs),
    updated_at: instantToWire(order.updatedAtMs),
  };
}

const EndedOrderSchema = shape('EndedOrder', 'An order that works no longer.', {
  ...ORDER_FIELDS,
  status: oneOf(
    FINAL_ORDER_STATES,
    'How it ended. `unplaced`: it certainly never reached the exchange.',
  ),
  reason: nullable(text('Why it ended; null after a plain fill.', 'expired')),
  updated_at: UPDATED_AT,
});

export const EndedOrderPageSchema = page('EndedOrderPage', EndedOrderSchema);

export function endedOrderToWire(order: Order): Static<typeof EndedOrderSchema> {
  return {
    ...orderFieldsToWire(order),
    status: endedStatusOf(order),
    reason: order.reason,
    updated_at: instantToWire(order.updatedAtMs),
  };
}

function endedStatusOf({ state }: Order): Static<typeof EndedOrderSchema>['status'] {
  const status = FINAL_ORDER_STATES.find((ended) => ended === state);
  assert(status !== undefined, 'an order of this list has ended');
  return status;
}

const FillSchema = shape('Fill', 'One execution of an order.', {
  fill_id: text('Identifier of the fill, as its exchange calls it.', 'sim_01jd3f8k2m5q7r9t-6'),
  order_id: nullable(
    text('Order that it filled; null for one that was not placed here.', 'ord_01jd3f8k2m5q7r9t'),
  ),
  market_tag: text('Market of the order.', 'SIM_BTC_USDT'),
  side: oneOf(ORDER_SIDES, 'What it executed as.'),
  price: answeredDecimal('Price of the fill.', '62000.5'),
  amount: answeredDecimal(`Filled amount ${AMOUNT_UNIT}.`, '0.01'),
  fee: answeredDecimal('What it cost; below zero where it was paid back.', '0.62'),
  fee_currency: text('Currency of the fee.', 'USDT'),
  is_maker: flag('Whether the order rested before.', false),
  filled_at: instantString('When it was.'),
});

export const FillPageSchema = page('FillPage', FillSchema);

export function fillToWire(fill: FillPage['fills'][number]): Static<typeof FillSchema> {
  return {
    fill_id: fill.fillId,
    order_id: fill.orderId,
    market_tag: fill.marketTag,
    side: fill.side,
    price: decimalToWire(fill.price),
    amount: decimalToWire(fill.amount),
    fee: decimalToWire(fill.fee),
    fee_currency: fill.feeCurrency,
    is_maker: fill.isMaker,
    filled_at: instantToWire(fill.filledAtMs),
  };
}
