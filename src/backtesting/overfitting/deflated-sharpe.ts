// The probability that a Sharpe ratio is better than the best that as many trials without any skill
// would have shown. Bailey and Lopez de Prado, "The deflated Sharpe ratio: correcting for selection
// bias, backtest overfitting and non-normality", Journal of Portfolio Management 40 (5), 2014.

import { normalQuantile, normalShare } from '#lib/normal.ts';
import type { ReturnMoments } from '#backtesting/overfitting/return-moments.ts';

const EULER_MASCHERONI = 0.577_215_664_901_532_9;

/** The expected highest of `trialsCount` ratios that vary by chance alone; 0 for one trial. */
export function expectedHighestSharpe(sharpeVariance: number, trialsCount: number): number {
  if (trialsCount < 2) return 0;
  const highest = normalQuantile(1 - 1 / trialsCount);
  const next = normalQuantile(1 - 1 / (trialsCount * Math.E));
  const expected = (1 - EULER_MASCHERONI) * highest + EULER_MASCHERONI * next;
  return Math.sqrt(sharpeVariance) * expected;
}

/** Between 0 and 1; `benchmarkSharpe` is of the same period as the moments. */
export function deflatedSharpe(moments: ReturnMoments, benchmarkSharpe: number): number {
  const { count, sharpe, skewness, kurtosis } = moments;
  const spread = 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe * sharpe;
  // It cannot be negative for moments of one sample; rounding may bring it to zero.
  const error = Math.sqrt(Math.max(spread, Number.EPSILON));
  return normalShare(((sharpe - benchmarkSharpe) * Math.sqrt(count - 1)) / error);
}

/** Of the ratios of all trials; 0 when there are fewer than two. */
export function varianceOf(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = values.reduce((total, value) => total + value, 0) / values.length;
  const squares = values.reduce((total, value) => total + (value - mean) ** 2, 0);
  return squares / (values.length - 1);
}
