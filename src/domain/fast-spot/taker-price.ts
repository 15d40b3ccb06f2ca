// How many lots of a single order a bar fills, and the price of a taker: the rules of
// offered-price.ts, in small integers.

import { floorQuotient, nearestQuotient, smallProduct } from '#lib/small-integer.ts';
import type { MatchingBar } from '#domain/fast-spot/single-outcome.ts';
import type { FastSpotTerms } from '#domain/fast-spot/fast-spot-terms.ts';

/** How many of the requested lots fill; NaN when a number is not small. */
export function fillableLots(
  { participation }: FastSpotTerms,
  requested: number,
  volume: number,
  usedLots: number,
): number {
  if (participation === null) return requested;
  const share = floorQuotient(
    smallProduct(volume, participation.numerator),
    participation.denominator,
  );
  return Math.min(requested, Math.max(0, share - usedLots));
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
  const offset = terms.halfSpreadTicks + impactOf(terms, open, lots, volume) + shareOf(terms, open);
  const slipped = isBuy ? open + offset : Math.max(1, open - offset);
  const isBeyond = isBuy ? slipped > limitTicks : slipped < limitTicks;
  const price = isBeyond ? limitTicks : slipped;
  return terms.keepsToCandle ? Math.min(high, Math.max(low, price)) : price;
}

function impactOf({ impact }: FastSpotTerms, price: number, lots: number, volume: number): number {
  if (impact.numerator === 0) return 0;
  const [part, whole] = lots < volume ? [lots, volume] : [1, 1];
  const scaled = smallProduct(smallProduct(price, impact.numerator), part);
  return nearestQuotient(scaled, smallProduct(impact.denominator, whole));
}

function shareOf({ priceShare }: FastSpotTerms, price: number): number {
  if (priceShare.numerator === 0) return 0;
  return nearestQuotient(smallProduct(price, priceShare.numerator), priceShare.denominator);
}
