// Curve of a live run's equity in relation to its highest, as its steps write it. Its text changes
// when a highest is left or reached again, or a fall is deeper than all before: most steps write
// none.

import type { DrawdownTimes } from '#backtesting/backtest.ts';

/** Money in the profit currency. */
export type RunCurve = {
  readonly startEquity: number;
  readonly maxDrawdown: number;
  readonly maxDrawdownPercent: number;
  /** The fall to `maxDrawdownPercent`. */
  readonly peakAtMs: number;
  readonly troughAtMs: number;
  readonly recoveredAtMs: number | null;
  /** The longest time below a highest equity that was made good. */
  readonly longestFromMs: number;
  readonly longestToMs: number;
  /** Since when it has been below its highest; null: it is not. */
  readonly belowSinceMs: number | null;
};

/** As the report of a backtest that ended at this instant has them. */
export function fallsOfCurve(curve: RunCurve, endMs: number): DrawdownTimes {
  const { peakAtMs, troughAtMs, recoveredAtMs, longestFromMs, longestToMs, belowSinceMs } = curve;
  const isLonger = belowSinceMs !== null && endMs - belowSinceMs > longestToMs - longestFromMs;
  return {
    peakAtMs,
    troughAtMs,
    recoveredAtMs,
    longestFromMs: isLonger ? belowSinceMs : longestFromMs,
    longestToMs: isLonger ? endMs : longestToMs,
  };
}
