// What a report that is a file holds: a finished backtest with all of its parts, as the API sends
// them. `src/main/opening/report-document.ts` writes it.

import type {
  BacktestBar,
  BacktestDrawing,
  BacktestEquityPoint,
  BacktestExportPart,
  BacktestJob,
  BacktestLogLine,
  BacktestOrder,
  BacktestPlot,
  BacktestPosition,
  BacktestStatistics,
} from '@tidemill/client';

export type ReportDocument = {
  readonly script_name: string;
  /** Of the market's prices. */
  readonly price_decimals: number;
  readonly job: BacktestJob;
  readonly statistics: BacktestStatistics;
  readonly bars: readonly BacktestBar[];
  readonly equity: readonly BacktestEquityPoint[];
  readonly plots: readonly BacktestPlot[];
  readonly drawings: readonly BacktestDrawing[];
  readonly trades: readonly BacktestPosition[];
  readonly orders: readonly BacktestOrder[];
  readonly logs: readonly BacktestLogLine[];
  readonly exports: readonly BacktestExportPart[];
};
