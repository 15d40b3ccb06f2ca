// Statistics of runs that are small enough to compute by hand.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DAY_MS } from '#lib/time.ts';
import { computeStatistics } from '#backtesting/statistics/compute-statistics.ts';
import type { StatisticsSource, Trade } from '#backtesting/statistics/statistics.ts';

const START_MS = Date.UTC(2026, 0, 30);

function trade(opened: number, closed: number | null, profit: number, more = {}): Trade {
  return {
    direction: 'long',
    openedAtMs: START_MS + opened * DAY_MS,
    closedAtMs: closed === null ? null : START_MS + closed * DAY_MS,
    profit,
    returnPercent: profit,
    margin: 100,
    fees: 0.1,
    favorablePercent: 2,
    adversePercent: 1,
    ...more,
  };
}

/** Four days over the end of January: 1000, 1100, 990, 1089. */
const FOUR_DAYS: StatisticsSource = {
  startMs: START_MS,
  endMs: START_MS + 3 * DAY_MS,
  seed: 1,
  startEquity: 1_000,
  endEquity: 1_089,
  realizedProfit: 80,
  priceChangePercent: 20,
  maxDrawdown: 110,
  maxDrawdownPercent: 10,
  falls: null,
  days: [
    { atMs: START_MS, value: 1_000, price: 50 },
    { atMs: START_MS + DAY_MS, value: 1_100, price: 60 },
    { atMs: START_MS + 2 * DAY_MS, value: 990, price: 45 },
    { atMs: START_MS + 3 * DAY_MS, value: 1_089, price: 60 },
  ],
  trades: [],
  pairs: null,
};

const assertNear = (actual: number | null, expected: number): void =>
  assert.ok(actual !== null && Math.abs(actual - expected) < 1e-6, `${actual}, not ${expected}`);

suite('returns', () => {
  const { returns, hold, correlation, ...all } = computeStatistics(FOUR_DAYS);

  test('are measured against the starting equity', () => {
    assertNear(all.netProfitPercent, 8);
    assertNear(all.totalReturnPercent, 8.9);
  });

  test('are the sum of what closed and what is open', () => {
    const of = computeStatistics({ ...FOUR_DAYS, trades: [trade(0, 1, 90), trade(1, null, -10)] });
    assertNear(of.totalProfit, 89);
    assertNear(of.all.netProfit, 90);
    assertNear(of.openProfit, -1);
  });

  test('stand beside the most that was in trades at one time', () => {
    const trades = [
      trade(0, 1, 1),
      trade(1, 2, 1, { margin: 150 }),
      trade(1.5, null, 1, { margin: 50 }),
    ];
    assertNear(computeStatistics({ ...FOUR_DAYS, trades }).mostUsedPercent, 20);
  });

  test('are those of whole days: 10 %, -10 %, 10 %', () => {
    assert.equal(returns.days, 3);
    // Mean 1/30; differences 1/15, -2/15, 1/15: variance 0.04/3, deviation 0.1154701.
    assertNear(returns.volatilityPercent, 11.547005383792516 * Math.sqrt(365));
    assertNear(returns.sharpe, (1 / 30 / 0.11547005383792516) * Math.sqrt(365));
    // Downside: sqrt(0.01 / 3).
    assertNear(returns.sortino, (1 / 30 / 0.05773502691896258) * Math.sqrt(365));
    assertNear(returns.bestDayPercent, 10);
    assertNear(returns.worstDayPercent, -10);
    assertNear(returns.positiveDaysPercent, 200 / 3);
    assertNear(returns.valueAtRiskPercent, -8);
    assertNear(returns.skewness, -Math.SQRT1_2);
    assertNear(returns.excessKurtosis, -1.5);
  });

  test('a window of less than 30 days has no growth per year', () => {
    assert.equal(returns.cagrPercent, null);
    assert.equal(returns.calmar, null);
    const endMs = START_MS + 73 * DAY_MS;
    const { returns: fifth } = computeStatistics({ ...FOUR_DAYS, endMs, endEquity: 1_100 });
    assertNear(fifth.cagrPercent, (1.1 ** 5 - 1) * 100);
    assertNear(fifth.calmar, ((1.1 ** 5 - 1) * 100) / 10);
  });

  test('stand beside those of the market', () => {
    assertNear(hold.profit, 200);
    assertNear(hold.returnPercent, 20);
    assertNear(hold.maxDrawdownPercent, 25);
    // 0.2, -0.25, 1/3 beside 0.1, -0.1, 0.1.
    assertNear(correlation, 0.975924253);
  });

  test('by month they begin with the close of the month before', () => {
    assert.deepEqual(
      all.months.map(({ period }) => period),
      ['2026-01', '2026-02'],
    );
    assertNear(all.months[0]?.returnPercent ?? null, -1);
    assertNear(all.months[1]?.returnPercent ?? null, 10);
    assertNear(all.months[0]?.holdPercent ?? null, -10);
    assertNear(all.years[0]?.returnPercent ?? null, 8.9);
  });

  test('an unfinished day counts for its month, and for no daily return', () => {
    const end = { atMs: START_MS + 3.5 * DAY_MS, value: 2_178, price: 60 };
    const more = computeStatistics({ ...FOUR_DAYS, days: [...FOUR_DAYS.days, end] });
    assert.equal(more.returns.days, 3);
    assertNear(more.months[1]?.returnPercent ?? null, 120);
  });

  test('what does not vary has no ratios, and nothing is invented without days', () => {
    const days = FOUR_DAYS.days.map((day) => ({ ...day, value: 1_000, price: null }));
    const still = computeStatistics({ ...FOUR_DAYS, days });
    assert.equal(still.returns.sharpe, null);
    assert.equal(still.returns.volatilityPercent, 0);
    assert.equal(still.hold.sharpe, null);
    assert.equal(still.correlation, null);
    const none = computeStatistics({ ...FOUR_DAYS, days: [], startEquity: 0, endEquity: 0 });
    assert.equal(none.netProfitPercent, null);
    assert.deepEqual([none.months, none.dailyReturns, none.rollingSharpe], [[], [], []]);
  });

  test('the rolling ratio begins after 30 days', () => {
    const days = Array.from({ length: 40 }, (_, index) => {
      return { atMs: START_MS + index * DAY_MS, value: 1_000 + (index % 2), price: null };
    });
    const { rollingSharpe } = computeStatistics({ ...FOUR_DAYS, days });
    assert.equal(rollingSharpe.length, 10);
    assert.equal(rollingSharpe[0]?.atMs, START_MS + 30 * DAY_MS);
    assert.equal(rollingSharpe.at(-1)?.atMs, START_MS + 39 * DAY_MS);
  });
});

suite('trades', () => {
  const trades = [
    trade(0, 0.5, 30),
    trade(0.25, 0.75, 10, { direction: 'short' }),
    trade(1, 1.5, -20),
    trade(1.5, 1.75, 0),
    trade(1.75, 2, -5, { direction: 'short' }),
    trade(2.5, null, 0),
  ];
  const { all, long, short, exposurePercent } = computeStatistics({ ...FOUR_DAYS, trades });

  test('count when they are closed', () => {
    assert.deepEqual([all.count, all.winning, all.losing], [5, 2, 2]);
    assert.deepEqual([long.count, short.count], [3, 2]);
    assertNear(all.winRatePercent, 40);
    assertNear(all.netProfit, 15);
    assertNear(all.profitFactor, 40 / 25);
    assertNear(all.averageTrade, 3);
    assertNear(all.averageWin, 20);
    assertNear(all.averageLoss, 12.5);
    assertNear(all.payoffRatio, 1.6);
    assertNear(all.expectancy, 0.24);
    assertNear(long.netProfitPercent, 1);
    assert.deepEqual([all.largestWin, all.largestLoss], [30, -20]);
  });

  test('a trade without profit ends a streak', () => {
    assert.deepEqual([all.longestWinningStreak, all.longestLosingStreak], [2, 1]);
  });

  test('lasted from entry to exit', () => {
    assertNear(all.averageHoldingMs, 0.4 * DAY_MS);
    assertNear(all.medianHoldingMs, 0.5 * DAY_MS);
    assertNear(all.longestHoldingMs, 0.5 * DAY_MS);
    assertNear(all.averageLoserHoldingMs, 0.375 * DAY_MS);
  });

  test('were open for a share of the window, each instant counted once', () => {
    // 0 to 0.75, 1 to 2, 2.5 to 3 of three days.
    assertNear(exposurePercent, 75);
  });

  test('without any there is nothing to divide by', () => {
    const none = computeStatistics(FOUR_DAYS);
    assert.equal(none.all.averageTrade, null);
    assert.equal(none.all.winRatePercent, null);
    assert.equal(none.monteCarlo, null);
    assert.equal(none.exposurePercent, 0);
    assert.deepEqual(none.tradeReturns, []);
  });
});

suite('distributions', () => {
  test('have bins of a round width around zero, and each value is in one', () => {
    const trades = [-2.6, -1.2, -0.4, 0.1, 0.6, 1.4, 3.9].map((profit) => trade(0, 1, profit));
    const { tradeReturns } = computeStatistics({ ...FOUR_DAYS, trades });
    assert.equal(
      tradeReturns.reduce((sum, { count }) => sum + count, 0),
      7,
    );
    assert.ok(tradeReturns.some(({ from }) => from === 0));
    assert.deepEqual(tradeReturns[0], { from: -3, to: -2, count: 1 });
  });

  test('equal values are one bin', () => {
    const trades = [5, 5, 5].map((profit) => trade(0, 1, profit));
    const { tradeReturns } = computeStatistics({ ...FOUR_DAYS, trades });
    assert.deepEqual(
      tradeReturns.map(({ count }) => count),
      [3],
    );
  });
});

suite('resampled runs', () => {
  const profits = [12, -7, 3, 3, -9, 20, -4, 6, -1, 2, -8, 5];
  const trades = profits.map((profit, index) => trade(index / 8, index / 8 + 0.1, profit));
  const { monteCarlo } = computeStatistics({ ...FOUR_DAYS, trades });
  assert.ok(monteCarlo !== null);

  test('are the same for one seed, and others for another', () => {
    const again = computeStatistics({ ...FOUR_DAYS, trades });
    assert.deepEqual(again.monteCarlo, monteCarlo);
    const other = computeStatistics({ ...FOUR_DAYS, trades, seed: 2 });
    assert.notDeepEqual(other.monteCarlo?.steps, monteCarlo.steps);
  });

  test('begin with the starting equity and lie around what the trades come to on average', () => {
    const { steps } = monteCarlo;
    assert.deepEqual(steps[0], {
      trades: 0,
      actual: 1_000,
      p5: 1_000,
      p25: 1_000,
      p50: 1_000,
      p75: 1_000,
      p95: 1_000,
    });
    const last = steps.at(-1);
    assert.ok(last !== undefined);
    assert.equal(last.trades, 12);
    assertNear(last.actual, 1_022);
    // Twelve draws of mean 22/12 and variance 64.97: 1022 +- 27.9.
    assert.ok(Math.abs(last.p50 - 1_022) < 4, String(last.p50));
    assert.ok(Math.abs(last.p95 - last.p50 - 1.645 * 27.9) < 8, String(last.p95));
    assert.ok(last.p5 <= last.p25 && last.p25 <= last.p50 && last.p50 <= last.p75);
  });

  test('a run of wins alone never loses', () => {
    const wins = profits.map((profit, index) => trade(index / 8, 1, Math.abs(profit)));
    const won = computeStatistics({ ...FOUR_DAYS, trades: wins }).monteCarlo;
    assert.equal(won?.lossPercent, 0);
    assert.equal(won?.maxDrawdownPercent.p95, 0);
  });

  test('of very many trades take no more draws', () => {
    const many = Array.from({ length: 50_000 }, (_, index) => trade(0, 1, (index % 7) - 3));
    const result = computeStatistics({ ...FOUR_DAYS, trades: many }).monteCarlo;
    assert.ok(result !== null && result.paths >= 100);
    assert.equal(result.steps.at(-1)?.trades, 50_000);
    assert.ok(result.steps.length <= 101);
  });
});
