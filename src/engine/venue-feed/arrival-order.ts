// In which order what was requested arrives: as it was requested, but where the rules say so, of
// opposite stops to enter that the price has passed the buy comes first, as it does among resting
// orders (match-minute.ts).

import type { Ticks } from '#venue-port/market/market-grid.ts';
import type { OrderToPlace } from '#engine/run/run-event.ts';

type Waiting = { readonly order: OrderToPlace };

/** `priceOf`: what the order meets; null where its rules do not put buys first. */
export function arrivalOrder<Queued extends Waiting>(
  waiting: readonly Queued[],
  priceOf: (order: OrderToPlace) => Ticks | null,
): readonly Queued[] {
  if (waiting.length < 2) return waiting;
  const passed = waiting.filter(({ order }) => isPassedEntryStop(order, priceOf(order)));
  const buys = passed.filter(({ order }) => order.side === 'buy');
  if (buys.length === 0 || buys.length === passed.length) return waiting;
  const sorted = [...buys, ...passed.filter(({ order }) => order.side === 'sell')];
  const places = new Set(passed);
  let next = 0;
  return waiting.map((each) => (places.has(each) ? (sorted[next++] ?? each) : each));
}

function isPassedEntryStop(
  { type, side, triggerTicks, positionGroup }: OrderToPlace,
  priceTicks: Ticks | null,
): boolean {
  const isStop = type === 'stop_market' || type === 'stop_limit';
  if (!isStop || triggerTicks === null || priceTicks === null || positionGroup !== null)
    return false;
  return side === 'buy' ? priceTicks >= triggerTicks : priceTicks <= triggerTicks;
}
