// The figures of a run so far, for its script and for its report: exact sums of money, and floats
// that judge them.

import type { Units } from '#venue-port/money/currency.ts';
import { NO_UNITS } from '#venue-port/money/currency.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import { realizedUnits, unrealizedUnits } from '#domain/position/position-figures.ts';
import { markEquity } from '#engine/run/positions/equity-curve.ts';
import { closedCount, tallyOf } from '#engine/run/positions/position-book.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import { closeTicks } from '#engine/run/run-market.ts';
import type { Run } from '#engine/run/run.ts';
import { tradeMarket } from '#engine/run/run.ts';
import type {
  CurveRatios,
  TradeOutcomes,
  TradeStatistics,
} from '#engine/run/positions/trade-statistics.ts';
import { curveRatios, tradeStatistics } from '#engine/run/positions/trade-statistics.ts';

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
  const { settlementCurrency } = tradeMarket(run).terms.grid;
  const isCounted = (market: RunMarket): boolean =>
    only === null ? market.terms.grid.settlementCurrency === settlementCurrency : market === only;
  const sums = sumsOf(run, run.markets.filter(isCounted), row);
  const market = only ?? tradeMarket(run);
  const statistics = statisticsOf(run, only, isCounted);
  const roiBase = run.roiBase ?? averageMarginOf(run, statistics, isCounted, market.unitsPerOne);
  return {
    sums,
    statistics,
    ratios: ratiosOf(run),
    roiPercent: roiPercentOf(sums, roiBase, market),
  };
}

/**
 * What the run has earned at the newest minute. Leaves no trace in it: whoever shows figures must
 * not make the run another one than it would be without.
 */
export function shownFigures(run: Run): Pick<RunFigures, 'sums' | 'roiPercent'> {
  const trade = tradeMarket(run);
  const { settlementCurrency } = trade.terms.grid;
  const isCounted = (market: RunMarket): boolean =>
    market.terms.grid.settlementCurrency === settlementCurrency;
  const sums = sumsOf(run, run.markets.filter(isCounted), run.stage.row);
  const { margins } = outcomesOf(run, isCounted);
  let totalMargin = 0;
  for (const margin of margins) totalMargin += margin;
  const count = margins.length;
  const closed = { count, averageMargin: count === 0 ? 0 : totalMargin / count };
  const roiBase = run.roiBase ?? averageMarginOf(run, closed, isCounted, trade.unitsPerOne);
  return { sums, roiPercent: roiPercentOf(sums, roiBase, trade) };
}

function roiPercentOf({ realizedUnits }: RunSums, roiBase: number, market: RunMarket): number {
  const realized = Number(realizedUnits) / market.unitsPerOne;
  return roiBase === 0 ? 0 : (realized / roiBase) * 100;
}

/** Of closed positions; reckoned anew only when another one has closed. */
function statisticsOf(
  run: Run,
  only: RunMarket | null,
  isCounted: (market: RunMarket) => boolean,
): TradeStatistics {
  const count = closedCount(run.positions);
  const key = only?.index ?? -1;
  const known = run.reckoned.statistics.get(key);
  if (known?.closedCount === count) return known.statistics;
  const statistics = tradeStatistics(outcomesOf(run, isCounted));
  run.reckoned.statistics.set(key, { closedCount: count, statistics });
  return statistics;
}

function outcomesOf(
  { positions, markets }: Run,
  isCounted: (market: RunMarket) => boolean,
): TradeOutcomes {
  const { marketIndexes, profits, margins } = positions.outcomes;
  const counted = markets.map(isCounted);
  if (counted.every((isOne) => isOne)) return { profits, margins };
  const isOne = (_: number, place: number): boolean =>
    counted[marketIndexes[place] as number] === true;
  return { profits: profits.filter(isOne), margins: margins.filter(isOne) };
}

/** Reckoned anew only when another day has closed. */
function ratiosOf({ equity, reckoned }: Run): CurveRatios {
  const { dayUnits } = equity;
  if (reckoned.ratios?.dayCount === dayUnits.length) return reckoned.ratios.ratios;
  const ratios = curveRatios(dayUnits);
  reckoned.ratios = { dayCount: dayUnits.length, ratios };
  return ratios;
}

/** Profit of what is open on the markets if it were closed at the newest minute, before fees. */
function sumsOf(run: Run, markets: readonly RunMarket[], row: number): RunSums {
  let [realized, gross, fees, funding, unrealized] = [0n, 0n, 0n, 0n, 0n];
  for (const market of markets) {
    const tally = tallyOf(run.positions, market);
    realized += realizedUnits(tally);
    gross += tally.grossUnits;
    fees += tally.feeUnits;
    funding += tally.fundingUnits;
  }
  for (const { market, exact } of run.positions.open) {
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

/** What profit is measured against: of closed positions, of open ones while none has closed. */
function averageMarginOf(
  run: Run,
  { count, averageMargin }: Pick<TradeStatistics, 'count' | 'averageMargin'>,
  isCounted: (market: RunMarket) => boolean,
  unitsPerOne: number,
): number {
  if (count > 0) return averageMargin;
  const open = run.positions.open.filter(({ market }) => isCounted(market));
  if (open.length === 0) return 0;
  const used = open.reduce((sum, { exact }) => sum + exact.usedMarginUnits, NO_UNITS as bigint);
  return Number(used) / unitsPerOne / open.length;
}
