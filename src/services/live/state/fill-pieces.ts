// Fills that are no whole lots. A run counts in lots; what of an order's fills makes none yet is
// added to its next fill, with the fees, so that none of it is lost.

import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, subtractDecimal, ZERO } from '#lib/decimal.ts';
import type { Lots, MarketGrid } from '#venue-port/market/market-grid.ts';
import { amountOf, lotsOf } from '#venue-port/market/market-grid.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { NO_UNITS } from '#venue-port/money/currency.ts';

/** What an order has filled that makes no lot; its fees are those of fills without any. */
export type FillPiece = {
  readonly amount: Decimal;
  readonly feeUnits: Units;
  readonly baseFeeUnits: Units;
};

export const NO_PIECE: FillPiece = {
  amount: ZERO,
  feeUnits: NO_UNITS,
  baseFeeUnits: NO_UNITS,
};

export type CountedFill = {
  /** Whole lots of the fill and of the piece before it, with the fees of both; zero: none. */
  readonly lots: Lots;
  readonly feeUnits: Units;
  readonly baseFeeUnits: Units;
  readonly piece: FillPiece;
};

/** Counts a fill in lots, with what was left of the fills of its order before. */
export function countFill(grid: MarketGrid, before: FillPiece, fill: FillPiece): CountedFill {
  const amount = addDecimal(before.amount, fill.amount);
  const feeUnits = (before.feeUnits + fill.feeUnits) as Units;
  const baseFeeUnits = (before.baseFeeUnits + fill.baseFeeUnits) as Units;
  const lots = lotsOf(grid, amount, 'floor');
  if (lots === 0n)
    return { lots, feeUnits, baseFeeUnits, piece: { amount, feeUnits, baseFeeUnits } };
  const rest = subtractDecimal(amount, amountOf(grid, lots));
  return { lots, feeUnits, baseFeeUnits, piece: { ...NO_PIECE, amount: rest } };
}
