// When an order that a run asked for goes to its exchange. An exit is fitted to its position as it
// then is: it may have to wait for its entry, or for what was sent with it.

import { findOpenOrder } from '#engine/run/bot-orders.ts';
import { advanceRun } from '#engine/run/advance-run.ts';
import type { OrderToPlace } from '#engine/run/run-event.ts';
import { arrivalOf } from '#engine/run/take-effects.ts';
import type { HostedRun } from '#services/live/state/hosted-run.ts';

/**
 * Takes out of the bot's waiting orders those that go now, in their order. What reduces a position
 * that an order of this very round may change stays until that order was answered.
 */
export function takeArrivals(live: HostedRun): readonly OrderToPlace[] {
  const { run } = live;
  const places: OrderToPlace[] = [];
  const touched = new Set<string>();
  const waiting = live.waiting.splice(0);
  for (const order of waiting) {
    const tracked = findOpenOrder(run.orders, order.orderId);
    // It was cancelled, or went with its position.
    if (tracked === null) continue;
    const isOfEntry = tracked.activationDistanceTicks !== null && !tracked.isEnter;
    const isFitted = isOfEntry || (tracked.isReduceOnly && order.role !== 'stop');
    if (isFitted && touched.has(tracked.positionId)) {
      live.waiting.push(order);
      continue;
    }
    const arrival = arrivalOf(run, order);
    if (arrival.kind === 'wait') live.waiting.push(order);
    else if (arrival.kind === 'refuse') refuse(live, order, arrival.problem);
    else {
      places.push(arrival.order);
      touched.add(tracked.positionId);
    }
  }
  return places;
}

function refuse(
  { run, brain, decidedAtMs: atMs }: HostedRun,
  { orderId }: OrderToPlace,
  problem: string,
): void {
  advanceRun(run, brain, { kind: 'ended', orderId, state: 'failed', message: problem, atMs });
}
