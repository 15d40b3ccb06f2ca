// Moments of a run's returns for the deflated Sharpe ratio.

export type ReturnMoments = {
  readonly count: number;
  /** Mean over standard deviation, of one period; not annualised. */
  readonly sharpe: number;
  readonly skewness: number;
  /** 3 for a normal distribution. */
  readonly kurtosis: number;
};

/** Null when the returns do not differ, so that there is no ratio. */
export function returnMoments(returns: Float64Array): ReturnMoments | null {
  const count = returns.length;
  if (count < 2) return null;
  const mean = meanOf(returns, (value) => value);
  const variance = meanOf(returns, (value) => (value - mean) ** 2);
  // Equal returns leave a variance of rounding errors, which no ratio may be built on.
  if (!(variance > (mean * 1e-12) ** 2)) return null;
  const deviation = Math.sqrt(variance);
  return {
    count,
    sharpe: mean / Math.sqrt((variance * count) / (count - 1)),
    skewness: meanOf(returns, (value) => ((value - mean) / deviation) ** 3),
    kurtosis: meanOf(returns, (value) => ((value - mean) / deviation) ** 4),
  };
}

function meanOf(values: Float64Array, term: (value: number) => number): number {
  return values.reduce((total, value) => total + term(value), 0) / values.length;
}
