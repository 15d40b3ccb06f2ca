// Statistics of a finished backtest beyond its figures, and their source. Floats, defined with
// their sources in docs/backtests.md; nothing is booked by them.

import type { DayClose, DrawdownTimes } from '#backtesting/backtest.ts';
import type { PairFigures } from '#domain/position/pair-figures.ts';

export type Trade = {
  readonly direction: 'long' | 'short';
  readonly openedAtMs: number;
  /** Null while it is open. */
  readonly closedAtMs: number | null;
  /** Realised, costs deducted. */
  readonly profit: number;
  /** Of the margin that it used. */
  readonly returnPercent: number;
  readonly margin: number;
  readonly fees: number;
  /** Null in results of before it was retained. */
  readonly favorablePercent: number | null;
  readonly adversePercent: number | null;
};

export type StatisticsSource = {
  readonly startMs: number;
  readonly endMs: number;
  /** Determines the chance of resampled trades. */
  readonly seed: number;
  readonly startEquity: number;
  readonly endEquity: number;
  readonly realizedProfit: number;
  readonly priceChangePercent: number;
  readonly maxDrawdown: number;
  readonly maxDrawdownPercent: number;
  /** Null in results of before they were retained. */
  readonly falls: DrawdownTimes | null;
  /** Of the start, of whole UTC days, and of the end where it is within a day. */
  readonly days: readonly DayClose[];
  readonly trades: readonly Trade[];
  /** Of a grid, whose pairs are its trades. */
  readonly pairs: PairFigures | null;
};

/** Of daily returns; null where there are fewer than two of them, or they do not differ. */
export type ReturnFigures = {
  readonly days: number;
  /** Per year; also null where the window is shorter than 30 days. */
  readonly cagrPercent: number | null;
  readonly volatilityPercent: number | null;
  readonly sharpe: number | null;
  readonly sortino: number | null;
  /** Null without a drawdown, too. */
  readonly calmar: number | null;
  readonly skewness: number | null;
  /** Zero for a normal distribution. */
  readonly excessKurtosis: number | null;
  readonly bestDayPercent: number | null;
  readonly worstDayPercent: number | null;
  readonly positiveDaysPercent: number | null;
  /** The loss that 95 of 100 days do not exceed, as a return. */
  readonly valueAtRiskPercent: number | null;
};

export type HoldFigures = ReturnFigures & {
  readonly returnPercent: number;
  /** Of all that the run began with. */
  readonly profit: number;
  /** On closes of days; null where they are not known. */
  readonly maxDrawdownPercent: number | null;
};

/** Of closed trades; averages and ratios are null where there is nothing to divide by. */
export type TradeFigures = {
  readonly count: number;
  readonly winning: number;
  readonly losing: number;
  readonly winRatePercent: number | null;
  readonly netProfit: number;
  readonly netProfitPercent: number | null;
  readonly grossWin: number;
  readonly grossLoss: number;
  readonly profitFactor: number | null;
  readonly averageTrade: number | null;
  readonly averageTradePercent: number | null;
  readonly averageWin: number | null;
  readonly averageLoss: number | null;
  /** Average win over average loss. */
  readonly payoffRatio: number | null;
  /** Average trade over average loss. */
  readonly expectancy: number | null;
  readonly largestWin: number;
  readonly largestLoss: number;
  readonly longestWinningStreak: number;
  readonly longestLosingStreak: number;
  readonly averageHoldingMs: number | null;
  readonly medianHoldingMs: number | null;
  readonly longestHoldingMs: number | null;
  readonly averageWinnerHoldingMs: number | null;
  readonly averageLoserHoldingMs: number | null;
  readonly averageFavorablePercent: number | null;
  readonly averageAdversePercent: number | null;
  readonly fees: number;
};

export type PeriodReturn = {
  /** `2026` or `2026-08`. */
  readonly period: string;
  readonly returnPercent: number;
  /** Of the market; null where it is not known. */
  readonly holdPercent: number | null;
};

/** How many values are at least `from` and below `to`; the last one includes its end. */
export type Bin = { readonly from: number; readonly to: number; readonly count: number };

export type Quantiles = {
  readonly p5: number;
  readonly p25: number;
  readonly p50: number;
  readonly p75: number;
  readonly p95: number;
};

export type MonteCarlo = {
  readonly paths: number;
  readonly seed: number;
  /** After so many trades: what the run had, and what resampled runs had. */
  readonly steps: readonly (Quantiles & { readonly trades: number; readonly actual: number })[];
  readonly maxDrawdownPercent: Quantiles;
  /** Of all paths, those that end below the start. */
  readonly lossPercent: number;
};

export type Statistics = {
  readonly startEquity: number;
  readonly endEquity: number;
  readonly netProfit: number;
  /** Realised, of the starting equity; null where that is nothing. */
  readonly netProfitPercent: number | null;
  /** With what is open at the end: the profit of closed trades, and `openProfit`. */
  readonly totalProfit: number;
  readonly totalReturnPercent: number | null;
  /** Of trades that are still open, with what they realised and paid so far. */
  readonly openProfit: number;
  /** Most margin of all trades at once, of the starting equity; null where that is nothing. */
  readonly mostUsedPercent: number | null;
  readonly pairs: PairFigures | null;
  readonly returns: ReturnFigures;
  /** Of daily returns with those of the market; null where either does not vary. */
  readonly correlation: number | null;
  readonly hold: HoldFigures;
  readonly maxDrawdown: number;
  readonly maxDrawdownPercent: number;
  readonly falls: DrawdownTimes | null;
  /** Share of the window in which a position was open. */
  readonly exposurePercent: number;
  readonly all: TradeFigures;
  readonly long: TradeFigures;
  readonly short: TradeFigures;
  readonly months: readonly PeriodReturn[];
  readonly years: readonly PeriodReturn[];
  readonly dailyReturns: readonly Bin[];
  readonly tradeReturns: readonly Bin[];
  readonly rollingSharpe: readonly { readonly atMs: number; readonly value: number }[];
  /** Null with fewer than ten closed trades. */
  readonly monteCarlo: MonteCarlo | null;
};
