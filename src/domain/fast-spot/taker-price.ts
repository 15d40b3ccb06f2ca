// How many lots of a single order fill in a bar, and what a taker pays (taking-rules.ts, in small
// integers).

import { SMALL_INTEGERS } from '#lib/integers.ts';
import type { MatchingBar } from '#domain/fast-spot/single-outcome.ts';
import type { FastSpotTerms } from '#domain/fast-spot/fast-spot-terms.ts';
import { leftOfVolume, slippedPrice, withinPrices } from '#domain/matching/taking-rules.ts';

/** How many of the requested lots fill; NaN when a number is not small. */
export function fillableLots(
  { participation }: FastSpotTerms,
  requested: number,
  volume: number,
  usedLots: number,
): number {
  if (participation === null) return requested;
  return Math.min(requested, leftOfVolume(SMALL_INTEGERS, participation, volume, usedLots));
}

/** The price of an order that takes at the bar's open; `limitTicks` is NaN without a limit. */
export function takerPrice(
  terms: FastSpotTerms,
  isBuy: boolean,
  limitTicks: number,
  lots: number,
  { open, low, high, volume }: MatchingBar,
): number {
  if (!terms.limitsSlip && !Number.isNaN(limitTicks)) return open;
  const slipped = slippedPrice(SMALL_INTEGERS, terms, isBuy, open, limitTicks, lots, volume);
  return terms.keepsToCandle ? withinPrices(SMALL_INTEGERS, slipped, low, high) : slipped;
}
