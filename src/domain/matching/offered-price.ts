// Offer of a candle or an instant: how much of an order fills, and at what price after slippage
// (taking-rules.ts, in bigints).

import type { Decimal } from '#lib/decimal.ts';
import type { Ratio } from '#lib/integers.ts';
import { BIG_INTEGERS } from '#lib/integers.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { HUNDRED } from '#venue-port/market/market-grid.ts';
import type { Liquidity } from '#domain/matching/execution.ts';
import type { MatchingRules } from '#domain/matching/matching-rules.ts';
import type { Offer } from '#domain/matching/meet-path.ts';
import type { RestingOrder } from '#domain/matching/resting-order.ts';
import {
  fillableOf,
  leftOfVolume,
  slippedPrice,
  withinPrices,
} from '#domain/matching/taking-rules.ts';

/** Prices between which a fill must lie, because no trade happened outside of them. */
export type PriceRange = { readonly lowTicks: Ticks; readonly highTicks: Ticks };

/** How many of the requested lots still fill in this minute. */
export function fillableLots(rules: MatchingRules, requested: Lots, liquidity: Liquidity): Lots {
  const { volumeLots, usedLots } = liquidity;
  const participation = participationOf(rules);
  return fillableOf<bigint>(BIG_INTEGERS, participation, requested, volumeLots, usedLots) as Lots;
}

/** What may still be filled in this minute, zero or more; null when there is no bound. */
export function leftOfMinute(
  rules: MatchingRules,
  { volumeLots, usedLots }: Liquidity,
): Lots | null {
  const participation = participationOf(rules);
  if (participation === null) return null;
  return leftOfVolume(BIG_INTEGERS, participation, volumeLots, usedLots) as Lots;
}

function participationOf({ participationPercentMax }: MatchingRules): Ratio<bigint> | null {
  return participationPercentMax === null ? null : shareOfPercent(participationPercentMax);
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
  const { halfSpreadTicks, impactPercentAtFullVolume, pricePercent } = rules.slippage;
  const slipped = slippedPrice<bigint>(
    BIG_INTEGERS,
    {
      halfSpreadTicks,
      impact: shareOfPercent(impactPercentAtFullVolume),
      priceShare: shareOfPercent(pricePercent),
    },
    order.side === 'buy',
    offer.priceTicks,
    order.limitTicks,
    lots,
    volumeLots,
  );
  return withinRange(slipped as Ticks, rules.keepsToCandle ? range : null);
}

function shareOfPercent(percent: Decimal): Ratio<bigint> {
  return { numerator: percent, denominator: HUNDRED };
}

/** The price, or the nearer end of the range when it lies outside. */
function withinRange(priceTicks: Ticks, range: PriceRange | null): Ticks {
  if (range === null) return priceTicks;
  return withinPrices<bigint>(BIG_INTEGERS, priceTicks, range.lowTicks, range.highTicks) as Ticks;
}
