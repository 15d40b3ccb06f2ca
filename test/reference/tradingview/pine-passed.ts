// Orders that a price has passed, and in which order they fill there.

import type { PineOrder } from './pine-order.ts';

/** Without a price. */
export function isMarket({ limit, stop, trail }: Omit<PineOrder, 'kind'>): boolean {
  return limit === null && stop === null && trail === null;
}

/** Where a trailing stop is once it is active: `offset` behind the best price since. */
export function trailStop({ trail, isBuy }: PineOrder): bigint | null {
  if (trail === null || trail.best === null) return null;
  return isBuy ? trail.best + trail.offset : trail.best - trail.offset;
}

/** Whether a price has passed the order's own, and whether that is its limit. */
export function levelPassed(
  order: PineOrder,
  price: bigint,
): { readonly isLimit: boolean; readonly isPassed: boolean } {
  const { limit, stop, isBuy } = order;
  const isLimit = limit !== null && (isBuy ? price <= limit : price >= limit);
  const isStop = [stop, trailStop(order)].some(
    (level) => level !== null && (isBuy ? price >= level : price <= level),
  );
  return { isLimit, isPassed: isLimit || isStop };
}

/**
 * Measured by PyneCore: orders at market go first, then entries that the price has passed, then
 * exits; of opposite stops to enter the buy goes first.
 */
export function byPassedStops(orders: readonly PineOrder[], price: bigint): readonly PineOrder[] {
  const rank = (order: PineOrder): number => {
    if (isMarket(order)) return 0;
    if (order.kind === 'exit') return 3;
    return order.isBuy && order.stop !== null && order.stop <= price ? 1 : 2;
  };
  return orders.toSorted((one, other) => rank(one) - rank(other));
}
