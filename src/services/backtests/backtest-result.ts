// A result between the engine and the store: figures that are read at once, and lists that are read
// in pages.

import type { Decimal } from '#lib/decimal.ts';
import type { ChartBar } from '#backtesting/chart-bars.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';
import type { BacktestOutcome, ResultList } from '#ports/stores/backtest-store.ts';
import { exportParts } from '#services/backtests/export-parts.ts';
import { fromStoredForm, toStoredForm } from '#lib/stored-form.ts';

export type {
  BacktestDrawing,
  BacktestLogLine,
  BacktestOrder,
  BacktestPlot,
  BacktestPosition,
  WarmUp,
} from '#backtesting/backtest.ts';
export type { PortValues } from '#backtesting/port-values/port-values.ts';
export type { ChartBar } from '#backtesting/chart-bars.ts';
export type { ExportPart } from '#services/backtests/export-parts.ts';

/** Play money that was added before the run. */
export type TopUp = { readonly currency: string; readonly amount: Decimal };

/** Everything of a report but its lists. */
export type BacktestFigures = Omit<BacktestReport, Exclude<ResultList, 'bars'>> & {
  /** Value of an unscripted trade; absent from results that were stored before it was retained. */
  readonly tradeAmountQuote?: Decimal;
  readonly topUps: readonly TopUp[];
  /** Minutes of each of the chart's candles; absent from results of before. */
  readonly barMinutes?: number;
  /** Why no values were recorded though they were requested. */
  readonly valuesMissing?: string;
};

export type EquityPoint = BacktestReport['equity'][number];

/** What a result has beside what the run reports; candles cost the run nothing. */
type Beside = Pick<
  BacktestFigures,
  'topUps' | 'tradeAmountQuote' | 'barMinutes' | 'valuesMissing'
> & {
  readonly bars?: readonly ChartBar[];
};

/** Outcome for the store: figures in one text, each list as texts of its items, in order. */
export function outcomeOf(
  report: BacktestReport,
  { bars = [], ...beside }: Beside,
): BacktestOutcome {
  const { positions, orders, logs, equity, plots, exports, ...more } = report;
  const { days = [], drawings = [], objects = [], values = [], ...figures } = more;
  return {
    kind: 'finished',
    figures: toStoredForm({ ...figures, ...beside }),
    lists: {
      positions: positions.map(toStoredForm),
      orders: orders.map(toStoredForm),
      logs: logs.map(toStoredForm),
      equity: equity.map(toStoredForm),
      days: days.map(toStoredForm),
      plots: plots.map(toStoredForm),
      drawings: drawings.map(toStoredForm),
      objects: objects.map(toStoredForm),
      bars: bars.map(toStoredForm),
      exports: exports.flatMap(exportParts).map(toStoredForm),
      values: values.map(toStoredForm),
    },
  };
}

/** Figures of a stored text. */
export function figuresFromText(text: string): BacktestFigures {
  return fromStoredForm(text) as BacktestFigures;
}
