// The grid: from decimals to whole steps and back, and what lots are worth on each kind of market.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AssertionFailed } from '#lib/assert.ts';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import {
  amountOf,
  isOnStep,
  lotsOf,
  marketGrid,
  priceOf,
  ticksOf,
  valueOf,
} from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';
import { valueOfUnits } from '#venue-port/money/currency.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';

/** The value of an amount at a price, as a decimal and its currency. */
function worth(market: Market, price: string, amount: string, rounding: 'floor' | 'ceil'): string {
  const grid = marketGrid(market);
  const ticks = ticksOf(grid, decimal(price), 'floor');
  const lots = lotsOf(grid, decimal(amount), 'floor');
  const units = valueOf(grid, ticks, lots, rounding);
  const value = valueOfUnits(grid.settlementCurrency, units);
  return `${formatDecimal(value)} ${grid.settlementCurrency}`;
}

const inverse = futuresMarket('inverse', '100', { amountStep: '1' });
const cases: readonly (readonly [string, Market, string, string, string, string])[] = [
  // Market, price, amount, value rounded down, value rounded up.
  ['spot', spotMarket(), '64250.25', '0.013', '835.25325 USDT', '835.25325 USDT'],
  ['spot, nothing', spotMarket(), '64250.25', '0', '0 USDT', '0 USDT'],
  [
    'spot, finer than the currency',
    spotMarket({ priceStep: '0.00001', amountStep: '0.00001' }),
    '0.00003',
    '0.00005',
    '0 USDT',
    '0.00000001 USDT',
  ],
  [
    'vanilla: a thousandth of the base in a contract',
    futuresMarket('vanilla', '0.001', { amountStep: '1' }),
    '64250.25',
    '13',
    '835.25325 USDT',
    '835.25325 USDT',
  ],
  ['inverse: worth less base as the price rises', inverse, '50000', '3', '0.006 BTC', '0.006 BTC'],
  ['inverse: thirds', inverse, '30000', '1', '0.00333333 BTC', '0.00333334 BTC'],
  [
    'quanto: margin currency for each unit of price',
    futuresMarket('quanto', '0.000001', { amountStep: '1' }),
    '64250.25',
    '2',
    '0.1285005 ETH',
    '0.1285005 ETH',
  ],
];
for (const [name, market, price, amount, down, up] of cases)
  test(`value of ${amount} at ${price} (${name}): ${down}`, () => {
    assert.equal(worth(market, price, amount, 'floor'), down);
    assert.equal(worth(market, price, amount, 'ceil'), up);
  });

test('values are in the currency in which the market settles', () => {
  const currencyOf = (market: Market) => marketGrid(market).settlementCurrency;
  assert.equal(currencyOf(spotMarket()), 'USDT');
  assert.equal(currencyOf(futuresMarket('vanilla', '1')), 'USDT');
  assert.equal(currencyOf(futuresMarket('inverse', '1')), 'BTC');
  assert.equal(currencyOf(futuresMarket('quanto', '1')), 'ETH');
});

test('a market without steps has one unit of its last decimal as its step', () => {
  const grid = marketGrid(spotMarket({ priceStep: '0', amountStep: '0' }));
  assert.equal(formatDecimal(grid.priceStep), '0.01');
  assert.equal(formatDecimal(grid.amountStep), '0.001');
});

test('a value off the step is moved as given', () => {
  const grid = marketGrid(spotMarket({ priceStep: '0.05', amountStep: '0.003' }));
  assert.equal(ticksOf(grid, decimal('100.12'), 'floor'), 2_002n);
  assert.equal(ticksOf(grid, decimal('100.12'), 'ceil'), 2_003n);
  assert.equal(lotsOf(grid, decimal('0.01'), 'floor'), 3n);
  assert.equal(formatDecimal(priceOf(grid, 2_002n as Ticks)), '100.1');
  assert.equal(formatDecimal(amountOf(grid, 3n as Lots)), '0.009');
  assert.equal(isOnStep(decimal('100.12'), grid.priceStep), false);
  assert.equal(isOnStep(decimal('100.15'), grid.priceStep), true);
});

test('nothing is worth anything at a price of zero: that is a mistake of ours', () => {
  const grid = marketGrid(inverse);
  assert.throws(() => valueOf(grid, 0n as Ticks, 1n as Lots, 'floor'), AssertionFailed);
});

test('the factor of a market is in the smallest numbers', () => {
  const { factorNumerator, factorDenominator } = marketGrid(spotMarket({ priceStep: '0.01' }));
  const twoAndFive = [2n, 5n].filter(
    (prime) => factorNumerator % prime === 0n && factorDenominator % prime === 0n,
  );
  assert.deepEqual(twoAndFive, []);
});

test('the grid of one market is made once', () => {
  const market = spotMarket();
  assert.equal(marketGrid(market), marketGrid(market));
  assert.notEqual(marketGrid(market), marketGrid(spotMarket()));
});
