// How much of a lone order a minute serves, and at what price a taker is filled: what
// match-market-order.ts says, in small integers.

import { floorQuotient, nearestQuotient, smallProduct } from '#lib/small-integer.ts';
import type { LoneCandle } from '#domain/lone-order/lone-outcome.ts';
import type { LoneTerms } from '#domain/lone-order/lone-terms.ts';

/** How many of so many lots are served; NaN when a number is not small. */
export function servedLots(
  { participation }: LoneTerms,
  wanted: number,
  volume: number,
  usedLots: number,
): number {
  if (participation === null) return wanted;
  const share = floorQuotient(smallProduct(volume, participation.over), participation.under);
  return Math.min(wanted, Math.max(0, share - usedLots));
}

/** What taking at the candle's open comes to; `limitTicks` is NaN without a limit. */
export function takenPrice(
  terms: LoneTerms,
  isBuy: boolean,
  limitTicks: number,
  lots: number,
  { open, low, high, volume }: LoneCandle,
): number {
  if (!terms.limitsSlip && !Number.isNaN(limitTicks)) return open;
  const offset = terms.halfSpreadTicks + impactOf(terms, open, lots, volume) + shareOf(terms, open);
  const slipped = isBuy ? open + offset : Math.max(1, open - offset);
  const isBeyond = isBuy ? slipped > limitTicks : slipped < limitTicks;
  const price = isBeyond ? limitTicks : slipped;
  return terms.keepsToCandle ? Math.min(high, Math.max(low, price)) : price;
}

function impactOf({ impact }: LoneTerms, price: number, lots: number, volume: number): number {
  if (impact.over === 0) return 0;
  const [part, whole] = lots < volume ? [lots, volume] : [1, 1];
  const scaled = smallProduct(smallProduct(price, impact.over), part);
  return nearestQuotient(scaled, smallProduct(impact.under, whole));
}

function shareOf({ priceShare }: LoneTerms, price: number): number {
  if (priceShare.over === 0) return 0;
  return nearestQuotient(smallProduct(price, priceShare.over), priceShare.under);
}
