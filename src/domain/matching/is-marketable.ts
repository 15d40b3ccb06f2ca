// Comparisons of a limit order with a price, for the single-order fast path and the exact venue
// alike.

import type { Integer, Integers } from '#lib/integers.ts';

/** Whether the price is better for the order than its limit. */
export function isBetter<N extends Integer>(isBuy: boolean, price: N, limit: N): boolean {
  return isBuy ? price < limit : price > limit;
}

/**
 * Whether a price that the order finds fills it: one that is better, or its own where the price
 * need not go through it.
 */
export function isMarketable<N extends Integer>(
  of: Integers<N>,
  isBuy: boolean,
  price: N,
  limit: N,
  throughTicks: N,
): boolean {
  return isBetter(isBuy, price, limit) || (throughTicks === of.zero && price === limit);
}

/** The price that a resting limit order has to see within a candle. */
export function levelOf<N extends Integer>(
  of: Integers<N>,
  isBuy: boolean,
  limit: N,
  throughTicks: N,
): N {
  return isBuy ? of.difference(limit, throughTicks) : of.sum(limit, throughTicks);
}
