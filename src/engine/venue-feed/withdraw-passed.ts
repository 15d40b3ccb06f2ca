// Orders that rest at the venue and that an open has passed, taken back to arrive there again: by
// the rules of the broker emulator the price of the open sizes an entry that money decides, what
// leaves a position fills before what turns all of it, and after what takes a part of it.

import type { Ticks } from '#venue-port/market/market-grid.ts';
import { isPassed } from '#engine/venue-feed/arrival-order.ts';
import type { QueuedOrder } from '#engine/venue-feed/arrival.ts';
import type { OrderToPlace } from '#engine/run/run-event.ts';
import type { TrackedOrder } from '#engine/run/orders/tracked-order.ts';
import type { Run } from '#engine/run/run.ts';

/** The open of an order's market; null where its orders do not meet it so. */
type OpenOf = (marketTag: string) => Ticks | null;

/** Those of the run's orders that are to arrive again, in the order in which they were placed. */
export function passedOrders(
  run: Run,
  queue: readonly QueuedOrder[],
  openOf: OpenOf,
): readonly TrackedOrder[] {
  const resting = run.orders.open.filter((order) => isResting(order));
  const passed = resting.filter((order) => isPassed(order, openOf(tagOf(order))));
  if (passed.length === 0) return [];
  const places = (some: readonly QueuedOrder[]): readonly string[] =>
    some
      .filter(({ order }) => isPassed(order, openOf(order.marketTag)))
      .map(({ order }) => placeOf(order.marketTag, order));
  const isExit = ({ positionGroup, oca }: OrderToPlace): boolean =>
    positionGroup !== null && oca?.kind !== 'turned';
  const exits = new Set(places(queue.filter(({ order }) => isExit(order))));
  const turned = new Set([
    ...passed
      .filter((order) => order.isEnter && turnsAll(run, tagOf(order), order))
      .map((order) => placeOf(tagOf(order), order)),
    ...places(queue.filter(({ order }) => turnsAt(run, order))),
  ]);
  const entries = passed.filter(
    (order) =>
      order.sizing !== undefined || (order.isEnter && exits.has(placeOf(tagOf(order), order))),
  );
  const groups = new Set(entries.map(({ oca }) => (oca?.kind === 'turning' ? oca.name : null)));
  return resting.filter((order) => {
    const isPart = order.oca?.kind === 'turned';
    if (entries.includes(order) || (isPart && groups.has(order.oca?.name ?? null))) return true;
    const isOut = !order.isEnter && !isPart && passed.includes(order);
    return isOut && turned.has(placeOf(tagOf(order), order));
  });
}

/** Whether it is an entry that turns all that is open against it. */
export function turnsAt(run: Run, order: OrderToPlace): boolean {
  return order.positionGroup === null && turnsAll(run, order.marketTag, order);
}

function turnsAll(
  { positions }: Run,
  marketTag: string,
  { side, lots }: Pick<TrackedOrder, 'side' | 'lots'>,
): boolean {
  const against = side === 'buy' ? 'short' : 'long';
  let held = 0n;
  for (const { market, exact } of positions.open)
    if (market.market.marketTag === marketTag && exact.direction === against) held += exact.lots;
  return held > 0n && lots > held;
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
