// Figures retained of each run of a lab: its report without the lists, and what its parts say of
// it.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal, ZERO } from '#lib/decimal.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { valueOfUnits } from '#venue-port/money/currency.ts';
import type { BacktestInput, BacktestReport } from '#backtesting/backtest.ts';
import type { FiguredResult, UnitsColumn } from '#backtesting/build-report.ts';
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
  const { realizedUnits, marginUnits } = closed;
  const places: number[] = [];
  for (let place = 0; place < closed.closedAtMs.length; place += 1)
    if (isPart(closed.closedAtMs[place] ?? null)) places.push(place);
  const positionsClosed = places.length;
  const profit = valueOfUnits(profitCurrency, sumAt(realizedUnits, places));
  const margin = valueOfUnits(profitCurrency, sumAt(marginUnits, places));
  const averageMargin = Number(formatDecimal(margin)) / positionsClosed;
  const roiPercent = margin > ZERO ? (Number(formatDecimal(profit)) / averageMargin) * 100 : null;
  return { realizedProfit: profit, positionsClosed, roiPercent };
}

/** Of the units at these places: exact, in plain numbers as long as the sum is safe. */
function sumAt(units: UnitsColumn, places: readonly number[]): Units {
  let whole = 0n;
  let safe = 0;
  for (const place of places) {
    const each = units[place] ?? 0;
    if (typeof each === 'bigint') {
      whole += each;
      continue;
    }
    const sum = safe + each;
    if (Number.isSafeInteger(sum)) {
      safe = sum;
      continue;
    }
    whole += BigInt(safe);
    safe = each;
  }
  return (whole + BigInt(safe)) as Units;
}
