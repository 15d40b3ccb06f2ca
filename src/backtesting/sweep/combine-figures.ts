// Figures of one set of inputs over several markets, each run with the whole wallet: money and
// counts are sums, ratios are the mean of the markets, with as many places as those of one, and the
// drawdown is the deepest of any.

import { present } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import {
  addDecimal,
  decimalFromInteger,
  decimalFromUnits,
  divideRounded,
  ZERO,
} from '#lib/decimal.ts';
import { RATIO_SCALE } from '#backtesting/ratio-scale.ts';
import type { PartFigures, ResultFigures } from '#backtesting/sweep/result-figures.ts';

/** One for each market, in one currency and over one window. */
export function combineFigures(all: readonly ResultFigures[]): ResultFigures {
  const first = present(all[0], 'there is a market');
  const sum = (read: (of: ResultFigures) => Decimal): Decimal =>
    all.reduce((total, of) => addDecimal(total, read(of)), ZERO);
  const count = (read: (of: ResultFigures) => number): number =>
    all.reduce((total, of) => total + read(of), 0);
  const mean = (read: (of: ResultFigures) => Decimal): Decimal =>
    ratioOf(sum(read), decimalFromInteger(all.length));
  const drawdowns = all.map((of) => of.maxDrawdownPercent);
  return {
    profitCurrency: first.profitCurrency,
    realizedProfit: sum((of) => of.realizedProfit),
    fees: sum((of) => of.fees),
    roiPercent: mean((of) => of.roiPercent),
    winRatePercent: winRateOf(all),
    ordersFilled: count((of) => of.ordersFilled),
    positionsClosed: count((of) => of.positionsClosed),
    maxDrawdownPercent: drawdowns.reduce((most, each) => (each > most ? each : most)),
    sharpeRatio: mean((of) => of.sharpeRatio),
    profitFactor: mean((of) => of.profitFactor),
    assumptions: {
      ambiguousFills: count((of) => of.assumptions.ambiguousFills),
      gapFills: count((of) => of.assumptions.gapFills),
      partialFills: count((of) => of.assumptions.partialFills),
      rejectedOrders: count((of) => of.assumptions.rejectedOrders),
      missingMinutes: count((of) => of.assumptions.missingMinutes),
      liquidations: count((of) => of.assumptions.liquidations),
    },
    inSample: combineParts(all.map((of) => of.inSample)),
    outOfSample: combineParts(all.map((of) => of.outOfSample)),
    // Of what all markets make together, which no market's moments tell.
    moments: null,
    ...(all.every((of) => of.startEquity !== undefined)
      ? { startEquity: count((of) => of.startEquity ?? 0) }
      : {}),
    blocks: first.blocks.map((_, block) => count((of) => of.blocks[block] ?? 0)),
  };
}

function ratioOf(part: Decimal, whole: Decimal): Decimal {
  const scaled = part * 10n ** BigInt(RATIO_SCALE);
  return decimalFromUnits(divideRounded(scaled, whole, 'half_even'), RATIO_SCALE);
}

/** Of all positions, by how many were won: the rates of the markets are rounded. */
function winRateOf(all: readonly ResultFigures[]): Decimal {
  const closed = all.reduce((total, of) => total + of.positionsClosed, 0);
  if (closed === 0) return ZERO;
  const won = all.reduce((total, { positionsClosed, winRatePercent }) => {
    const percents = winRatePercent * BigInt(positionsClosed);
    return total + divideRounded(percents, decimalFromInteger(100), 'half_even');
  }, 0n);
  return ratioOf(decimalFromInteger(won * 100n), decimalFromInteger(closed));
}

/** A market in which nothing closed gained nothing; where none has, there is no ROI. */
function combineParts(parts: readonly PartFigures[]): PartFigures {
  const rois = parts.map(({ roiPercent }) => roiPercent);
  const isAny = rois.some((roi) => roi !== null);
  return {
    realizedProfit: parts.reduce((total, of) => addDecimal(total, of.realizedProfit), ZERO),
    positionsClosed: parts.reduce((total, of) => total + of.positionsClosed, 0),
    roiPercent: isAny
      ? rois.reduce((total: number, roi) => total + (roi ?? 0), 0) / parts.length
      : null,
  };
}
