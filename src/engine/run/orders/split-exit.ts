// Exits of more than a market takes in one order: they go in several, so that what several orders
// bought can be left at once.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { lotsOf, priceOf } from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';
import { highestAmount, lowestAmount } from '#venue-port/order/order-check.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import { closeTicks } from '#engine/run/run-market.ts';
import { roundToSteps } from '#engine/run/step-scale.ts';

/** So many orders at once; what is left then is left by the next exit. */
const PARTS_MAX = 20;

/** Whether the market has a most of what one order takes. */
export function isBounded({ maxOrderAmount, maxOrderValue }: Market): boolean {
  return maxOrderAmount > ZERO || maxOrderValue > ZERO;
}

export type ExitSize = {
  /** Null: at market, or when it is triggered. */
  readonly price: number | null;
  readonly row: number;
  /** Whether the venue asks for no minimum value. */
  readonly isExempt: boolean;
};

/** Lots of each order, the largest first; one alone: the market takes it, or none of it. */
export function partsOfExit(
  runMarket: RunMarket,
  lots: Lots,
  { price, row, isExempt }: ExitSize,
): readonly Lots[] {
  const { market, terms } = runMarket;
  const ticks = price === null ? null : roundToSteps(runMarket.price, price, 'half_even');
  if (ticks !== null && !(ticks > 0 && ticks < Infinity)) return [lots];
  const at = priceOf(terms.grid, BigInt(ticks ?? closeTicks(runMarket, row)) as Ticks);
  const highest = highestAmount(market, at);
  const most = highest === null ? null : inLots(runMarket, highest);
  if (most === null || most <= 0n || lots <= most) return [lots];
  const judged = isExempt ? { ...market, minOrderValue: ZERO } : market;
  const least = inLots(runMarket, lowestAmount(judged, at));
  if (least > most) return [lots];
  const parts: Lots[] = [];
  let rest: bigint = lots;
  while (rest > 0n && parts.length < PARTS_MAX) {
    const after = rest - most;
    // As much as lets the last one be no less than the market takes.
    const part = after <= 0n ? rest : after < least ? rest - least : most;
    parts.push(part as Lots);
    rest -= part;
  }
  return parts;
}

function inLots({ terms }: RunMarket, amount: Decimal): bigint {
  return lotsOf(terms.grid, amount, 'floor');
}
