// A report with what was recorded of its run: the values of ports, and of each order the blocks
// that led to it.

import type { BacktestReport } from '#backtesting/backtest.ts';
import type { ValueRecorder } from '#backtesting/port-values/value-recorder.ts';

/**
 * Report with recorded values and the blocks of each order; the same report where nothing was
 * recorded.
 */
export function withValues(report: BacktestReport, recorder?: ValueRecorder): BacktestReport {
  if (recorder === undefined) return report;
  const paths = recorder.paths();
  const orders = report.orders.map((order) => {
    const blocks = paths.get(order.orderId);
    return blocks === undefined ? order : { ...order, blocks };
  });
  return { ...report, orders, values: recorder.values() };
}
