// Order in which what was requested arrives: as it was requested, but where the rules say so, of
// opposite stops that the price has passed the buy comes first, as it does among resting orders
// (match-minute.ts). Of a Pine script, what leaves a position comes before what turns all of it at
// an open.

import type { Ticks } from '#venue-port/market/market-grid.ts';
import type { OrderToPlace } from '#engine/run/run-event.ts';

type Waiting = { readonly order: OrderToPlace };

/** `priceOf`: what the order meets; null where its rules do not put buys first. */
export function arrivalOrder<Queued extends Waiting>(
  waiting: readonly Queued[],
  priceOf: (order: OrderToPlace) => Ticks | null,
): readonly Queued[] {
  const isStop = ({ type, positionGroup }: OrderToPlace): boolean =>
    positionGroup === null && (type === 'stop_market' || type === 'stop_limit');
  const stops = waiting.filter(({ order }) => isStop(order) && isPassed(order, priceOf(order)));
  return reordered(waiting, stops, sideRank);
}

/**
 * The same of orders of a Pine script, whose exits have their places too. `turns`: whether an entry
 * turns all that is open against it.
 */
export function pineArrivalOrder<Queued extends Waiting>(
  waiting: readonly Queued[],
  priceOf: (order: OrderToPlace) => Ticks | null,
  turns: (order: OrderToPlace) => boolean,
): readonly Queued[] {
  if (waiting.length < 2) return waiting;
  const passed = waiting.filter(({ order }) => isPassed(order, priceOf(order)));
  if (passed.length < 2) return waiting;
  const stops = passed.filter(({ order }) => order.triggerTicks !== null);
  let sorted = reordered(waiting, stops, sideRank);
  const limits = passed.filter(({ order }) => order.triggerTicks === null);
  for (const some of [stops, limits])
    for (const side of ['buy', 'sell'] as const) {
      const here = some.filter(({ order }) => order.side === side);
      const way = here.some(({ order }) => turns(order)) ? 1 : -1;
      sorted = reordered(sorted, here, (order) => way * exitRank(order));
    }
  return sorted;
}

/** With some of the orders sorted among the places that they have. */
function reordered<Queued extends Waiting>(
  waiting: readonly Queued[],
  some: readonly Queued[],
  rank: (order: OrderToPlace) => number,
): readonly Queued[] {
  if (some.length < 2) return waiting;
  const places = new Set(some);
  const sorted = waiting
    .filter((each) => places.has(each))
    .toSorted((one, other) => rank(one.order) - rank(other.order));
  let next = 0;
  return waiting.map((each) => (places.has(each) ? (sorted[next++] ?? each) : each));
}

const sideRank = ({ side }: OrderToPlace): number => (side === 'buy' ? 0 : 1);

/** What leaves a position before what turns all of it; after what takes a part of it. */
function exitRank({ positionGroup, oca }: OrderToPlace): number {
  return positionGroup !== null && oca?.kind !== 'turned' ? 0 : 1;
}

/** Whether a price that the order meets is at its own or beyond it. */
export function isPassed(
  { side, limitTicks, triggerTicks }: Pick<OrderToPlace, 'side' | 'limitTicks' | 'triggerTicks'>,
  priceTicks: Ticks | null,
): boolean {
  const own = triggerTicks ?? limitTicks;
  if (own === null || priceTicks === null) return false;
  if (priceTicks === own) return true;
  return priceTicks > own === ((side === 'buy') === (triggerTicks !== null));
}
