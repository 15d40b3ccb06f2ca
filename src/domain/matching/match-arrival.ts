// Matches an order at the instant at which it becomes live: a market order, a limit order that is
// marketable, and a triggered stop take at once; a post-only order that would take is cancelled;
// the rest rests. A backtest calls it for each new order at a minute's open, in sequence, and
// carries `usedLots` on to matchMinute; the simulated exchange when a request arrives. Both then
// give the order the same fills.

import { assert } from '#lib/assert.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { pointPath } from '#domain/matching/candle-path.ts';
import type { ArrivalOutcome, Liquidity } from '#domain/matching/execution.ts';
import type { PriceRange } from '#domain/matching/offered-price.ts';
import { offeredPrice, fillableLots } from '#domain/matching/offered-price.ts';
import type { MatchingRules } from '#domain/matching/matching-rules.ts';
import { meetPath } from '#domain/matching/meet-path.ts';
import { isBetter } from '#domain/matching/is-marketable.ts';
import type { RestingOrder } from '#domain/matching/resting-order.ts';
import type { OrderSide } from '#venue-port/order/order.ts';

export type ArrivalContext = Liquidity & {
  /** Low and high of the minute that the instant belongs to; null unless it is over. */
  readonly range: PriceRange | null;
  /**
   * Of an order that only reduces: what there is to reduce. While that is nothing it fills nothing
   * and is not triggered. Null or left out: no bound.
   */
  readonly mostLots?: Lots | null;
  /**
   * The best bid and ask that an order meets which has no trigger; null or left out: they are
   * assumed at half the spread of the rules on either side of the price.
   */
  readonly best?: BestTicks | null;
};

export type BestTicks = { readonly bidTicks: Ticks; readonly askTicks: Ticks };

/** Matches a new order at the price of the instant `order.liveFromMs`. */
export function matchArrival(
  rules: MatchingRules,
  order: RestingOrder,
  instantPriceTicks: Ticks,
  context: ArrivalContext,
): ArrivalOutcome {
  assert(order.remainingLots > 0n, 'an order that arrives has something to fill');
  const isPlain = order.type === 'limit' || order.type === 'market';
  const best = isPlain ? (context.best ?? null) : null;
  if (order.type === 'limit' && order.isPostOnly && order.limitTicks !== null) {
    return wouldTake(order.side, order.limitTicks, instantPriceTicks, best)
      ? { kind: 'cancelled', reason: 'would_take' }
      : { kind: 'resting', execution: null, order };
  }
  const most = context.mostLots ?? order.remainingLots;
  if (most === 0n && (rules.exitsRestWithEntry || order.trail === null))
    return { kind: 'resting', execution: null, order };
  const metTicks = best === null ? instantPriceTicks : takenTicks(order.side, best);
  const metRules = best === null ? rules : offeredRules(rules);
  const path = pointPath(metTicks, order.liveFromMs);
  const { order: after, offer } = meetPath(metRules, order, path, true);
  if (offer === null) return { kind: 'resting', execution: null, order: after };
  if (most === 0n) return { kind: 'resting', execution: null, order };
  const wanted = most < order.remainingLots ? most : order.remainingLots;
  const lots = fillableLots(rules, wanted, context);
  if (lots === 0n) return { kind: 'resting', execution: null, order: after };
  const remainingLots = (order.remainingLots - lots) as Lots;
  const execution = {
    orderId: order.orderId,
    priceTicks: offeredPrice(metRules, after, offer, lots, context.volumeLots, context.range),
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

function takenTicks(side: OrderSide, { bidTicks, askTicks }: BestTicks): Ticks {
  return side === 'buy' ? askTicks : bidTicks;
}

/** At a price that is offered a limit takes; at one where something was traded it may not have. */
function wouldTake(
  side: OrderSide,
  limitTicks: Ticks,
  priceTicks: Ticks,
  best: BestTicks | null,
): boolean {
  const isBuy = side === 'buy';
  if (best === null) return isBetter(isBuy, priceTicks, limitTicks);
  const taken = takenTicks(side, best);
  return taken === limitTicks || isBetter(isBuy, taken, limitTicks);
}

/** What is offered is there: it need not be traded through, and its spread is in the price. */
function offeredRules(rules: MatchingRules): MatchingRules {
  const slippage = { ...rules.slippage, halfSpreadTicks: 0n as Ticks };
  return { ...rules, limitTradeThroughTicks: 0n as Ticks, slippage };
}
