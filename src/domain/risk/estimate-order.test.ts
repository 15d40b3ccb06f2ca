// Estimates of orders' costs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';
import type { EstimatedOrder } from '#domain/risk/estimate-order.ts';
import { estimateOrder } from '#domain/risk/estimate-order.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { OrderTerms } from '#venue-port/order/order-terms.ts';

type OrderCase = Pick<EstimatedOrder, 'side' | 'type'> & {
  readonly price?: string;
  readonly terms?: Partial<OrderTerms>;
};

const FEES = { makerFeePercent: decimal('0.1'), takerFeePercent: decimal('0.2') };
const spot = { ...spotMarket(), ...FEES };
const futures = { ...futuresMarket('vanilla', '0.001', { amountStep: '1' }), ...FEES };
const inverse = { ...futuresMarket('inverse', '100', { amountStep: '1' }), ...FEES };

/** `price`, who takes, value, fee and what is needed, of an amount of 2 while the price is 100. */
function estimate(market: typeof spot, { side, type, price = '0', terms = {} }: OrderCase): string {
  const order = {
    side,
    type,
    price: decimal(price),
    amount: decimal('2'),
    terms: { ...PLAIN_TERMS, ...terms },
  };
  const of = estimateOrder(market, order, decimal('100'));
  const need = of.required === null ? '?' : formatDecimal(of.required);
  const kind = of.isTaker ? 'taker' : 'maker';
  const [at, value, fee] = [of.price, of.value, of.fee].map((each) => formatDecimal(each));
  return `${kind} at ${at}: ${value} ${of.currency}, fee ${fee}, needs ${need} ${of.requiredCurrency}`;
}

const margin = { margin: { leverage: decimal('4'), marginMode: 'isolated' } } as const;
const trigger = { triggerPrice: decimal('90') };

const cases: readonly (readonly [string, typeof spot, OrderCase, string])[] = [
  [
    'bought at market',
    spot,
    { side: 'buy', type: 'market' },
    'taker at 100: 200 USDT, fee 0.4, needs 200.4 USDT',
  ],
  [
    'sold at market',
    spot,
    { side: 'sell', type: 'market' },
    'taker at 100: 200 USDT, fee 0.4, needs 2 BTC',
  ],
  [
    'a bid below',
    spot,
    { side: 'buy', type: 'limit', price: '90' },
    'maker at 90: 180 USDT, fee 0.18, needs 180.18 USDT',
  ],
  [
    'a bid above',
    spot,
    { side: 'buy', type: 'limit', price: '110' },
    'taker at 100: 200 USDT, fee 0.4, needs 220.44 USDT',
  ],
  [
    'a post-only bid',
    spot,
    { side: 'buy', type: 'limit', price: '110', terms: { isPostOnly: true } },
    'maker at 110: 220 USDT, fee 0.22, needs 220.22 USDT',
  ],
  [
    'an offer above',
    spot,
    { side: 'sell', type: 'limit', price: '110' },
    'maker at 110: 220 USDT, fee 0.22, needs 2 BTC',
  ],
  [
    'a stop',
    spot,
    { side: 'sell', type: 'stop_market', terms: trigger },
    'taker at 90: 180 USDT, fee 0.36, needs 2 BTC',
  ],
  [
    'a stop with a limit',
    spot,
    { side: 'buy', type: 'stop_limit', price: '95', terms: trigger },
    'taker at 95: 190 USDT, fee 0.38, needs 190.38 USDT',
  ],
  [
    'contracts',
    futures,
    { side: 'buy', type: 'market', terms: margin },
    'taker at 100: 0.2 USDT, fee 0.0004, needs 0.0504 USDT',
  ],
  [
    'contracts by a leverage not known',
    futures,
    { side: 'sell', type: 'market' },
    'taker at 100: 0.2 USDT, fee 0.0004, needs ? USDT',
  ],
  [
    'contracts that only reduce',
    futures,
    { side: 'sell', type: 'market', terms: { isReduceOnly: true } },
    'taker at 100: 0.2 USDT, fee 0.0004, needs 0 USDT',
  ],
  [
    'inverse contracts',
    inverse,
    { side: 'buy', type: 'market', terms: margin },
    'taker at 100: 2 BTC, fee 0.004, needs 0.504 BTC',
  ],
];
for (const [name, market, given, expected] of cases)
  test(name, () => assert.equal(estimate(market, given), expected));
