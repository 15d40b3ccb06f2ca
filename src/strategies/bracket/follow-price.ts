// A stop that trails, where its exchange holds it: an order at a price that is moved in steps. It
// stays at the last step while the service is down.

import type { Decimal } from '#lib/decimal.ts';
import { priceOf, ticksOf } from '#venue-port/market/market-grid.ts';
import { entryOf } from '#strategies/bracket/bracket-exits.ts';
import { trailDistance } from '#strategies/bracket/bracket-legs.ts';
import type { BracketNow } from '#strategies/bracket/bracket-state.ts';
import { filledOrder } from '#strategies/shared/filled-order.ts';
import { priceTicksNow } from '#strategies/shared/market-now.ts';

/** Moves of its distance that are worth a new order. */
const STEPS_OF_DISTANCE = 5n;
/** Away from the price. */
const OUTWARD = { long: 'floor', short: 'ceil' } as const;

/** Bracket with its stop where the price has drawn it by now, never back. */
export function followPrice(now: BracketNow): BracketNow {
  const { config, state, market, terms, api, placesStops } = now;
  const { stopPrice, stopTrails, direction } = config;
  if (!placesStops || market.contract === null) return now;
  if (!stopTrails || stopPrice === null) return now;
  const entry = entryOf(now);
  const ticks = priceTicksNow(api, market);
  const filled = entry === null ? null : filledOrder(terms, entry);
  if (ticks !== null && filled !== null && filled.lots > 0) {
    const price = priceOf(terms.grid, ticks);
    const distance = trailDistance(stopPrice, filled.price);
    const level = (direction === 'long' ? price - distance : price + distance) as Decimal;
    const at = state.trailedTo ?? stopPrice;
    const nearer = direction === 'long' ? level - at : at - level;
    if (nearer > 0n && nearer * STEPS_OF_DISTANCE >= distance) {
      const step = ticksOf(terms.grid, level, OUTWARD[direction]);
      if (step > 0n) state.trailedTo = priceOf(terms.grid, step);
    }
  }
  return {
    ...now,
    config: { ...config, stopPrice: state.trailedTo ?? stopPrice, stopTrails: false },
  };
}
