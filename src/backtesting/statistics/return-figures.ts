// Figures of daily returns, of a run's equity as of a market's price.

import { DAY_MS } from '#lib/time.ts';
import { returnMoments } from '#backtesting/overfitting/return-moments.ts';
import { curveRatios, quantileOf } from '#engine/run/positions/trade-statistics.ts';
import { quotientOf } from '#backtesting/statistics/total-and-mean.ts';
import type { ReturnFigures } from '#backtesting/statistics/statistics.ts';

const DAYS_PER_YEAR = 365;
/** A shorter window says nothing of a year. */
const CAGR_DAYS_MIN = 30;
const RISK_SHARE = 0.05;

export type ReturnsSource = {
  readonly startMs: number;
  readonly endMs: number;
  /** At the start and at closes of whole days. */
  readonly values: readonly number[];
  readonly startValue: number;
  readonly endValue: number;
  /** Null where it is not known. */
  readonly maxDrawdownPercent: number | null;
};

/** From each value to the next; none from a value that is not above zero. */
export function returnsOf(values: readonly number[]): Float64Array {
  const returns: number[] = [];
  for (let index = 1; index < values.length; index += 1) {
    const before = values[index - 1] as number;
    if (before > 0) returns.push((values[index] as number) / before - 1);
  }
  return Float64Array.from(returns);
}

/** Figures of daily values; null where there are too few days. Ratios are annualised. */
export function returnFigures(source: ReturnsSource): ReturnFigures {
  const { values, maxDrawdownPercent } = source;
  const returns = returnsOf(values);
  const moments = returnMoments(returns);
  const sorted = returns.toSorted();
  const ratios = curveRatios(values);
  const cagrPercent = cagrOf(source);
  const percentOf = (value: number | undefined): number | null =>
    value === undefined ? null : value * 100;
  const isEnough = returns.length >= 2;
  return {
    days: returns.length,
    cagrPercent,
    volatilityPercent: isEnough ? deviationOf(returns) * Math.sqrt(DAYS_PER_YEAR) * 100 : null,
    sharpe: moments === null ? null : ratios.sharpe,
    sortino: moments === null || (sorted[0] ?? 0) >= 0 ? null : ratios.sortino,
    calmar: quotientOf(cagrPercent, maxDrawdownPercent),
    skewness: moments?.skewness ?? null,
    excessKurtosis: moments === null ? null : moments.kurtosis - 3,
    bestDayPercent: percentOf(sorted.at(-1)),
    worstDayPercent: percentOf(sorted[0]),
    positiveDaysPercent: isEnough
      ? (returns.filter((value) => value > 0).length / returns.length) * 100
      : null,
    valueAtRiskPercent: isEnough ? quantileOf(sorted, RISK_SHARE) * 100 : null,
  };
}

function deviationOf(returns: Float64Array): number {
  const mean = returns.reduce((sum, value) => sum + value, 0) / returns.length;
  const squares = returns.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (returns.length - 1));
}

/** All is lost where nothing is left. */
function cagrOf({ startMs, endMs, startValue, endValue }: ReturnsSource): number | null {
  const days = (endMs - startMs) / DAY_MS;
  if (days < CAGR_DAYS_MIN || startValue <= 0) return null;
  return ((Math.max(0, endValue) / startValue) ** (DAYS_PER_YEAR / days) - 1) * 100;
}

/** Largest fall below the highest value before, in percent of it. */
export function fallPercentOf(values: readonly number[]): number {
  let [highest, share] = [0, 0];
  for (const value of values) {
    highest = Math.max(highest, value);
    if (highest > 0) share = Math.max(share, 1 - value / highest);
  }
  return share * 100;
}

/** Pearson's; null where one of them does not vary. */
export function correlationOf(left: Float64Array, right: Float64Array): number | null {
  const count = left.length;
  if (count < 2 || right.length !== count) return null;
  const means = [left, right].map((each) => each.reduce((sum, value) => sum + value, 0) / count);
  const [leftMean = 0, rightMean = 0] = means;
  let [both, lefts, rights] = [0, 0, 0];
  for (let index = 0; index < count; index += 1) {
    const [a, b] = [(left[index] ?? 0) - leftMean, (right[index] ?? 0) - rightMean];
    both += a * b;
    lefts += a * a;
    rights += b * b;
  }
  return quotientOf(both, Math.sqrt(lefts * rights));
}

export type RollingPoint = { readonly atMs: number; readonly value: number };

/** The Sharpe ratio of the last `days` returns at each close of a day; at most `pointsMax`. */
export function rollingSharpe(
  closes: readonly { readonly atMs: number; readonly value: number }[],
  days: number,
  pointsMax: number,
): readonly RollingPoint[] {
  const last = closes.length - 1;
  const stride = Math.max(1, Math.ceil((last - days + 1) / pointsMax));
  const points: RollingPoint[] = [];
  for (let end = last; end >= days; end -= stride) {
    const values = closes.slice(end - days, end + 1).map(({ value }) => value);
    points.push({ atMs: closes[end]?.atMs ?? 0, value: curveRatios(values).sharpe });
  }
  return points.toReversed();
}
