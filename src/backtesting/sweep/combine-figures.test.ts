import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { NO_ASSUMPTIONS } from '#backtesting/sweep/no-assumptions.fixture.ts';
import { combineFigures } from '#backtesting/sweep/combine-figures.ts';
import type { ResultFigures } from '#backtesting/sweep/result-figures.ts';

const NONE = { realizedProfit: decimal('0'), positionsClosed: 0, roiPercent: null };

/** Of a market that won so many of its positions. */
function market(won: number, closed: number, roiPercent: string): ResultFigures {
  return {
    profitCurrency: 'USDT',
    realizedProfit: decimal('1'),
    fees: decimal('0.1'),
    roiPercent: decimal(roiPercent),
    winRatePercent: decimal(((100 * won) / Math.max(closed, 1)).toFixed(8)),
    ordersFilled: 2 * closed,
    positionsClosed: closed,
    maxDrawdownPercent: decimal('1'),
    sharpeRatio: decimal('0.00000001'),
    profitFactor: decimal('1.5'),
    assumptions: NO_ASSUMPTIONS,
    inSample: NONE,
    outOfSample: NONE,
    moments: null,
    startEquity: 1_000,
    blocks: [],
  };
}

test('a win rate is that of all positions, to the last place', () => {
  const cases = [
    [[13, 20], [19, 24], '72.72727273'],
    [[2, 3], [2, 3], '66.66666667'],
    [[1, 3], [0, 0], '33.33333333'],
    [[0, 0], [0, 0], '0'],
    [[17, 29], [1, 7], '50'],
  ] as const;
  for (const [[a, of], [b, ofOther], expected] of cases) {
    const both = combineFigures([market(a, of, '1'), market(b, ofOther, '1')]);
    assert.equal(formatDecimal(both.winRatePercent), expected);
  }
});

test('a mean has as many places as what it is the mean of', () => {
  const three = [market(1, 1, '1'), market(1, 1, '0'), market(1, 1, '0')];
  const { roiPercent, sharpeRatio, profitFactor } = combineFigures(three);
  assert.deepEqual([roiPercent, sharpeRatio, profitFactor].map(formatDecimal), [
    '0.33333333',
    '0.00000001',
    '1.5',
  ]);
  const even = combineFigures([market(1, 1, '0.00000001'), market(1, 1, '0.00000002')]);
  assert.equal(formatDecimal(even.roiPercent), '0.00000002', 'half goes to even');
});
