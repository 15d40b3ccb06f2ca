// All that is said of a finished backtest beyond its figures.

import { DAY_MS } from '#lib/time.ts';
import type { DayClose } from '#backtesting/backtest.ts';
import { histogram } from '#backtesting/statistics/histogram.ts';
import { monteCarlo } from '#backtesting/statistics/monte-carlo.ts';
import { periodReturns } from '#backtesting/statistics/period-returns.ts';
import {
  correlationOf,
  fallPercentOf,
  returnFigures,
  returnsOf,
  rollingSharpe,
} from '#backtesting/statistics/return-figures.ts';
import type {
  HoldFigures,
  Statistics,
  StatisticsSource,
} from '#backtesting/statistics/statistics.ts';
import { exposedMs, mostMargin, tradeFigures } from '#backtesting/statistics/trade-figures.ts';

/** Of the rolling Sharpe ratio. */
const ROLLING_DAYS = 30;
const ROLLING_POINTS_MAX = 500;

/**
 * Statistics of a finished run; null stands for figures that do not exist, such as percentages of
 * an empty account.
 */
export function computeStatistics(source: StatisticsSource): Statistics {
  const { startMs, endMs, startEquity, endEquity, trades, days } = source;
  const wholeDays = days.filter(({ atMs }, index) => index === 0 || atMs % DAY_MS === 0);
  const values = wholeDays.map(({ value }) => value);
  const prices = wholeDays.flatMap(({ price }) => price ?? []);
  const returns = returnsOf(values);
  const percentOf = (value: number): number | null =>
    startEquity > 0 ? (value / startEquity) * 100 : null;
  const all = tradeFigures(trades, startEquity);
  const totalProfit = endEquity - startEquity;
  const sided = (direction: 'long' | 'short') =>
    tradeFigures(
      trades.filter((trade) => trade.direction === direction),
      startEquity,
    );
  const percents = (each: Float64Array): Float64Array => each.map((value) => value * 100);
  return {
    startEquity,
    endEquity,
    netProfit: source.realizedProfit,
    netProfitPercent: percentOf(source.realizedProfit),
    totalProfit,
    totalReturnPercent: percentOf(totalProfit),
    openProfit: totalProfit - all.netProfit,
    mostUsedPercent: percentOf(mostMargin(trades)),
    pairs: source.pairs,
    returns: returnFigures({
      startMs,
      endMs,
      values,
      startValue: startEquity,
      endValue: endEquity,
      maxDrawdownPercent: source.maxDrawdownPercent,
    }),
    correlation: correlationOf(returns, returnsOf(prices)),
    hold: holdFigures(source, prices, days),
    maxDrawdown: source.maxDrawdown,
    maxDrawdownPercent: source.maxDrawdownPercent,
    falls: source.falls,
    exposurePercent: (exposedMs(trades, startMs, endMs) / (endMs - startMs)) * 100,
    all,
    long: sided('long'),
    short: sided('short'),
    months: periodReturns(days, 7),
    years: periodReturns(days, 4),
    dailyReturns: histogram(percents(returns)),
    tradeReturns: histogram(tradeReturnsOf(trades)),
    rollingSharpe: rollingSharpe(wholeDays, ROLLING_DAYS, ROLLING_POINTS_MAX),
    monteCarlo: monteCarlo(profitsInOrder(trades), startEquity, source.seed),
  };
}

function tradeReturnsOf(trades: StatisticsSource['trades']): Float64Array {
  const closed = trades.filter(({ closedAtMs }) => closedAtMs !== null);
  return Float64Array.from(closed, ({ returnPercent }) => returnPercent);
}

function profitsInOrder(trades: StatisticsSource['trades']): readonly number[] {
  return trades
    .flatMap(({ closedAtMs, profit }) => (closedAtMs === null ? [] : [{ closedAtMs, profit }]))
    .sort((left, right) => left.closedAtMs - right.closedAtMs)
    .map(({ profit }) => profit);
}

/** All that the run began with, in the market from the first open to the last close. */
function holdFigures(
  { startMs, endMs, startEquity, priceChangePercent }: StatisticsSource,
  prices: readonly number[],
  days: readonly DayClose[],
): HoldFigures {
  const growth = 1 + priceChangePercent / 100;
  const known = days.flatMap(({ price }) => price ?? []);
  const maxDrawdownPercent = known.length > 1 ? fallPercentOf(known) : null;
  return {
    ...returnFigures({
      startMs,
      endMs,
      values: prices,
      startValue: 1,
      endValue: growth,
      maxDrawdownPercent,
    }),
    returnPercent: priceChangePercent,
    profit: startEquity * (growth - 1),
    maxDrawdownPercent,
  };
}
