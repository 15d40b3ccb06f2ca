// Rules of participation and slippage: how much of an order fills in a bar, and what a taker pays,
// for the single-order fast path and the exact venue alike.

import type { Integer, Integers, Ratio } from '#lib/integers.ts';

/** What a taker pays beyond the price it meets; see Slippage. */
export type TakingCosts<N extends Integer> = {
  readonly halfSpreadTicks: N;
  /** Of the price, for an order as large as the whole volume. */
  readonly impact: Ratio<N>;
  /** Of the price, whatever the order's size. */
  readonly priceShare: Ratio<N>;
};

/** What may still be filled of a bar's volume, zero or more. */
export function leftOfVolume<N extends Integer>(
  of: Integers<N>,
  { numerator, denominator }: Ratio<N>,
  volume: N,
  usedLots: N,
): N {
  const share = of.floorQuotient(of.product(volume, numerator), denominator);
  return of.greater(of.zero, of.difference(share, usedLots));
}

/** How many of the requested lots fill in a bar; without a participation, any number. */
export function fillableOf<N extends Integer>(
  of: Integers<N>,
  participation: Ratio<N> | null,
  requested: N,
  volume: N,
  usedLots: N,
): N {
  if (participation === null) return requested;
  return of.lesser(requested, leftOfVolume(of, participation, volume, usedLots));
}

/**
 * The price moved against the taker by half the spread, the order's share of the volume and a share
 * of the price, each to the nearest tick; never below one tick, nor worse than the limit. A limit
 * that is null or NaN is none.
 */
export function slippedPrice<N extends Integer>(
  of: Integers<N>,
  costs: TakingCosts<N>,
  isBuy: boolean,
  priceTicks: N,
  limitTicks: N | null,
  lots: N,
  volume: N,
): N {
  const size = of.sum(impactOf(of, costs.impact, priceTicks, lots, volume), costs.halfSpreadTicks);
  const offset = of.sum(size, shareOf(of, costs.priceShare, priceTicks));
  const slipped = isBuy
    ? of.sum(priceTicks, offset)
    : of.greater(of.one, of.difference(priceTicks, offset));
  const isBeyond = limitTicks !== null && (isBuy ? slipped > limitTicks : slipped < limitTicks);
  return isBeyond ? limitTicks : slipped;
}

/** The price, or the nearer end of the range when it lies outside. */
export function withinPrices<N extends Integer>(of: Integers<N>, price: N, low: N, high: N): N {
  return of.lesser(high, of.greater(low, price));
}

function shareOf<N extends Integer>(of: Integers<N>, share: Ratio<N>, priceTicks: N): N {
  if (share.numerator === of.zero) return of.zero;
  return of.nearestQuotient(of.product(priceTicks, share.numerator), share.denominator);
}

function impactOf<N extends Integer>(
  of: Integers<N>,
  impact: Ratio<N>,
  priceTicks: N,
  lots: N,
  volume: N,
): N {
  if (impact.numerator === of.zero) return of.zero;
  // More than the whole volume, or any part of none, counts as the whole.
  const isPart = lots < volume;
  const part = isPart ? lots : of.one;
  const whole = isPart ? volume : of.one;
  const moved = of.product(of.product(priceTicks, impact.numerator), part);
  return of.nearestQuotient(moved, of.product(impact.denominator, whole));
}
