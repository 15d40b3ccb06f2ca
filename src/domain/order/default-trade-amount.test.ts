// The value of an unscripted trade suits the market: the smallest order it takes, and its steps.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal, divideDecimal, formatDecimal } from '#lib/decimal.ts';
import { defaultTradeAmount } from '#domain/order/default-trade-amount.ts';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import { checkOrder, roundOrder } from '#venue-port/order/order-check.ts';

const CASES = [
  ['a spot market of 5 at least', { amountStep: '0.00001', minValue: '5' }, '60000', '100'],
  ['a future of 100 at least', { amountStep: '0.001', minValue: '100' }, '62487', '500'],
  ['the same at half the price', { amountStep: '0.001', minValue: '100' }, '31000', '500'],
  ['whole coins of 900', { amountStep: '1', minValue: '0' }, '900', '5000'],
  ['whole coins of a cent', { amountStep: '1', minValue: '0' }, '0.01', '100'],
  ['a price that is not known', { amountStep: '1', minValue: '1000' }, '0', '100'],
] as const;

for (const [name, { amountStep, minValue }, price, expected] of CASES) {
  const market = {
    ...spotMarket({}, {}),
    amountStep: decimal(amountStep),
    minOrderAmount: decimal(amountStep),
    minOrderValue: decimal(minValue),
    maxOrderAmount: decimal('0'),
  };
  test(`${name} at ${price}: ${expected}`, () => {
    assert.equal(formatDecimal(defaultTradeAmount(market, decimal(price))), expected);
  });
  if (price === '0') continue;
  for (const factor of ['0.5', '1', '1.5']) {
    test(`${name}: it is still an order when the price is ${factor} times as high`, () => {
      const quote = defaultTradeAmount(market, decimal(price));
      const now = decimal(String(Number(price) * Number(factor)));
      const amount = divideDecimal(quote, now, 'floor');
      const draft = { side: 'buy', type: 'market', price: decimal('0'), amount } as const;
      const order = { ...roundOrder(market, draft), referencePrice: now, isExempt: false };
      assert.equal(checkOrder(market, order).ok, true);
    });
  }
}
