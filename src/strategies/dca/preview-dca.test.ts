// A deal of averaging orders: the published deal to the digit, and what is refused.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import type { Decimal } from '#lib/decimal.ts';
import { present } from '#lib/assert.ts';
import { AVERAGE_DIGITS, decimal, formatDecimal, roundToDigits } from '#lib/decimal.ts';
import { priceOf } from '#venue-port/market/market-grid.ts';
import { valueOfUnits } from '#venue-port/money/currency.ts';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import {
  ladderDeviations,
  ladderOrders,
  meanPrice,
  priceWithFee,
  takeProfitTicks,
} from '#strategies/dca/dca-ladder.ts';
import { marketAt } from '#strategies/grid/grid.fixture.ts';
import { dcaOf } from '#strategies/dca/dca-run.fixture.ts';
import type { LadderShape } from '#strategies/dca/dca-ladder.ts';
import { previewDca } from '#strategies/dca/preview-dca.ts';

const MARKET = spotMarket(
  { amountStep: '0.0001' },
  { makerFeePercent: decimal('0.1'), takerFeePercent: decimal('0.1') },
);
const text = (value: Decimal | undefined): string => formatDecimal(value ?? decimal('0'));

/** The published deal: 1 % steps times 4, sizes of 15 times 1.7, profit of 2 %. */
const DEAL: LadderShape = {
  direction: 'long',
  stepPercent: decimal('1'),
  stepScale: decimal('4'),
  size: decimal('15'),
  sizeAsset: 'quote',
  volumeScale: decimal('1.7'),
  count: 3,
};

suite('the published deal, bought at 3,095.4 with a fee of 0.1 percent', () => {
  const market = marketAt('3095.4', {}, MARKET);
  const { terms } = market;
  const first = priceWithFee(decimal('3095.4'), decimal('0.1'), 'long');
  const orders = ladderOrders(DEAL, market, first);

  test('the first price has the fee in it', () => assert.equal(text(first), '3098.4954'));

  test('deviations, prices and sizes', () => {
    const shown = orders.map(({ deviationPercent, ticks, size }) =>
      [deviationPercent, priceOf(terms.grid, ticks), size].map(text).join(' '),
    );
    assert.deepEqual(shown, ['1 3067.51 15', '5 2943.57 25.5', '21 2447.81 43.35']);
  });

  test('amounts are rounded down to the step, never enlarged', () => {
    const lots = orders.map((order) => Number(order.lots));
    assert.deepEqual(lots, [48, 86, 177]);
  });

  test('profit is taken above the average with both fees', () => {
    const ticks = takeProfitTicks(terms, 'long', first, decimal('2'));
    assert.equal(text(priceOf(terms.grid, ticks)), '3163.63');
  });

  test('a fifth order would be 341 percent away: four are the most that are requested', () => {
    assert.deepEqual(ladderDeviations({ ...DEAL, count: 5 }).map(text), ['1', '5', '21', '85']);
  });
});

suite('a preview', () => {
  test('shows the average and the target after each order', () => {
    const { steps, problems } = previewDca(dcaOf(), marketAt('3095.4', {}, MARKET));
    assert.deepEqual(problems, []);
    assert.equal(text(steps[0]?.takeProfitPrice), '3163.63');
    assert.ok(
      steps.every(
        ({ averagePrice }, at) => at === 0 || averagePrice < (steps[at - 1]?.averagePrice ?? 0n),
      ),
    );
    assert.equal(steps.length, 4);
  });

  test('a short deal adds above the price and takes profit below it', () => {
    const { steps } = previewDca(
      dcaOf({ direction: 'short' }),
      marketAt('3000', { base: '1' }, MARKET),
    );
    assert.ok((steps[1]?.price ?? 0n) > decimal('3000'));
    assert.ok((steps[0]?.takeProfitPrice ?? 0n) < decimal('2950'));
  });

  test('refuses ladders deeper than 100 percent with the most orders that fit', () => {
    const { problems } = previewDca(
      dcaOf({ max_averaging_orders: 5 }),
      marketAt('3095.4', {}, MARKET),
    );
    assert.deepEqual(problems, [
      {
        key: 'max_averaging_orders',
        message:
          '"max_averaging_orders" 5 reach a deviation of 100 percent; the nearest valid value is 4',
      },
    ]);
  });

  test('refuses profits below the fees and orders below the minimum', () => {
    const market = marketAt('3095.4', {}, { ...MARKET, minOrderValue: decimal('20') });
    assert.deepEqual(
      previewDca(dcaOf({ take_profit_percent: '0.2' }), market).problems.map(({ key }) => key),
      ['take_profit_percent', 'base_order_size', 'averaging_order_size'],
    );
  });
});

test('the figures of the published deal', () => {
  const preview = previewDca(dcaOf(), marketAt('3095.4', {}, MARKET));
  const { maxFunds, requiredUnits, requiredCurrency, steps, problems } = preview;
  assert.deepEqual(problems, []);
  assert.equal(text(maxFunds), '98.222907');
  assert.equal(text(valueOfUnits(requiredCurrency, requiredUnits)), '29.61154997');
  assert.equal(requiredCurrency, 'USDT');
  const { index, deviationPercent, price, amount, averagePrice, takeProfitPrice } = present(
    steps[1],
    'a second order',
  );
  assert.equal(index, 1);
  const average = roundToDigits(averagePrice, AVERAGE_DIGITS);
  assert.deepEqual([deviationPercent, price, amount, average, takeProfitPrice].map(text), [
    '1',
    '3067.51',
    '0.0048',
    '3084.536455',
    '3149.38',
  ]);
});

test('a mean of nothing is zero', () => assert.equal(meanPrice([]), 0n));
