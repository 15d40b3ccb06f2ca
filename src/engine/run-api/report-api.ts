// Figures of the run so far, and what a script adds to its report. All profit is net of fees and
// funding, in the market's profit currency; percentages are 0 to 100.

export type TradingReport = {
  readonly realizedProfit: number;
  readonly unrealizedProfit: number;
  readonly grossProfit: number;
  readonly fees: number;
  readonly roiPercent: number;
  readonly maxDrawdownPercent: number;
  readonly maxDrawdown: number;
  readonly sharpeRatio: number;
  readonly sortinoRatio: number;
  readonly winPercent: number;
  readonly profitRatio: number;
  readonly profitFactor: number;
  readonly cpcIndex: number;
  readonly tailRatio: number;
  readonly commonSenseRatio: number;
  readonly outlierWinRatio: number;
  readonly outlierLossRatio: number;
  readonly profitMarginRatio: number;
  readonly biggestWin: number;
  readonly biggestLoss: number;
  readonly highestProfit: number;
  readonly lowestProfit: number;
  readonly totalMargin: number;
  readonly averageMargin: number;
  readonly averageProfit: number;
  readonly closedPositions: number;
  readonly winningPositions: number;
  readonly losingPositions: number;
  readonly executedOrders: number;
  readonly completedOrders: number;
};

/** Of a run that has not traded. */
export const EMPTY_REPORT: TradingReport = {
  realizedProfit: 0,
  unrealizedProfit: 0,
  grossProfit: 0,
  fees: 0,
  roiPercent: 0,
  maxDrawdownPercent: 0,
  maxDrawdown: 0,
  sharpeRatio: 0,
  sortinoRatio: 0,
  winPercent: 0,
  profitRatio: 0,
  profitFactor: 0,
  cpcIndex: 0,
  tailRatio: 0,
  commonSenseRatio: 0,
  outlierWinRatio: 0,
  outlierLossRatio: 0,
  profitMarginRatio: 0,
  biggestWin: 0,
  biggestLoss: 0,
  highestProfit: 0,
  lowestProfit: 0,
  totalMargin: 0,
  averageMargin: 0,
  averageProfit: 0,
  closedPositions: 0,
  winningPositions: 0,
  losingPositions: 0,
  executedOrders: 0,
  completedOrders: 0,
};

export type ReportApi = {
  /** Null: all markets of the bot. */
  figures(marketTag: string | null): TradingReport;
  setRoiBase(value: number, marketTag: string | null): void;
  custom(entry: {
    readonly key: string;
    readonly value: number | string | boolean;
    readonly group: string;
    readonly displayValue: string | null;
  }): void;
  openExport(name: string, headers: readonly string[]): void;
  addExportRow(name: string, values: readonly (number | string)[]): void;
};
