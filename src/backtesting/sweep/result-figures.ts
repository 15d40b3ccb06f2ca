// Figures retained of each run of a lab: its report without the lists, and what its parts say of
// it.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal, ZERO } from '#lib/decimal.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { valueOfUnits } from '#venue-port/money/currency.ts';
import type { BacktestInput, BacktestReport } from '#backtesting/backtest.ts';
import type { FiguredResult } from '#backtesting/build-report.ts';
import {
  blockChanges,
  periodChanges,
  returnPeriodMs,
} from '#backtesting/overfitting/equity-changes.ts';
import type { ReturnMoments } from '#backtesting/overfitting/return-moments.ts';
import { returnMoments } from '#backtesting/overfitting/return-moments.ts';

/** Money in the profit currency; percentages; sums over one part of the window. */
export type PartFigures = {
  readonly realizedProfit: Decimal;
  readonly positionsClosed: number;
  /** Null when no position closed. */
  readonly roiPercent: number | null;
};

export type ResultFigures = Pick<
  BacktestReport,
  | 'profitCurrency'
  | 'realizedProfit'
  | 'fees'
  | 'roiPercent'
  | 'winRatePercent'
  | 'ordersFilled'
  | 'positionsClosed'
  | 'maxDrawdownPercent'
  | 'sharpeRatio'
  | 'profitFactor'
  | 'assumptions'
> & {
  readonly inSample: PartFigures;
  readonly outOfSample: PartFigures;
  /** Of all returns; null when they do not differ. */
  readonly moments: ReturnMoments | null;
  /** What the run began with; left out of results that were retained before it was. */
  readonly startEquity?: number;
  /** Gains of the blocks of the window. */
  readonly blocks: readonly number[];
};

type Window = Pick<BacktestInput, 'startMs' | 'endMs'>;

/** `cutMs`: where the out-of-sample part begins; the window's end when there is none. */
export function resultFigures(
  result: FiguredResult,
  { startMs, endMs }: Window,
  cutMs: number,
): ResultFigures {
  const periodMs = returnPeriodMs(startMs, endMs);
  return {
    profitCurrency: result.profitCurrency,
    realizedProfit: result.realizedProfit,
    fees: result.fees,
    roiPercent: result.roiPercent,
    winRatePercent: result.winRatePercent,
    ordersFilled: result.ordersFilled,
    positionsClosed: result.positionsClosed,
    maxDrawdownPercent: result.maxDrawdownPercent,
    sharpeRatio: result.sharpeRatio,
    profitFactor: result.profitFactor,
    assumptions: result.assumptions,
    inSample: partFigures(result, (atMs) => (atMs ?? endMs) <= cutMs),
    outOfSample: partFigures(result, (atMs) => (atMs ?? endMs) > cutMs),
    moments: returnMoments(periodChanges(result.equity, startMs, endMs, periodMs)),
    startEquity: result.equity.values[0] ?? 0,
    blocks: Array.from(blockChanges(result.equity, startMs, endMs)),
  };
}

/** ROI as of the whole run: what was realised over the average margin. */
function partFigures(
  { closed, profitCurrency }: FiguredResult,
  isPart: (closedAtMs: number | null) => boolean,
): PartFigures {
  let [profitUnits, marginUnits, positionsClosed] = [0n, 0n, 0];
  for (const position of closed) {
    if (!isPart(position.closedAtMs)) continue;
    profitUnits += position.realizedUnits;
    marginUnits += position.marginUnits;
    positionsClosed += 1;
  }
  const profit = valueOfUnits(profitCurrency, profitUnits as Units);
  const margin = valueOfUnits(profitCurrency, marginUnits as Units);
  const averageMargin = Number(formatDecimal(margin)) / positionsClosed;
  const roiPercent = margin > ZERO ? (Number(formatDecimal(profit)) / averageMargin) * 100 : null;
  return { realizedProfit: profit, positionsClosed, roiPercent };
}
