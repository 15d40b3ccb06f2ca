// Values of orders on spot and on each kind of contract.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal, formatDecimal, ZERO } from '#lib/decimal.ts';
import type { Market } from '#venue-port/market/market.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';
import { highestValue, shareOfValue, valueAt } from '#domain/risk/order-value.ts';

const INVERSE = futuresMarket('inverse', '100', { amountStep: '1' });
const QUANTO = futuresMarket('quanto', '0.000001', { amountStep: '1' });

const CASES: readonly (readonly [string, Market, string, string, string])[] = [
  ['spot: price times amount', spotMarket(), '64250.25', '0.013', '835.25325'],
  ['spot: a price off the step counts up', spotMarket(), '100.001', '1', '100.01'],
  ['vanilla: contracts of a hundredth', futuresMarket('vanilla', '0.01'), '50000', '2', '1000'],
  ['inverse: contracts of 100 USD in BTC', INVERSE, '50000', '3', '0.006'],
  ['inverse: rounded up', INVERSE, '30000', '1', '0.00333334'],
  ['quanto: in the margin currency', QUANTO, '50000', '2', '0.1'],
];

suite('the value of an order', () => {
  for (const [name, market, price, amount, value] of CASES) {
    test(name, () => {
      assert.equal(formatDecimal(valueAt(market, decimal(price), decimal(amount))), value);
    });
  }

  test('of several prices the highest counts, and the lowest on an inverse market', () => {
    const prices = [decimal('40000'), ZERO, decimal('50000')];
    assert.equal(formatDecimal(highestValue(spotMarket(), prices, decimal('1'))), '50000');
    assert.equal(formatDecimal(highestValue(INVERSE, prices, decimal('4'))), '0.01');
  });

  test('a part of an order has its part of the value, rounded up', () => {
    const share = shareOfValue(decimal('100'), decimal('1'), decimal('3'));
    assert.equal(formatDecimal(share), '33.333333333333333334');
    assert.equal(shareOfValue(decimal('7'), decimal('3'), decimal('3')), decimal('7'));
    assert.equal(shareOfValue(decimal('7'), ZERO, decimal('3')), ZERO);
  });
});
