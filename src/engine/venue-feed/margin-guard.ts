// Prices between which a position cannot be liquidated, so that the minutes within them need no
// exact arithmetic. Cautious floats: outside of them nothing is decided, only reckoned exactly.

import type { LeverageTiers } from '#domain/margin/leverage-tier.ts';
import type { Direction } from '#domain/position/position.ts';
import type { RunMarket } from '#engine/run/run-market.ts';

/** A candle with a low above `low` and a high below `high` is safe. In ticks. */
export type PriceGuard = { readonly low: number; readonly high: number };

export const NO_GUARD: PriceGuard = { low: -Infinity, high: Infinity };
/** Every candle is to be reckoned. */
export const CLOSED_GUARD: PriceGuard = { low: Infinity, high: -Infinity };

const NEARLY = 1e-9;
const SPARE_TICKS = 2;
const SPARE_UNITS = 4;

/** A position as far as its liquidation goes. */
export type GuardedPosition = {
  readonly direction: Direction;
  readonly lots: number;
  readonly costUnits: number;
};

/** `backingUnits`: what stands behind the position, its own margin included. */
export function marginGuard(
  market: RunMarket,
  tiers: LeverageTiers,
  position: GuardedPosition,
  backingUnits: number,
  closeTicks: number,
): PriceGuard {
  const slope = position.lots * market.unitsPerLotTick;
  const cost = position.costUnits;
  const value = market.isLinear ? slope * closeTicks : slope / closeTicks;
  // Within values up to this the maintenance is at most the rate's share of the value.
  const most = 2 * Math.max(value, cost);
  const rate = rateAt(tiers, most);
  const gainsWithValue = market.isLinear === (position.direction === 'long');
  const lowest = gainsWithValue ? (cost - backingUnits) / (1 - rate) : -Infinity;
  const highest = gainsWithValue ? most : Math.min(most, (cost + backingUnits) / (1 + rate));
  const [low, high] = market.isLinear
    ? [lowest / slope, highest / slope]
    : [slope / highest, lowest > 0 ? slope / lowest : Infinity];
  const spareAt = (ticks: number): number => {
    const unitsPerTick = market.isLinear ? slope : slope / ticks ** 2;
    return SPARE_TICKS + Math.abs(ticks) * NEARLY + SPARE_UNITS / unitsPerTick;
  };
  return {
    low: low === -Infinity ? low : low + spareAt(low),
    high: high === Infinity ? high : high - spareAt(high),
  };
}

function rateAt(tiers: LeverageTiers, valueUnits: number): number {
  let rate = 0;
  for (const tier of tiers)
    if (Number(tier.floorUnits) <= valueUnits) rate = Number(tier.maintenanceRate) / 1e18;
  return rate;
}
