// The figures of a run so far, for its script and for its report: exact sums of money, and floats
// that judge them.

import type { Units } from '#domain/money/currency.ts';
import { NO_UNITS } from '#domain/money/currency.ts';
import type { Ticks } from '#domain/market/market-grid.ts';
import { unrealizedUnits, realizedUnits } from '#domain/position/position-figures.ts';
import { markEquity } from '#engine/run/equity-curve.ts';
import { netUnits, tallyOf } from '#engine/run/position-book.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import { closeTicks } from '#engine/run/run-market.ts';
import type { Run } from '#engine/run/run.ts';
import { tradeMarket } from '#engine/run/run.ts';
import type { TrackedPosition } from '#engine/run/tracked-position.ts';
import type { CurveRatios, TradeStatistics } from '#engine/run/trade-statistics.ts';
import { curveRatios, tradeStatistics } from '#engine/run/trade-statistics.ts';

/** Sums in units of the profit currency; costs are above zero. */
export type RunSums = {
  readonly realizedUnits: Units;
  readonly unrealizedUnits: Units;
  readonly grossUnits: Units;
  readonly feeUnits: Units;
  readonly fundingUnits: Units;
};

export type RunFigures = {
  readonly sums: RunSums;
  readonly statistics: TradeStatistics;
  readonly ratios: CurveRatios;
  readonly roiPercent: number;
};

/** Figures of one market, or of all that settle in the profit currency, at the newest minute. */
export function runFigures(run: Run, only: RunMarket | null): RunFigures {
  const { row } = run.stage;
  markEquity(run.equity, run.positions, run.markets, row + 1);
  const { settlementCurrency } = (only ?? tradeMarket(run)).terms.grid;
  const isCounted = (market: RunMarket): boolean =>
    only === null ? market.terms.grid.settlementCurrency === settlementCurrency : market === only;
  const markets = run.markets.filter(isCounted);
  const sums = sumsOf(run, markets, row);
  const closed = run.positions.closed.filter(({ market }) => isCounted(market));
  const { unitsPerOne } = only ?? tradeMarket(run);
  const outcomes = closed.map((position) => outcomeOf(position, unitsPerOne));
  const statistics = tradeStatistics(outcomes);
  const roiBase = run.roiBase ?? averageMarginOf(run, statistics, isCounted, unitsPerOne);
  const realized = Number(sums.realizedUnits) / unitsPerOne;
  return {
    sums,
    statistics,
    ratios: curveRatios(run.equity.dayUnits),
    roiPercent: roiBase === 0 ? 0 : (realized / roiBase) * 100,
  };
}

/** Profit of what is open on the markets if it were closed at the newest minute, before fees. */
function sumsOf(run: Run, markets: readonly RunMarket[], row: number): RunSums {
  let [realized, gross, fees, funding, unrealized] = [0n, 0n, 0n, 0n, 0n];
  for (const market of markets) {
    const tally = tallyOf(run.positions, market);
    realized += netUnits(tally);
    gross += tally.grossUnits;
    fees += tally.feeUnits;
    funding += tally.fundingUnits;
  }
  for (const { market, exact } of run.positions.open.values()) {
    if (!markets.includes(market)) continue;
    const mark = BigInt(closeTicks(market, row)) as Ticks;
    unrealized += unrealizedUnits(market.terms.grid, exact, mark);
  }
  return {
    realizedUnits: realized as Units,
    unrealizedUnits: unrealized as Units,
    grossUnits: gross as Units,
    feeUnits: fees as Units,
    fundingUnits: funding as Units,
  };
}

function outcomeOf({ exact }: TrackedPosition, unitsPerOne: number) {
  return {
    profit: Number(realizedUnits(exact)) / unitsPerOne,
    margin: Number(exact.usedMarginUnits) / unitsPerOne,
  };
}

/** What profit is measured against: of closed positions, of open ones while none has closed. */
function averageMarginOf(
  run: Run,
  { count, averageMargin }: TradeStatistics,
  isCounted: (market: RunMarket) => boolean,
  unitsPerOne: number,
): number {
  if (count > 0) return averageMargin;
  const open = [...run.positions.open.values()].filter(({ market }) => isCounted(market));
  if (open.length === 0) return 0;
  const used = open.reduce((sum, { exact }) => sum + exact.usedMarginUnits, NO_UNITS as bigint);
  return Number(used) / unitsPerOne / open.length;
}
