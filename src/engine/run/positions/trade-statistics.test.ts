// Figures reckoned by hand, and on the edges where a formula would divide by zero.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { curveRatios, tradeStatistics } from '#engine/run/positions/trade-statistics.ts';

const outcomes = { profits: [30, -10, 20, -5, 15], margins: [100, 100, 100, 100, 100] };

test('wins, losses and their ratios', () => {
  const figures = tradeStatistics(outcomes);
  assert.equal(figures.winning, 3);
  assert.equal(figures.losing, 2);
  assert.equal(figures.winShare, 0.6);
  assert.equal(figures.averageProfit, 10);
  assert.equal(figures.totalMargin, 500);
  assert.equal(figures.biggestWin, 30);
  assert.equal(figures.biggestLoss, -10);
  assert.equal(figures.profitFactor, 65 / 15);
  assert.equal(figures.profitRatio, 65 / 3 / 7.5);
  assert.equal(figures.cpcIndex, (65 / 15) * 0.6 * (65 / 3 / 7.5));
  assert.equal(figures.profitMarginRatio, 50 / 65);
  // Sorted: -10, -5, 15, 20, 30; places 3.8 and 0.2 of the five.
  assert.ok(Math.abs(figures.tailRatio - 28 / 9) < 1e-12);
  assert.equal(figures.commonSenseRatio, figures.profitFactor * figures.tailRatio);
});

test('without a position all is zero', () => {
  assert.ok(
    Object.values(tradeStatistics({ profits: [], margins: [] })).every((value) => value === 0),
  );
});

test('without a loss a ratio to losses stands at its limit', () => {
  const figures = tradeStatistics({ profits: [5], margins: [10] });
  assert.equal(figures.profitFactor, 1_000);
  assert.equal(figures.profitRatio, 1_000);
  assert.equal(figures.biggestLoss, 0);
});

test('Sharpe and Sortino of three days', () => {
  // Returns of 10 %, -10 % and 20 %.
  const { sharpe, sortino } = curveRatios([100, 110, 99, 118.8]);
  const mean = 0.2 / 3;
  const deviation = Math.sqrt(((0.1 - mean) ** 2 + (-0.1 - mean) ** 2 + (0.2 - mean) ** 2) / 2);
  assert.ok(Math.abs(sharpe - (mean / deviation) * Math.sqrt(365)) < 1e-9);
  assert.ok(Math.abs(sortino - (mean / Math.sqrt(0.01 / 3)) * Math.sqrt(365)) < 1e-9);
});

test('fewer than two returns, or returns that do not vary, have no ratio', () => {
  assert.deepEqual(curveRatios([100, 110]), { sharpe: 0, sortino: 0 });
  assert.deepEqual(curveRatios([100, 100, 100]), { sharpe: 0, sortino: 0 });
});
