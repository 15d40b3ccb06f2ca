// The figures of a managed run, as build-report.ts takes them from a run that keeps its orders and
// positions.

import type { Decimal } from '#lib/decimal.ts';
import { decimalFromFloat } from '#lib/decimal.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { valueOfUnits } from '#venue-port/money/currency.ts';
import { curveRatios, tradeStatistics } from '#engine/run/positions/trade-statistics.ts';
import type { FiguredResult } from '#backtesting/build-report.ts';
import { missingMinutesOf } from '#backtesting/build-report.ts';
import { RATIO_SCALE } from '#backtesting/ratio-scale.ts';
import type { EquityColumns } from '#backtesting/overfitting/equity-changes.ts';
import { instantOfRow } from '#engine/run/run.ts';
import type { ManagedAccount } from '#backtesting/managed-run/managed-account.ts';
import { usedMarginOf } from '#backtesting/managed-run/managed-account.ts';

/** Figures of a finished run: money exact, ratios rounded to the report's scale. */
export function managedResult(account: ManagedAccount): FiguredResult {
  const { run, market, closed, curve, feed, talliedFees } = account;
  const { settlementCurrency: profitCurrency } = market.terms.grid;
  const exact = (units: number): Decimal => valueOfUnits(profitCurrency, BigInt(units) as Units);
  const ratio = (value: number): Decimal => decimalFromFloat(value, RATIO_SCALE);
  const statistics = tradeStatistics({
    profits: floatsOf(closed.realizedUnits, market.unitsPerOne),
    margins: floatsOf(closed.marginUnits, market.unitsPerOne),
  });
  const ratios = curveRatios(curve.dayUnits);
  return {
    profitCurrency,
    realizedProfit: exact(realizedOf(account)),
    fees: exact(talliedFees),
    roiPercent: ratio(roiPercentOf(account, statistics.averageMargin)),
    winRatePercent: ratio(statistics.winShare * 100),
    ordersFilled: account.filledOrders,
    positionsClosed: statistics.count,
    maxDrawdownPercent: ratio(curve.maxDrawdownShare * 100),
    sharpeRatio: ratio(ratios.sharpe),
    profitFactor: ratio(statistics.profitFactor),
    assumptions: {
      ...feed.venue.counts,
      // A run with a refused order is made bar by bar.
      rejectedOrders: 0,
      missingMinutes: missingMinutesOf(run),
    },
    equity: samplesOf(account),
    closed,
  };
}

function floatsOf(units: readonly number[], unitsPerOne: number): Float64Array {
  const floats = new Float64Array(units.length);
  for (let place = 0; place < floats.length; place += 1)
    floats[place] = (units[place] as number) / unitsPerOne;
  return floats;
}

/** The samples, and the end, which is also where a sample was taken there. */
function samplesOf({ run, market, curve }: ManagedAccount): EquityColumns {
  const { setup, stage } = run;
  const { sampleUnits, sampleCount, strideRows, lastUnits } = curve;
  const one = market.unitsPerOne;
  const lastSampleRow = setup.firstRow + (sampleCount - 1) * strideRows;
  const count = lastSampleRow === stage.row ? sampleCount - 1 : sampleCount;
  const atMs = new Float64Array(count + 1);
  const values = new Float64Array(count + 1);
  for (let place = 0; place < count; place += 1) {
    atMs[place] = instantOfRow(setup, setup.firstRow + place * strideRows);
    values[place] = (sampleUnits[place] as number) / one;
  }
  atMs[count] = instantOfRow(setup, stage.row);
  values[count] = lastUnits / one;
  return { atMs, values };
}

function realizedOf({ talliedGross, talliedFees, talliedFunding }: ManagedAccount): number {
  return talliedGross - talliedFees - talliedFunding;
}

/** Of closed positions; of the open one while none has closed. */
function roiPercentOf(account: ManagedAccount, averageMargin: number): number {
  const { closed, lots, market } = account;
  const openMargin = lots === 0 ? 0 : usedMarginOf(account) / market.unitsPerOne;
  const base = closed.closedAtMs.length > 0 ? averageMargin : openMargin;
  const realized = realizedOf(account) / market.unitsPerOne;
  return base === 0 ? 0 : (realized / base) * 100;
}
