// Liquidation price of a position: its equity there has fallen to the maintenance of its value. The
// price is searched on whole ticks with the very arithmetic that settles, so that it is exact and
// not a formula's guess.

import type { Units } from '#venue-port/money/currency.ts';
import type { MarketGrid, Ticks } from '#venue-port/market/market-grid.ts';
import { ticksOf } from '#venue-port/market/market-grid.ts';
import type { LeverageTiers } from '#domain/margin/leverage-tier.ts';
import { maintenanceUnits } from '#domain/margin/leverage-tier.ts';
import type { Direction, Position } from '#domain/position/position.ts';
import { profitUnits } from '#domain/position/position.ts';
import { averagePrice, marketValueUnits } from '#domain/position/position-figures.ts';

/** Prices beyond this multiple of the entry price are not searched: a unit of value spans them. */
const FARTHEST_FACTOR = 1_024n;

/**
 * Whether the position is to be liquidated at this price; for a candle, at its worst: the low for
 * a long, the high for a short. `backingUnits` is what stands behind it: its own margin when
 * isolated, see `crossBackingUnits` otherwise.
 */
export function liquidationDue(
  grid: MarketGrid,
  position: Position,
  tiers: LeverageTiers,
  worstTicks: Ticks,
  backingUnits: Units = position.marginUnits,
): boolean {
  if (position.lots === 0n) return false;
  const value = marketValueUnits(grid, position, worstTicks);
  const profit = profitUnits(grid, position.direction, position.costUnits, value);
  return backingUnits + profit <= maintenanceUnits(tiers, value);
}

/**
 * The price nearest to safety at which liquidation is due; one tick further to the safe side it is
 * not. Null when no price is low (long) or high (short) enough. When it is due at every price: the
 * safest price there is. It changes only when lots, cost or backing do: keep it and compare candles
 * with it rather than ask `liquidationDue` each minute.
 */
export function liquidationTicks(
  grid: MarketGrid,
  position: Position,
  tiers: LeverageTiers,
  backingUnits: Units = position.marginUnits,
): Ticks | null {
  if (position.lots === 0n) return null;
  const isDue = (ticks: bigint): boolean =>
    liquidationDue(grid, position, tiers, ticks as Ticks, backingUnits);
  const entry = ticksOf(grid, averagePrice(grid, position), 'floor');
  const start = entry > 1n ? entry : 1n;
  return position.direction === 'long' ? highestDue(isDue, start) : lowestDue(isDue, start);
}

/**
 * Where a liquidation is settled: at its price, or at the open when the candle opened beyond it.
 */
export function liquidationSettleTicks(
  direction: Direction,
  liquidation: Ticks,
  open: Ticks,
): Ticks {
  const isBeyond = direction === 'long' ? open < liquidation : open > liquidation;
  return isBeyond ? open : liquidation;
}

/** Due at low prices: the highest such price. */
function highestDue(isDue: (ticks: bigint) => boolean, start: bigint): Ticks | null {
  if (!isDue(1n)) return null;
  const farthest = start * FARTHEST_FACTOR;
  let safe = start;
  while (isDue(safe)) {
    if (safe >= farthest) return safe as Ticks;
    safe *= 2n;
  }
  let due = 1n;
  while (safe - due > 1n) {
    const middle = (safe + due) / 2n;
    if (isDue(middle)) due = middle;
    else safe = middle;
  }
  return due as Ticks;
}

/** Due at high prices: the lowest such price. */
function lowestDue(isDue: (ticks: bigint) => boolean, start: bigint): Ticks | null {
  if (isDue(1n)) return 1n as Ticks;
  const farthest = start * FARTHEST_FACTOR;
  let due = start;
  while (!isDue(due)) {
    if (due >= farthest) return null;
    due *= 2n;
  }
  let safe = 1n;
  while (due - safe > 1n) {
    const middle = (safe + due) / 2n;
    if (isDue(middle)) due = middle;
    else safe = middle;
  }
  return due as Ticks;
}
