// The wire shapes of an order of any type on an account: as it is placed, and as it is estimated.

import Type from 'typebox';
import type { Static } from 'typebox';
import { ORDER_SIDES, ORDER_TYPES } from '#venue-port/order/order.ts';
import type {
  EstimatedAccountOrder,
  OrderProblem,
} from '#services/orders/estimate-account-order.ts';
import { AMOUNT_UNIT } from '#api/schemas/market.ts';
import {
  decimalField,
  field,
  listField,
  nullableDecimalField,
  percentField,
  shapeOf,
} from '#api/schemas/field-codec.ts';
import {
  EXAMPLE_LATER,
  decimalString,
  flag,
  identifier,
  instantString,
  nullable,
  oneOf,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

const MARGIN_MODES = ['cross', 'isolated'] as const;

/** No order has all fields. */
const EXAMPLE = {
  market_tag: 'SIM_BTC_USDT',
  side: 'sell',
  type: 'stop_market',
  trigger_price: '61000',
  amount: '0.01',
  expires_at: EXAMPLE_LATER,
};

/** Null is none, as what is left out. */
export const PlaceAccountOrderSchema = shape(
  'PlaceAccountOrder',
  'An order of any type.',
  {
    market_tag: identifier("A market of the account's exchange.", 'SIM_BTC_USDT'),
    side: oneOf(ORDER_SIDES, 'Buy or sell.'),
    type: oneOf(ORDER_TYPES, 'Kind of order: one that its exchange knows.'),
    price: optional(
      decimalString('Limit price of the types with `limit` in their name.', '62000.5'),
    ),
    trigger_price: optional(
      decimalString('Of `stop_…` and `take_profit_…`: the price that sets it off.', '61000'),
    ),
    trail_distance: optional(
      decimalString(
        'Of `trailing_…`: how far behind the best price its trigger stays; 0: it is sent at the ' +
          'first price that makes it active.',
        '250',
      ),
    ),
    trail_activation_price: optional(
      decimalString('Of `trailing_…`: the price from which on it follows.', '64000'),
    ),
    amount: decimalString(`Amount ${AMOUNT_UNIT}.`, '0.01'),
    post_only: optional(flag('Of `limit`: cancelled on arrival instead of taking.')),
    reduce_only: optional(flag('On futures: never opens or enlarges a position.')),
    expires_at: optional(instantString('When it ends by itself.', EXAMPLE_LATER)),
    leverage: optional(decimalString('Of a futures position that it opens.', '5')),
    margin_mode: optional(
      oneOf(MARGIN_MODES, 'What backs that position; `isolated` where only the leverage is given.'),
    ),
  },
  { examples: [EXAMPLE] },
);
export type PlaceAccountOrderWire = Static<typeof PlaceAccountOrderSchema>;

function optional<Schema extends Parameters<typeof nullable>[0]>(schema: Schema) {
  return Type.Optional(nullable(schema));
}

const PROBLEM = shapeOf<OrderProblem>()('OrderProblem', 'Why an order would be refused.', {
  field: field(text('Field at fault.', 'amount'), (of) => of.field),
  message: field(
    text('The rule, and what would be valid.', 'It is below the minimum.'),
    (of) => of.message,
  ),
});

const ESTIMATE = shapeOf<EstimatedAccountOrder>()(
  'OrderEstimate',
  'What an order is expected to cost if it were placed now.',
  {
    is_valid: field(flag('Whether nothing is known against it.'), (of) => of.problems.length === 0),
    problems: listField(
      PROBLEM,
      { description: 'Why it would be refused; empty: nothing is known against it.' },
      (of) => of.problems,
    ),
    market_price: decimalField('Price of the market now.', '62010', (of) => of.marketPrice),
    price: decimalField('Where it is expected to fill.', '62000.5', (of) => of.price),
    is_taker: field(
      flag('Whether it is expected to take, rather than to rest.', false),
      (of) => of.isTaker,
    ),
    currency: field(text('Currency of value and fee.', 'USDT'), (of) => of.currency),
    value: decimalField('What it is worth there, in `currency`.', '620.005', (of) => of.value),
    fee_percent: percentField('Fee, in percent of the value.', '0.1', (of) => of.feePercent),
    fee: decimalField('Fee, in `currency`.', '0.620005', (of) => of.fee),
    required: nullableDecimalField(
      'What has to be available, fee included; null on futures without a leverage.',
      '620.625005',
      (of) => of.required,
    ),
    required_currency: field(
      text('Currency of what is required and available.', 'USDT'),
      (of) => of.requiredCurrency,
    ),
    available: decimalField('Available on the account now.', '10000', (of) => of.available),
  },
);
export const OrderEstimateSchema = ESTIMATE.schema;
export const orderEstimateToWire = ESTIMATE.toWire;
