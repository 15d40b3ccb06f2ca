// Statistics of random backtests beside a second implementation: moments, quantiles and
// correlation by the package simple-statistics, all else written as its definition in
// docs/backtests.md reads, without regard to speed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  mean,
  median,
  quantileSorted,
  sampleCorrelation,
  sampleStandardDeviation,
  standardDeviation,
} from 'simple-statistics';
import { DAY_MS } from '#lib/time.ts';
import { computeStatistics } from '#backtesting/statistics/compute-statistics.ts';
import type { StatisticsSource, Trade } from '#backtesting/statistics/statistics.ts';
import { sweepChance } from '#backtesting/sweep/sweep-chance.ts';

const START_MS = Date.UTC(2025, 10, 20, 7);
const ROUNDS = 25;

type Chance = ReturnType<typeof sweepChance>;

function randomSource(chance: Chance): StatisticsSource {
  const days = 3 + chance.below(200);
  const endMs = START_MS + days * DAY_MS + chance.below(DAY_MS);
  const closes = [{ atMs: START_MS, value: 10_000, price: 100 }];
  for (let atMs = Math.ceil(START_MS / DAY_MS) * DAY_MS; atMs <= endMs; atMs += DAY_MS) {
    const { value, price } = closes.at(-1) ?? { value: 0, price: 0 };
    const move = (chance.share() - 0.48) / 10;
    closes.push({
      atMs,
      value: value * (1 + move * (chance.share() - 0.1)),
      price: price * (1 + move),
    });
  }
  const { value, price } = closes.at(-1) ?? { value: 0, price: 0 };
  closes.push({ atMs: endMs, value: value * 1.01, price });
  const trades = Array.from({ length: chance.below(120) }, () => randomTrade(chance, endMs));
  return {
    startMs: START_MS,
    endMs,
    seed: chance.below(1_000),
    startEquity: 10_000,
    endEquity: value * 1.01,
    realizedProfit: value * 1.01 - 10_000,
    priceChangePercent: price - 100,
    maxDrawdown: 321,
    maxDrawdownPercent: 3.21,
    falls: null,
    days: closes,
    trades,
    pairs: null,
  };
}

function randomTrade(chance: Chance, endMs: number): Trade {
  const openedAtMs = START_MS + Math.floor(chance.share() * (endMs - START_MS));
  const closedAtMs = openedAtMs + Math.floor(chance.share() * (endMs - openedAtMs));
  const profit = chance.below(5) === 0 ? 0 : (chance.share() - 0.45) * 100;
  return {
    direction: chance.below(3) === 0 ? 'short' : 'long',
    openedAtMs,
    closedAtMs: chance.below(10) === 0 ? null : closedAtMs,
    profit,
    returnPercent: profit / 7,
    margin: 100,
    fees: chance.share(),
    favorablePercent: chance.below(4) === 0 ? null : chance.share() * 5,
    adversePercent: chance.share() * 5,
  };
}

/** All figures as the definitions read. */
function slowly(source: StatisticsSource) {
  const whole = source.days.slice(0, -1);
  const returnsOf = (values: readonly number[]): number[] =>
    values.slice(1).map((value, index) => value / (values[index] ?? 1) - 1);
  const returns = returnsOf(whole.map(({ value }) => value));
  const market = returnsOf(whole.map(({ price }) => price ?? 0));
  const years = (source.endMs - source.startMs) / (365 * DAY_MS);
  const isLong = years >= 30 / 365;
  const cagr = isLong ? ((source.endEquity / source.startEquity) ** (1 / years) - 1) * 100 : null;
  const downside = Math.sqrt(mean(returns.map((each) => (each < 0 ? each ** 2 : 0))));
  const center = (power: number): number =>
    mean(returns.map((each) => ((each - mean(returns)) / standardDeviation(returns)) ** power));
  const sorted = returns.toSorted((left, right) => left - right);
  return {
    cagr,
    calmar: cagr === null ? null : cagr / source.maxDrawdownPercent,
    volatility: sampleStandardDeviation(returns) * Math.sqrt(365) * 100,
    sharpe: (mean(returns) * 365) / (sampleStandardDeviation(returns) * Math.sqrt(365)),
    sortino: downside === 0 ? null : (mean(returns) * 365) / (downside * Math.sqrt(365)),
    skewness: center(3),
    kurtosis: center(4) - 3,
    risk: interpolated(sorted, 0.05) * 100,
    correlation: sampleCorrelation(returns, market),
    rolling: rollingOf(returns),
    exposure: exposureOf(source),
    months: monthsOf(source.days),
  };
}

/** Numpy's default; that of simple-statistics takes the nearest value. */
function interpolated(sorted: readonly number[], share: number): number {
  const exact = share * (sorted.length - 1);
  const left = sorted[Math.floor(exact)] ?? 0;
  const right = sorted[Math.ceil(exact)] ?? 0;
  return left * (1 - (exact % 1)) + right * (exact % 1);
}

function rollingOf(returns: readonly number[]): number[] {
  const windows = returns.map((_, index) => returns.slice(index - 29, index + 1)).slice(29);
  return windows.map((each) => (mean(each) / sampleStandardDeviation(each)) * Math.sqrt(365));
}

/** Counts the instants at which something was open. */
function exposureOf({ startMs, endMs, trades }: StatisticsSource): number {
  const step = 20 * 60_000;
  let [open, all] = [0, 0];
  for (let atMs = startMs + step / 2; atMs < endMs; atMs += step) {
    all += 1;
    if (trades.some((trade) => trade.openedAtMs <= atMs && atMs < (trade.closedAtMs ?? endMs)))
      open += 1;
  }
  return (open / all) * 100;
}

function monthsOf(days: StatisticsSource['days']): Map<string, number> {
  const months = new Map<string, number>();
  for (const [index, { atMs, value }] of days.entries()) {
    const before = days[index - 1];
    if (before === undefined) continue;
    const name = new Date(atMs - 1).toISOString().slice(0, 7);
    months.set(name, (months.get(name) ?? 1) * (value / before.value));
  }
  return months;
}

function slowTrades(trades: readonly Trade[]) {
  const closed = trades.filter(({ closedAtMs }) => closedAtMs !== null);
  const inOrder = closed.toSorted(
    (left, right) => (left.closedAtMs ?? 0) - (right.closedAtMs ?? 0),
  );
  const signs = inOrder.map(({ profit }) => (profit > 0 ? 'w' : profit < 0 ? 'l' : '-')).join('');
  const runOf = (sign: string): number =>
    Math.max(0, ...[...signs.matchAll(new RegExp(`${sign}+`, 'g'))].map(([run]) => run.length));
  const wins = closed.filter(({ profit }) => profit > 0).map(({ profit }) => profit);
  const losses = closed.filter(({ profit }) => profit < 0).map(({ profit }) => -profit);
  const held = closed.map(({ openedAtMs, closedAtMs }) => (closedAtMs ?? 0) - openedAtMs);
  const meanOf = (values: number[]): number | null => (values.length === 0 ? null : mean(values));
  const winShare = wins.length / closed.length;
  const [win, loss] = [meanOf(wins), meanOf(losses)];
  return {
    count: closed.length,
    streaks: [runOf('w'), runOf('l')],
    averageTrade: meanOf(closed.map(({ profit }) => profit)),
    // Van Tharp: what a trade wins on average for what a loser loses.
    expectancy:
      loss === null
        ? null
        : (winShare * (win ?? 0) - (losses.length / closed.length) * loss) / loss,
    payoff: win === null || loss === null ? null : win / loss,
    factor: loss === null ? null : ((win ?? 0) * wins.length) / (loss * losses.length),
    averageHolding: meanOf(held),
    medianHolding: held.length === 0 ? null : median(held),
    favorable: meanOf(closed.flatMap(({ favorablePercent }) => favorablePercent ?? [])),
  };
}

function assertNear(
  actual: number | null | undefined,
  expected: number | null,
  what: string,
): void {
  if (expected === null) assert.equal(actual, null, what);
  else
    assert.ok(
      typeof actual === 'number' && Math.abs(actual - expected) <= 1e-9 * (1 + Math.abs(expected)),
      `${what}: ${actual}, not ${expected}`,
    );
}

test('figures of returns are those of the second implementation', () => {
  const chance = sweepChance(2_026);
  for (let round = 0; round < ROUNDS; round += 1) {
    const source = randomSource(chance);
    const ours = computeStatistics(source);
    const theirs = slowly(source);
    assertNear(ours.returns.cagrPercent, theirs.cagr, 'cagr');
    assertNear(ours.returns.calmar, theirs.calmar, 'calmar');
    assertNear(ours.returns.volatilityPercent, theirs.volatility, 'volatility');
    assertNear(ours.returns.sharpe, theirs.sharpe, 'sharpe');
    assertNear(ours.returns.sortino, theirs.sortino, 'sortino');
    assertNear(ours.returns.skewness, theirs.skewness, 'skewness');
    assertNear(ours.returns.excessKurtosis, theirs.kurtosis, 'kurtosis');
    assertNear(ours.returns.valueAtRiskPercent, theirs.risk, 'value at risk');
    assertNear(ours.correlation, theirs.correlation, 'correlation');
    assert.equal(ours.rollingSharpe.length, theirs.rolling.length);
    for (const [index, { value }] of ours.rollingSharpe.entries())
      assertNear(value, theirs.rolling[index] ?? null, `rolling sharpe ${index}`);
    assert.ok(Math.abs(ours.exposurePercent - theirs.exposure) < 1, 'exposure');
    assert.deepEqual(
      ours.months.map(({ period }) => period),
      [...theirs.months.keys()],
    );
    for (const { period, returnPercent } of ours.months)
      assertNear(returnPercent, ((theirs.months.get(period) ?? 0) - 1) * 100, period);
  }
});

test('figures of trades are those of the second implementation', () => {
  const chance = sweepChance(77);
  for (let round = 0; round < ROUNDS; round += 1) {
    const source = randomSource(chance);
    const { all, long, short } = computeStatistics(source);
    const sides = [
      [all, source.trades],
      [long, source.trades.filter(({ direction }) => direction === 'long')],
      [short, source.trades.filter(({ direction }) => direction === 'short')],
    ] as const;
    for (const [ours, trades] of sides) {
      const theirs = slowTrades(trades);
      assert.equal(ours.count, theirs.count);
      assert.deepEqual([ours.longestWinningStreak, ours.longestLosingStreak], theirs.streaks);
      assertNear(ours.averageTrade, theirs.averageTrade, 'average trade');
      assertNear(ours.expectancy, theirs.expectancy, 'expectancy');
      assertNear(ours.payoffRatio, theirs.payoff, 'payoff');
      assertNear(ours.profitFactor, theirs.factor, 'profit factor');
      assertNear(ours.averageHoldingMs, theirs.averageHolding, 'average holding');
      assertNear(ours.medianHoldingMs, theirs.medianHolding, 'median holding');
      assertNear(ours.averageFavorablePercent, theirs.favorable, 'favorable excursion');
    }
  }
});

test('resampled runs have the spread that the sum of independent draws has', () => {
  const chance = sweepChance(9);
  for (let round = 0; round < 10; round += 1) {
    const source = randomSource(chance);
    const profits = source.trades.flatMap(({ closedAtMs, profit }) =>
      closedAtMs === null ? [] : [profit],
    );
    const { monteCarlo } = computeStatistics(source);
    if (profits.length < 10) {
      assert.equal(monteCarlo, null);
      continue;
    }
    const last = monteCarlo?.steps.at(-1);
    assert.ok(last !== undefined);
    const sum = profits.reduce((total, profit) => total + profit, 0);
    const deviation = standardDeviation(profits) * Math.sqrt(profits.length);
    assertNear(last.actual, 10_000 + sum, 'the run itself');
    // A thousand paths: the median is known to about a twenty-fifth of the deviation.
    assert.ok(Math.abs(last.p50 - 10_000 - sum) < deviation / 5, 'median');
    const width = (last.p95 - last.p5) / (2 * 1.6449 * deviation);
    assert.ok(width > 0.85 && width < 1.15, `width of the band: ${width}`);
  }
});

test('each value is in one bin, and the bins are even', () => {
  const chance = sweepChance(3);
  for (let round = 0; round < ROUNDS; round += 1) {
    const source = randomSource(chance);
    const { dailyReturns, returns } = computeStatistics(source);
    assert.equal(
      dailyReturns.reduce((sum, { count }) => sum + count, 0),
      returns.days,
    );
    assert.ok(dailyReturns.length <= 40, String(dailyReturns.length));
    const widths = dailyReturns.map(({ from, to }) => to - from);
    assert.ok(Math.max(...widths) - Math.min(...widths) < 1e-9);
    assert.ok(quantileSorted(widths, 0) > 0);
  }
});
