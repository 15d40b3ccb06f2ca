// Terms that an order has to carry for its type, and those that its exchange does not know.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';
import type { OrderTerms } from '#venue-port/order/order-terms.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { OrderType } from '#venue-port/order/order.ts';
import { checkOrderTerms } from '#services/orders/check-order-terms.ts';

const ALL = {
  types: [
    'limit',
    'market',
    'stop_limit',
    'stop_market',
    'take_profit_limit',
    'take_profit_market',
    'trailing_stop_market',
  ],
  postOnly: true,
  reduceOnly: true,
  exemptsReduceOnly: true,
  timeOuts: true,
  trailActivation: true,
} as const;
const FEW = {
  types: ['limit', 'market'],
  postOnly: false,
  reduceOnly: false,
  exemptsReduceOnly: false,
  timeOuts: false,
  trailActivation: false,
} as const;

const NOW_MS = 1_000_000;
const margin = (leverage: string) =>
  ({ margin: { leverage: decimal(leverage), marginMode: 'isolated' } }) as const;
const trigger = { triggerPrice: decimal('100.5') };
const trail = { trailDistance: decimal('2.5') };

type Case = readonly [OrderType, string | null, Partial<OrderTerms>, RegExp | null];

function faultOf(
  [type, price, terms]: Case,
  market = spotMarket(),
  support: typeof ALL | typeof FEW = ALL,
): string | null {
  const draft = {
    type,
    price: price === null ? null : decimal(price),
    terms: { ...PLAIN_TERMS, ...terms },
  };
  const fault = checkOrderTerms(draft, { market, support, nowMs: NOW_MS });
  return fault === null ? null : `${fault.field}: ${fault.detail}`;
}

function cases(name: string, all: readonly Case[], judge: (of: Case) => string | null): void {
  suite(name, () => {
    for (const of of all) {
      const [type, price, terms, expected] = of;
      const shown = Object.entries(terms).map(
        ([key, value]) =>
          `${key} ${JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each))}`,
      );
      test(`${type} at ${price ?? 'market'} ${shown.join(', ')}`, () => {
        const found = judge(of);
        if (expected === null) assert.equal(found, null);
        else assert.match(String(found), expected);
      });
    }
  });
}

cases(
  'on spot, where everything is known',
  [
    ['limit', '100', {}, null],
    ['limit', null, {}, /^price: expected a decimal on a limit order/],
    ['market', '100', {}, /^price: expected none on a market order/],
    ['market', null, trigger, /^trigger_price: expected none on a market order/],
    ['stop_market', null, trigger, null],
    ['stop_market', null, {}, /^trigger_price: expected a decimal on a stop market order/],
    ['stop_limit', '100', trigger, null],
    ['take_profit_limit', null, trigger, /^price: expected a decimal/],
    ['stop_market', null, { triggerPrice: decimal('100.123') }, /^trigger_price: .*step 0\.01/],
    ['stop_market', null, { ...trigger, ...trail }, /^trail_distance: expected none/],
    ['trailing_stop_market', null, trail, null],
    ['trailing_stop_market', null, { trailDistance: decimal('0') }, null],
    ['trailing_stop_market', null, { trailDistance: decimal('-1') }, /^trail_distance: .*found -1/],
    ['trailing_stop_market', null, {}, /^trail_distance: expected a decimal/],
    ['trailing_stop_market', null, { ...trail, ...trigger }, /^trigger_price: expected none/],
    ['trailing_stop_market', null, { ...trail, trailActivationPrice: decimal('120') }, null],
    ['limit', '100', { trailActivationPrice: decimal('120') }, /^trail_activation_price/],
    ['trailing_stop_limit', '100', trail, /^type: the exchange knows no/],
    ['limit', '100', { isPostOnly: true }, null],
    ['stop_limit', '100', { ...trigger, isPostOnly: true }, /^post_only/],
    ['limit', '100', { isReduceOnly: true }, /^reduce_only: .*spot/],
    ['limit', '100', { expiresAtMs: NOW_MS + 1 }, null],
    ['limit', '100', { expiresAtMs: NOW_MS }, /^expires_at: .*passed/],
    ['limit', '100', margin('5'), /^leverage: a spot market/],
  ],
  (of) => faultOf(of),
);

cases(
  'on futures',
  [
    ['limit', '100', { isReduceOnly: true }, null],
    ['limit', '100', margin('5'), null],
    ['limit', '100', margin('1000'), /^leverage: expected .* found 1000/],
    ['limit', '100', margin('0.5'), /^leverage/],
  ],
  (of) => faultOf(of, futuresMarket('vanilla', '0.001')),
);

cases(
  'where little is known',
  [
    ['market', null, {}, null],
    ['stop_market', null, trigger, /^type: .*it knows limit, market/],
    ['limit', '100', { isPostOnly: true }, /^post_only: the exchange knows/],
    ['limit', '100', { isReduceOnly: true }, /^reduce_only: the exchange knows/],
    ['limit', '100', { expiresAtMs: NOW_MS + 1 }, /^expires_at: orders do not end/],
  ],
  (of) => faultOf(of, futuresMarket('vanilla', '0.001'), FEW),
);
