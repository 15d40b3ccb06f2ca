// What happens to an order at the instant at which it becomes live: a market order, a limit order
// that is marketable, and a triggered stop take at once; a post-only order that would take
// is cancelled; the rest rests. A backtest calls it for each new order at a minute's open, in
// sequence, and carries `usedLots` on to matchMinute; the simulated exchange when a request
// arrives. Both then give the order the same fills.

import { assert } from '#lib/assert.ts';
import type { Lots, Ticks } from '#domain/market/market-grid.ts';
import { pointPath } from '#domain/matching/candle-path.ts';
import type { ArrivalOutcome, Liquidity } from '#domain/matching/execution.ts';
import type { PriceRange } from '#domain/matching/offered-price.ts';
import { offeredPrice, fillableLots } from '#domain/matching/offered-price.ts';
import type { MatchingRules } from '#domain/matching/matching-rules.ts';
import { meetPath } from '#domain/matching/meet-path.ts';
import { isBetter } from '#domain/matching/is-marketable.ts';
import type { RestingOrder } from '#domain/matching/resting-order.ts';

export type ArrivalContext = Liquidity & {
  /** Low and high of the minute that the instant belongs to; null unless it is over. */
  readonly range: PriceRange | null;
  /**
   * Of an order that only reduces: what there is to reduce. While that is nothing it fills nothing
   * and is not triggered. Null or left out: no bound.
   */
  readonly mostLots?: Lots | null;
};

/** Matches a new order at the price of the instant `order.liveFromMs`. */
export function matchArrival(
  rules: MatchingRules,
  order: RestingOrder,
  instantPriceTicks: Ticks,
  context: ArrivalContext,
): ArrivalOutcome {
  assert(order.remainingLots > 0n, 'an order that arrives has something to fill');
  if (order.type === 'limit' && order.isPostOnly && order.limitTicks !== null) {
    const wouldTake = isBetter(order.side === 'buy', instantPriceTicks, order.limitTicks);
    return wouldTake
      ? { kind: 'cancelled', reason: 'would_take' }
      : { kind: 'resting', execution: null, order };
  }
  const most = context.mostLots ?? order.remainingLots;
  if (most === 0n && (rules.exitsRestWithEntry || order.trail === null))
    return { kind: 'resting', execution: null, order };
  const path = pointPath(instantPriceTicks, order.liveFromMs);
  const { order: after, offer } = meetPath(rules, order, path, true);
  if (offer === null) return { kind: 'resting', execution: null, order: after };
  if (most === 0n) return { kind: 'resting', execution: null, order };
  const wanted = most < order.remainingLots ? most : order.remainingLots;
  const lots = fillableLots(rules, wanted, context);
  if (lots === 0n) return { kind: 'resting', execution: null, order: after };
  const remainingLots = (order.remainingLots - lots) as Lots;
  const execution = {
    orderId: order.orderId,
    priceTicks: offeredPrice(rules, after, offer, lots, context.volumeLots, context.range),
    lots,
    isMaker: offer.isMaker,
    pathTicks: 0n,
    atMs: order.liveFromMs,
    isAmbiguous: false,
    isGap: offer.isGap,
    isPartial: remainingLots > 0n,
  };
  if (remainingLots === 0n) return { kind: 'filled', execution };
  return { kind: 'resting', execution, order: { ...after, remainingLots } };
}
