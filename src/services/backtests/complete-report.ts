// A report with what follows from the run's candles. Not part of the run, so that runs of labs and
// of benchmarks do not pay for it.

import { withDrawnPrices } from '#backtesting/drawn-prices.ts';
import { withExcursions } from '#backtesting/excursions.ts';
import type { BacktestInput, BacktestReport } from '#backtesting/backtest.ts';

/**
 * Report with excursions of its positions and prices at its drawings, from the candles of the
 * input.
 */
export function completeReport(input: BacktestInput, report: BacktestReport): BacktestReport {
  return withDrawnPrices(input, withExcursions(input, report));
}
