// A grid's preview: the published worked example to the digit, and each way in which a grid is
// refused, with the setting and the nearest valid value.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import type { Decimal } from '#lib/decimal.ts';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import type { Json } from '#lib/json.ts';
import { singleTier } from '#domain/margin/leverage-tier.ts';
import { priceOf, ticksOf } from '#venue-port/market/market-grid.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';
import { tradingTerms } from '#domain/position/trading-terms.ts';
import type { GridType } from '#strategies/grid/grid-config.ts';
import { EXAMPLE_MARKET, gridOf, marketAt } from '#strategies/grid/grid.fixture.ts';
import { gridShape } from '#strategies/grid/grid-plan.ts';
import { gridLines } from '#strategies/grid/grid-lines.ts';
import { previewGrid } from '#strategies/grid/preview-grid.ts';

const VANILLA = futuresMarket('vanilla', '1', { minOrderValue: '10' });

function problemsOf(changes: { readonly [key: string]: Json }, price = '24100'): string[] {
  return previewGrid(gridOf(changes), marketAt(price), null).problems.map(({ message }) => message);
}

function futures(changes: { readonly [key: string]: Json }, price = '24100') {
  const type: GridType = 'futures_grid';
  const tiers = singleTier(decimal('0.01'), decimal('100'));
  return previewGrid(gridOf(changes, type), marketAt(price, {}, VANILLA), tiers);
}

/** Figures with their decimals as text. */
function inText(value: unknown): unknown {
  if (typeof value === 'bigint') return formatDecimal(value as Decimal);
  if (Array.isArray(value)) return value.map(inText);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inText(each)]));
}

suite('the published example', () => {
  test('five arithmetic grids from 20,000 to 30,000 at 24,100', () => {
    const { problems, figures } = previewGrid(gridOf(), marketAt('24100'), null);
    assert.deepEqual(problems, []);
    assert.deepEqual(inText(figures), {
      gridStep: '2000',
      gridRatio: null,
      amountPerGrid: '0.01',
      ordersCount: 5,
      minInvestment: '57.19',
      maxInvestment: null,
      required: { base: '0.03', quote: '420' },
      requiredTotal: '1143.723',
      initialOrder: { side: 'buy', amount: '0.03', estimatedPrice: '24100' },
      profitLeastPercent: '6.936',
      profitMostPercent: '9.79',
      estimatedFees: '0.723',
      margin: null,
      liquidationPriceUp: null,
      liquidationPriceDown: null,
      breakEvenPrice: '24124.1',
      levels: [
        { index: 0, price: '20000', side: 'buy', amount: '0.01' },
        { index: 1, price: '22000', side: 'buy', amount: '0.01' },
        { index: 2, price: '24000', side: null, amount: '0.01' },
        { index: 3, price: '26000', side: 'sell', amount: '0.01' },
        { index: 4, price: '28000', side: 'sell', amount: '0.01' },
        { index: 5, price: '30000', side: 'sell', amount: '0.01' },
      ],
    });
  });

  test('geometric lines are the exact roots, rounded to the step', () => {
    const market = { ...marketAt('24100'), terms: tradingTerms(spotMarket({ priceStep: '1' })) };
    const shape = gridShape(gridOf({ grid_mode: 'geometric' }), market);
    const lines = gridLines(shape, 0).map(Number);
    assert.deepEqual(lines, [20_000, 21_689, 23_522, 25_508, 27_663, 30_000]);
  });

  test('fifty lines are 326.53 apart, eighty-one have the ratio of record', () => {
    const arithmetic = gridOf({ lower_price: 56_000, upper_price: 72_000, grid_count: 49 });
    const step = previewGrid(arithmetic, marketAt('60000'), null).figures?.gridStep;
    assert.equal(formatDecimal(step ?? decimal('0')).slice(0, 8), '326.5306');
    const terms = tradingTerms(spotMarket({ priceStep: '0.0000000001' }));
    const ticks = (price: string) => ticksOf(terms.grid, decimal(price), 'half_even');
    const lines = gridLines(
      {
        mode: 'geometric',
        lowerTicks: ticks('0.016352'),
        upperTicks: ticks('0.022503'),
        count: 80,
      },
      0,
    );
    const ratio = Number(lines[1]) / Number(lines[0]);
    assert.equal(ratio.toFixed(7), '1.0039992');
    assert.equal(formatDecimal(priceOf(terms.grid, lines[80] ?? ticks('0'))), '0.022503');
  });
});

suite('money', () => {
  test('base that the wallet holds is not bought when both are invested', () => {
    const grid = gridOf({ investment_asset: 'both' });
    const preview = previewGrid(grid, marketAt('24100', { base: '0.02' }), null);
    assert.equal(formatDecimal(preview.figures?.amountPerGrid ?? decimal('0')), '0.01');
    assert.equal(formatDecimal(preview.figures?.initialOrder?.amount ?? decimal('0')), '0.01');
  });

  test('an investment in base sells what the buy lines need', () => {
    const grid = gridOf({ investment_asset: 'base', investment: '0.05' });
    const { figures, problems } = previewGrid(grid, marketAt('24100', { base: '0.05' }), null);
    assert.deepEqual(problems, []);
    assert.equal(figures?.initialOrder?.side, 'sell');
    const per = 3 + 42_000 / (24_100 * 0.999);
    const amount = Number(formatDecimal(figures.amountPerGrid));
    assert.equal(amount, Math.floor((0.05 / per) * 1e4) / 1e4, 'rounded down to the step');
  });

  test('without buying at the start, nothing is placed above the price', () => {
    const { figures } = previewGrid(gridOf({ fill_grid_on_start: false }), marketAt('24100'), null);
    assert.equal(figures?.initialOrder, null);
    assert.deepEqual(
      figures?.levels.map(({ side }) => side),
      ['buy', 'buy', 'buy', null, null, null],
    );
  });
});

suite('futures', () => {
  test('an inverse grid settles in its margin currency, and has prices all the same', () => {
    const inverse = futuresMarket('inverse', '100', { amountStep: '1', minOrderValue: '0' });
    const tiers = singleTier(decimal('0.01'), decimal('100'));
    const settings = { leverage: 3, direction: 'long', investment: '1' };
    const market = marketAt('24100', { quote: '1' }, inverse);
    const { figures } = previewGrid(gridOf(settings, 'futures_grid'), market, tiers);
    assert.equal(market.terms.grid.settlementCurrency, 'BTC');
    const prices = [figures?.breakEvenPrice, figures?.liquidationPriceDown];
    assert.ok(prices.every((price) => typeof price === 'bigint' && price > 0n));
  });

  test('a neutral grid opens nothing, buys below and sells above', () => {
    const { figures, problems } = futures({ leverage: 5 });
    assert.deepEqual(problems, []);
    assert.equal(figures?.initialOrder, null);
    assert.deepEqual(
      figures?.levels.map(({ side }) => side),
      ['buy', 'buy', null, 'sell', 'sell', 'sell'],
    );
    const [down, up] = [figures?.liquidationPriceDown, figures?.liquidationPriceUp];
    assert.ok((down ?? 0n) < decimal('20000') && (up ?? 0n) > decimal('30000'));
  });

  test('a short grid opens short what its buy lines close', () => {
    const { figures } = futures({ direction: 'short', leverage: 2 });
    assert.equal(figures?.initialOrder?.side, 'sell');
    assert.equal(figures.initialOrder.amount, 2n * figures.amountPerGrid);
    assert.equal(figures.liquidationPriceDown, null);
  });

  test('leverage makes more of the same margin', () => {
    const one = futures({ direction: 'long' }).figures?.amountPerGrid ?? 0n;
    const ten = futures({ direction: 'long', leverage: 10 }).figures?.amountPerGrid ?? 0n;
    assert.ok(ten > 9n * one && ten <= 10n * one + decimal('0.01'));
  });
});

suite('what is refused', () => {
  const cases: readonly (readonly [string, { readonly [key: string]: Json }, string, string])[] = [
    [
      'a range upside down',
      { upper_price: '20000' },
      '24100',
      '"upper_price" must be above "lower_price" 20000',
    ],
    [
      'a price off the step',
      { lower_price: '20000.001' },
      '24100',
      '"lower_price" 20000.001 is not a multiple of the price step 0.01; the nearest is 20000',
    ],
    [
      'too little money',
      { investment: '50' },
      '24100',
      '"investment" must be at least 57.19, found 50; the nearest valid value is 57.19',
    ],
    [
      'more than there is',
      { investment: '2000' },
      '24100',
      '"investment" needs 1990.80882 USDT with fees, 1500 is free; ' +
        'the nearest valid value is 1498.27713',
    ],
    [
      'a price that has left the range',
      {},
      '30000.01',
      '"upper_price" 30000 leaves out the price, 30000.01 is above it; ' +
        'the nearest valid value is 30000.01',
    ],
    [
      'grids that cost more than they earn',
      { lower_price: '24000', upper_price: '24200', grid_count: 10 },
      '24100',
      '"grid_count" makes a grid that earns -0.117 percent after fees; the nearest valid value is 4',
    ],
    [
      'lines that collapse',
      { lower_price: '24100', upper_price: '24100.01', grid_count: 2 },
      '24100',
      '"grid_count" 2 makes lines that are the same at the price step 0.01; widen the range',
    ],
    [
      'a stop inside of the range',
      { stop_loss_price: '20000' },
      '24100',
      '"stop_loss_price" must be below "lower_price" 20000',
    ],
  ];
  for (const [name, changes, price, message] of cases)
    test(name, () => assert.deepEqual(problemsOf(changes, price), [message]));

  test('a refused plan still says what it would need', () => {
    const { figures } = previewGrid(gridOf({ investment: '50' }), marketAt('24100'), null);
    assert.equal(formatDecimal(figures?.minInvestment ?? decimal('0')), '57.19');
  });

  test('a spot grid on futures', () => {
    const { problems } = previewGrid(gridOf(), marketAt('24100', {}, VANILLA), null);
    assert.equal(problems[0]?.key, 'market_tag');
    assert.equal(EXAMPLE_MARKET.contract, null);
  });
});

test('a plan that is refused for a stop is shown with its figures all the same', () => {
  const config = gridOf({ take_profit_price: '25000', start_condition: 'price' });
  const { problems, figures } = previewGrid(config, marketAt('24100'), null);
  assert.deepEqual(
    problems.map(({ key }) => key),
    ['take_profit_price', 'start_price'],
  );
  assert.equal(figures?.levels.length, 6);
});
