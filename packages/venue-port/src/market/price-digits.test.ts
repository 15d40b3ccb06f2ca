import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import { nearestPrices, passivePrice, priceStepAt } from '#venue-port/market/price-digits.ts';

const FIVE_DIGITS = spotMarket({ priceStep: '0.00001' }, { priceSignificantDigits: 5 });

/** A price, its step, and what a buy and a sale at it are moved to. */
const PRICES: readonly (readonly [string, string, string, string])[] = [
  ['0.00001', '0.00001', '0.00001', '0.00001'],
  ['0.000012', '0.00001', '0.00001', '0.00002'],
  ['0.12345', '0.00001', '0.12345', '0.12345'],
  ['0.123456', '0.00001', '0.12345', '0.12346'],
  ['1.2345', '0.0001', '1.2345', '1.2345'],
  ['1.23456', '0.0001', '1.2345', '1.2346'],
  ['9.99999', '0.0001', '9.9999', '10'],
  ['2600.15', '0.1', '2600.1', '2600.2'],
  ['65432', '1', '65432', '65432'],
  ['65432.1', '1', '65432', '65433'],
  ['123456', '1', '123456', '123456'],
  ['1234567.5', '1', '1234567', '1234568'],
];

for (const [price, step, buy, sell] of PRICES)
  test(`at ${price} prices of five digits have steps of ${step}`, () => {
    const at = decimal(price);
    const sides = (['buy', 'sell'] as const).map((side) => passivePrice(FIVE_DIGITS, at, side));
    assert.deepEqual([priceStepAt(FIVE_DIGITS, at), ...sides].map(formatDecimal), [
      step,
      buy,
      sell,
    ]);
    assert.deepEqual(nearestPrices(FIVE_DIGITS, at), [...new Set(sides)]);
  });

test('where digits are not counted the step of the market is that of each price', () => {
  const market = { ...FIVE_DIGITS, priceSignificantDigits: null };
  assert.equal(formatDecimal(priceStepAt(market, decimal('65432.1'))), '0.00001');
  assert.equal(passivePrice(market, decimal('65432.10001'), 'buy'), decimal('65432.10001'));
  assert.equal(passivePrice(FIVE_DIGITS, decimal('0'), 'buy'), 0n);
});
