// Taking liquidity at a given price: how much of an order fills, and at what price after slippage.

import type { Decimal } from '#lib/decimal.ts';
import { DECIMAL_SCALE, divideRounded } from '#lib/decimal.ts';
import type { Lots, Ticks } from '#domain/market/market-grid.ts';
import type { Liquidity } from '#domain/matching/execution.ts';
import type { MatchingRules, Slippage } from '#domain/matching/matching-rules.ts';
import type { Offer } from '#domain/matching/meet-path.ts';
import type { RestingOrder } from '#domain/matching/resting-order.ts';
import type { OrderSide } from '#domain/order/order.ts';

/** Prices between which a fill must lie, because no trade happened outside of them. */
export type PriceRange = { readonly lowTicks: Ticks; readonly highTicks: Ticks };

const HUNDRED_UNITS = 100n * 10n ** BigInt(DECIMAL_SCALE);

/** How much of so many lots still fills in this minute. */
export function fillableLots(rules: MatchingRules, wanted: Lots, liquidity: Liquidity): Lots {
  const left = leftOfMinute(rules, liquidity);
  return left === null || wanted < left ? wanted : left;
}

/** What may still be filled in this minute, zero or more; null when there is no bound. */
export function leftOfMinute(rules: MatchingRules, liquidity: Liquidity): Lots | null {
  if (rules.participationPercentMax === null) return null;
  const share = liquidity.volumeLots * rules.participationPercentMax;
  const left = divideRounded(share, HUNDRED_UNITS, 'floor') - liquidity.usedLots;
  return (left > 0n ? left : 0n) as Lots;
}

/** The price that an offer comes to: slipped if it takes, no worse than the limit, in the range. */
export function offeredPrice(
  rules: MatchingRules,
  order: RestingOrder,
  offer: Offer,
  lots: Lots,
  volumeLots: Lots,
  range: PriceRange | null,
): Ticks {
  if (!offer.slips) return withinRange(offer.priceTicks, range);
  const known = rules.keepsToCandle ? range : null;
  const slipped = slippedPrice(rules.slippage, order.side, offer.priceTicks, lots, volumeLots);
  const limit = order.limitTicks;
  const isBeyond = limit !== null && (order.side === 'buy' ? slipped > limit : slipped < limit);
  return withinRange(isBeyond ? limit : slipped, known);
}

/**
 * The price moved against the taker by half the spread, the order's share of the volume and a share
 * of the price, each to the nearest tick; never below one tick.
 */
function slippedPrice(
  slippage: Slippage,
  side: OrderSide,
  priceTicks: Ticks,
  lots: Lots,
  volumeLots: Lots,
): Ticks {
  const impactTicks = impactOf(slippage.impactPercentAtFullVolume, priceTicks, lots, volumeLots);
  const shareTicks = shareOf(slippage.pricePercent, priceTicks);
  const offset = slippage.halfSpreadTicks + impactTicks + shareTicks;
  if (side === 'buy') return (priceTicks + offset) as Ticks;
  return (priceTicks > offset ? priceTicks - offset : 1n) as Ticks;
}

/** The price, or the nearer end of the range when it lies outside. */
function withinRange(priceTicks: Ticks, range: PriceRange | null): Ticks {
  if (range === null) return priceTicks;
  if (priceTicks < range.lowTicks) return range.lowTicks;
  return priceTicks > range.highTicks ? range.highTicks : priceTicks;
}

function shareOf(percent: Decimal, priceTicks: Ticks): bigint {
  if (percent === 0n) return 0n;
  return divideRounded(priceTicks * percent, HUNDRED_UNITS, 'half_even');
}

function impactOf(percent: Decimal, priceTicks: Ticks, lots: Lots, volumeLots: Lots): bigint {
  if (percent === 0n) return 0n;
  // More than the whole volume, or any part of none, counts as the whole.
  const [part, whole] = lots < volumeLots ? [lots, volumeLots] : [1n, 1n];
  return divideRounded(priceTicks * percent * part, HUNDRED_UNITS * whole, 'half_even');
}
