// The candles of a backtest's chart, as they were when it ran.

import { marketGrid } from '#venue-port/market/market-grid.ts';
import type { BacktestInput } from '#backtesting/backtest.ts';
import type { ChartBar } from '#backtesting/chart-bars.ts';
import { chartBarsOf, chartMinutesFor } from '#backtesting/chart-bars.ts';

const BARS_MAX = 3_000;

/**
 * Interval of the chart in minutes: the run's own, or a multiple where it would have too many
 * candles.
 */
export function barMinutesOf({ startMs, endMs, intervalMinutes }: BacktestInput): number {
  return chartMinutesFor(startMs, endMs, intervalMinutes, BARS_MAX);
}

/** Of the trade market over the window. */
export function barsOf(
  { markets, startMs, endMs }: BacktestInput,
  minutes: number,
): readonly ChartBar[] {
  const [trade] = markets;
  if (trade === undefined) return [];
  return chartBarsOf(trade.candles, startMs, endMs, minutes, marketGrid(trade.market));
}
