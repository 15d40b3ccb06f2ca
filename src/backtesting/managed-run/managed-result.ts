// The figures of a managed run, as build-report.ts takes them from a run that keeps its orders and
// positions.

import type { Decimal } from '#lib/decimal.ts';
import { decimalFromFloat } from '#lib/decimal.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { valueOfUnits } from '#venue-port/money/currency.ts';
import { curveRatios, tradeStatistics } from '#engine/run/positions/trade-statistics.ts';
import type { FiguredResult } from '#backtesting/build-report.ts';
import { missingMinutesOf, RATIO_SCALE } from '#backtesting/build-report.ts';
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
  const floats = (units: readonly number[]): number[] =>
    units.map((each) => each / market.unitsPerOne);
  const statistics = tradeStatistics({
    profits: floats(closed.realizedUnits),
    margins: floats(closed.marginUnits),
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
    closed: closed.closedAtMs.map((closedAtMs, place) => ({
      closedAtMs,
      realizedUnits: BigInt(closed.realizedUnits[place] as number) as Units,
      marginUnits: BigInt(closed.marginUnits[place] as number) as Units,
    })),
  };
}

/** The samples, and the end, which is also where a sample was taken there. */
function samplesOf({ run, market, curve }: ManagedAccount): EquityColumns {
  const { setup, stage } = run;
  const { sampleUnits, strideRows, lastUnits } = curve;
  const one = market.unitsPerOne;
  const atMs: number[] = [];
  const values: number[] = [];
  for (let place = 0; place < sampleUnits.length; place += 1) {
    const row = setup.firstRow + place * strideRows;
    if (row === stage.row) break;
    atMs.push(instantOfRow(setup, row));
    values.push((sampleUnits[place] as number) / one);
  }
  atMs.push(instantOfRow(setup, stage.row));
  values.push(lastUnits / one);
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
