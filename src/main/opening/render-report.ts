// The page of a backtest with the chart library's own text in it.

import { readFileSync } from 'node:fs';
import type { BacktestInput, BacktestReport } from '#backtesting/backtest.ts';
import { renderBacktestReport } from '#services/reports/render-backtest-report.ts';

/** Beside the module that the package exports. */
const LIBRARY = 'lightweight-charts.standalone.production.js';

export function renderReport(input: BacktestInput, report: BacktestReport): string {
  const file = new URL(LIBRARY, import.meta.resolve('lightweight-charts'));
  const library = readFileSync(file, 'utf8');
  return renderBacktestReport(input, report, library);
}
