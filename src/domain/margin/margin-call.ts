// Margin calls as TradingView's broker emulator makes them (Pine Script manual, Concepts,
// Strategies, "Margin"): when the equity no longer covers its share of a position's value, four
// times what would cover the loss is closed.

import { divideRounded, ONE } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { Lots, MarketGrid, Ticks } from '#venue-port/market/market-grid.ts';
import { HUNDRED } from '#venue-port/market/market-grid.ts';
import type { Units } from '#venue-port/money/currency.ts';
import type { Position } from '#domain/position/position.ts';
import { marketValueUnits, unrealizedUnits } from '#domain/position/position-figures.ts';

const COVER_TIMES = 4n;

export type MarginDemand = {
  /** The wallet in the settlement currency, without open profits. */
  readonly walletUnits: Units;
  /** Of the position's value, above zero. */
  readonly marginPercent: Decimal;
  /**
   * Whole contracts (units of the amount) are closed. The emulator does so at a bar's close, and in
   * the smallest amounts before it; PyneCore measured that.
   */
  readonly isInContracts: boolean;
};

/** How many lots of the position a margin call at this price closes; zero when it is covered. */
export function marginCallLots(
  grid: MarketGrid,
  position: Position,
  markTicks: Ticks,
  { walletUnits, marginPercent, isInContracts }: MarginDemand,
): Lots {
  const value = marketValueUnits(grid, position, markTicks);
  const equity = walletUnits + unrealizedUnits(grid, position, markTicks);
  // In units times a hundred percent.
  const missing = value * marginPercent - equity * HUNDRED;
  if (missing <= 0n || value === 0n) return 0n as Lots;
  const contractLots = divideRounded(ONE, grid.amountStep, 'ceil');
  const partLots = isInContracts ? contractLots : 1n;
  const parts = (missing * position.lots) / (marginPercent * value * partLots);
  // A shortfall of less than a part closes one contract.
  const called = parts === 0n ? contractLots : parts * partLots * COVER_TIMES;
  return (called < position.lots ? called : position.lots) as Lots;
}
