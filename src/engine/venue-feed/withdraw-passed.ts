// Orders that rest at the venue and that an open has passed, taken back to arrive there again: by
// the rules of the broker emulator the price of the open sizes an entry that money decides, and
// what leaves a position fills before what turns it.

import type { Ticks } from '#venue-port/market/market-grid.ts';
import { isPassed } from '#engine/venue-feed/arrival-order.ts';
import type { QueuedOrder } from '#engine/venue-feed/arrival.ts';
import type { TrackedOrder } from '#engine/run/orders/tracked-order.ts';
import type { Run } from '#engine/run/run.ts';

/** The open of an order's market; null where its orders do not meet it so. */
type OpenOf = (marketTag: string) => Ticks | null;

/** Those of the run's orders that are to arrive again, in the order in which they were placed. */
export function passedOrders(
  { orders }: Run,
  queue: readonly QueuedOrder[],
  openOf: OpenOf,
): readonly TrackedOrder[] {
  const resting = orders.open.filter((order) => isResting(order));
  const passed = resting.filter((order) => isPassed(order, openOf(tagOf(order))));
  if (passed.length === 0) return [];
  const sized = passed.filter(({ sizing }) => sizing !== undefined);
  const turns = new Set(sized.map(({ oca }) => (oca?.kind === 'turning' ? oca.name : null)));
  const entries = new Set([
    ...passed.filter(({ isEnter }) => isEnter).map((order) => placeOf(tagOf(order), order)),
    ...queue
      .filter(({ order }) => order.positionGroup === null)
      .filter(({ order }) => isPassed(order, openOf(order.marketTag)))
      .map(({ order }) => placeOf(order.marketTag, order)),
  ]);
  return resting.filter((order) => {
    const isPart = order.oca?.kind === 'turned';
    if (sized.includes(order) || (isPart && turns.has(order.oca?.name ?? null))) return true;
    const isExit = !order.isEnter && !isPart && passed.includes(order);
    return isExit && entries.has(placeOf(tagOf(order), order));
  });
}

const tagOf = ({ market }: TrackedOrder): string => market.market.marketTag;

/** Stops and limits of one side of a market meet the same opens. */
function placeOf(marketTag: string, order: Pick<TrackedOrder, 'side' | 'triggerTicks'>): string {
  return `${marketTag} ${order.side} ${order.triggerTicks === null ? 'limit' : 'stop'}`;
}

function isResting({ isSent, filledLots, type, state }: TrackedOrder): boolean {
  const hasPrice = type === 'stop_market' || type === 'no_timeout' || type === 'limit';
  return isSent && filledLots === 0n && state === 'open' && hasPrice;
}
