// The figures of a managed run, as build-report.ts takes them from a run that keeps its orders and
// positions.

import type { Decimal } from '#lib/decimal.ts';
import { decimalFromFloat } from '#lib/decimal.ts';
import type { Units } from '#domain/money/currency.ts';
import { valueOfUnits } from '#domain/money/currency.ts';
import { curveRatios, tradeStatistics } from '#engine/run/positions/trade-statistics.ts';
import type { FiguredResult } from '#backtesting/build-report.ts';
import { missingMinutesOf, RATIO_SCALE, sampledCurve } from '#backtesting/build-report.ts';
import type { ManagedAccount } from '#backtesting/managed-run/managed-account.ts';
import { usedMarginOf } from '#backtesting/managed-run/managed-account.ts';

export function managedResult(account: ManagedAccount): FiguredResult {
  const { run, market, closed, feed, talliedFees } = account;
  const { settlementCurrency: profitCurrency } = market.terms.grid;
  const exact = (units: number): Decimal => valueOfUnits(profitCurrency, BigInt(units) as Units);
  const ratio = (value: number): Decimal => decimalFromFloat(value, RATIO_SCALE);
  const floats = (units: readonly number[]): number[] =>
    units.map((each) => each / market.unitsPerOne);
  const statistics = tradeStatistics({
    profits: floats(closed.realizedUnits),
    margins: floats(closed.marginUnits),
  });
  const ratios = curveRatios(run.equity.dayUnits);
  return {
    profitCurrency,
    realizedProfit: exact(realizedOf(account)),
    fees: exact(talliedFees),
    roiPercent: ratio(roiPercentOf(account, statistics.averageMargin)),
    winRatePercent: ratio(statistics.winShare * 100),
    ordersFilled: account.filledOrders,
    positionsClosed: statistics.count,
    maxDrawdownPercent: ratio(run.equity.maxDrawdownShare * 100),
    sharpeRatio: ratio(ratios.sharpe),
    profitFactor: ratio(statistics.profitFactor),
    assumptions: {
      ...feed.venue.counts,
      // A run with a refused order is made bar by bar.
      rejectedOrders: 0,
      missingMinutes: missingMinutesOf(run),
    },
    equity: sampledCurve(run, run.equity.lastUnits),
    closed: closed.closedAtMs.map((closedAtMs, place) => ({
      closedAtMs,
      realizedUnits: BigInt(closed.realizedUnits[place] as number) as Units,
      marginUnits: BigInt(closed.marginUnits[place] as number) as Units,
    })),
  };
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
