// Contents of a report that is a file, in the shapes that the API sends. `src/main/reports/` writes
// it.

import type {
  BacktestBar,
  BacktestDrawing,
  BacktestEquityPoint,
  BacktestExportPart,
  BacktestJob,
  BacktestLogLine,
  BacktestObject,
  BacktestOrder,
  BacktestPlot,
  BacktestPosition,
  BacktestStatistics,
  BotComparison,
  ComparedDay,
  LabDetail,
  LabOverfitting,
  LabParameter,
  LabResult,
  Portfolio,
} from '@tidemill/client';

/** A finished backtest with all of its parts. */
export type BacktestDocument = {
  readonly kind: 'backtest';
  readonly script_name: string;
  /** Of the market's prices. */
  readonly price_decimals: number;
  readonly job: BacktestJob;
  readonly statistics: BacktestStatistics;
  readonly bars: readonly BacktestBar[];
  readonly equity: readonly BacktestEquityPoint[];
  readonly plots: readonly BacktestPlot[];
  readonly drawings: readonly BacktestDrawing[];
  readonly objects: readonly BacktestObject[];
  readonly trades: readonly BacktestPosition[];
  readonly orders: readonly BacktestOrder[];
  readonly logs: readonly BacktestLogLine[];
  readonly exports: readonly BacktestExportPart[];
};

/** Days of a bot beside a backtest of the same minutes. */
export type ComparisonDocument = {
  readonly kind: 'comparison';
  readonly bot_name: string;
  readonly price_decimals: number;
  /** Newest first; those that did not run or failed have no comparison. */
  readonly days: readonly ComparedDay[];
  readonly comparisons: readonly BotComparison[];
};

/** A lab with its best results. */
export type LabDocument = {
  readonly kind: 'lab';
  readonly script_name: string;
  readonly lab: LabDetail;
  readonly parameters: readonly LabParameter[];
  /** By profit, best first. */
  readonly results: readonly LabResult[];
  readonly overfitting: LabOverfitting;
  /** Whole reports of some of its results. */
  readonly runs: readonly BacktestDocument[];
};

/** Several runs as one. */
export type PortfolioDocument = {
  readonly kind: 'portfolio';
  readonly portfolio: Portfolio;
  /** Of its members, in their order. */
  readonly names: readonly string[];
};

export type ReportDocument =
  | BacktestDocument
  | ComparisonDocument
  | LabDocument
  | PortfolioDocument;
