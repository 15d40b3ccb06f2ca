// Orders that come to the market at one price: those that were requested, at an open or at a close.

import type { CandlePath } from './candle-path.ts';
import { firstPlace, OPEN_PLACE } from './candle-path.ts';
import type { TradedMinute } from './fill-order.ts';
import { fillOrder } from './fill-order.ts';
import { arrives, endIdleExits, isAsleep, seeClose } from './fit-exit.ts';
import { followTrail } from './follow-trail.ts';
import type { Fraction } from './fraction.ts';
import { compare } from './fraction.ts';
import { meetingOf, triggerSide } from './meet-candle.ts';
import { isOver } from './met-orders.ts';
import type { ReferenceOrder } from './reference-order.ts';
import { isStopType } from './reference-order.ts';
import type { ReferenceState } from './reference-state.ts';

/** The price that is met, and when, in rows. */
export type Arriving = { readonly price: Fraction; readonly instant: Fraction };

/** Serves them in the order in which they were requested. */
export function arriveOrders(
  run: ReferenceState,
  requested: readonly ReferenceOrder[],
  traded: TradedMinute,
  { price, instant }: Arriving,
): void {
  const turns = inTurn(run, requested, price);
  // The second time those come that may rest beside an entry that did not fill as it arrived.
  for (const isLast of [false, true])
    for (const order of turns) arrive(run, order, traded, { price, instant }, isLast);
}

function arrive(
  run: ReferenceState,
  order: ReferenceOrder,
  traded: TradedMinute,
  { price, instant }: Arriving,
  isLast: boolean,
): void {
  if (order.state !== 'asked' || !arrives(run, order, instant, isLast)) return;
  order.arrival = run.arrivals;
  run.arrivals += 1;
  order.state = wouldTake(order, price) ? 'failed' : 'open';
  if (order.state === 'failed') endIdleExits(run);
  // One whose time is over by now ends with the others that rest.
  if (order.state === 'failed' || isOver(order, instant) || isAsleep(run, order)) return;
  seeClose(run, order, instant);
  const isMaking = order.wish.type === 'maker_or_cancel';
  const start = { place: OPEN_PLACE, isNew: true };
  const meeting = isMaking
    ? null
    : meetingOf(order, [price], run.rules, run.market.priceStep, start);
  const isServed = meeting === null || fillOrder(run, order, traded, meeting);
  if (isServed) triggerOrder(order, [price]);
  endIdleExits(run);
}

/** Of opposite stops to enter that the price has passed, the buys come first where rules say so. */
function inTurn(
  { rules }: ReferenceState,
  requested: readonly ReferenceOrder[],
  price: Fraction,
): readonly ReferenceOrder[] {
  if (!rules.passedStopsFirst) return requested;
  const passed = requested.filter((order) => {
    const { isExit, trigger, wish } = order;
    if (isExit || trigger === null || !isStopType(wish.type)) return false;
    return firstPlace([price], triggerSide(order), trigger) !== null;
  });
  const sorted = passed.toSorted((left, right) => left.side.localeCompare(right.side));
  return requested.map((order) => sorted[passed.indexOf(order)] ?? order);
}

/** Whether an order that may only make arrives where the open is better than its price. */
function wouldTake({ side, limit, wish: { type } }: ReferenceOrder, price: Fraction): boolean {
  if (type !== 'maker_or_cancel' || limit === null) return false;
  return side === 'buy' ? compare(price, limit) < 0n : compare(price, limit) > 0n;
}

/** An order whose trigger is met works as what it became from then on; a trailing stop follows. */
export function triggerOrder(order: ReferenceOrder, path: CandlePath, begin = OPEN_PLACE): void {
  const { trigger, trail } = order;
  if (trigger !== null && firstPlace(path, triggerSide(order), trigger, begin) !== null)
    order.isTriggered = true;
  if (trail === null || order.isTriggered) return;
  const { metAt, best } = followTrail(order, path, trail, begin);
  if (best === null) return;
  order.isTriggered = metAt !== null;
  order.activation = null;
  order.best = best;
}
