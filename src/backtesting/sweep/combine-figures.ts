// Figures of one set of inputs over several markets, each run with the whole wallet: money and
// counts are sums, ratios are the mean of the markets, and the drawdown is the deepest of any.

import { present } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import {
  addDecimal,
  decimalFromInteger,
  divideDecimal,
  multiplyDecimal,
  ZERO,
} from '#lib/decimal.ts';
import type { PartFigures, ResultFigures } from '#backtesting/sweep/result-figures.ts';

/** One for each market, in one currency and over one window. */
export function combineFigures(all: readonly ResultFigures[]): ResultFigures {
  const first = present(all[0], 'there is a market');
  const sum = (read: (of: ResultFigures) => Decimal): Decimal =>
    all.reduce((total, of) => addDecimal(total, read(of)), ZERO);
  const count = (read: (of: ResultFigures) => number): number =>
    all.reduce((total, of) => total + read(of), 0);
  const mean = (read: (of: ResultFigures) => Decimal): Decimal =>
    divideDecimal(sum(read), decimalFromInteger(all.length), 'half_even');
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

/** Of all positions: each market weighs as many as it closed. */
function winRateOf(all: readonly ResultFigures[]): Decimal {
  const closed = all.reduce((total, of) => total + of.positionsClosed, 0);
  if (closed === 0) return ZERO;
  const won = all.reduce((total, { positionsClosed, winRatePercent }) => {
    const weight = decimalFromInteger(positionsClosed);
    return addDecimal(total, multiplyDecimal(winRatePercent, weight, 'half_even'));
  }, ZERO);
  return divideDecimal(won, decimalFromInteger(closed), 'half_even');
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
