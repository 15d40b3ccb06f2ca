// A run lets go of orders that no script sees any more. An exchange may still show a fill of one:
// which order that was, and how much of it the run has booked, find-forgotten.ts finds in what is
// stored.

import type { Lots } from '#domain/market/market-grid.ts';
import { findKept, findOrder } from '#engine/run/bot-orders.ts';
import { forgetUnseen } from '#engine/run/forget-unseen.ts';
import type { ForgottenOrder, ForgottenOrders } from '#services/live/state/run-messages.ts';
import type { HostedRun } from '#services/live/state/hosted-run.ts';

const SEEN_FILLS_MAX = 5_000;

/** Lets go of what no script of the run sees, and of the names of it. */
export function forgetOldOrders(live: HostedRun): void {
  const { run, orderIds, toldFills } = live;
  const surplus = toldFills.size - SEEN_FILLS_MAX;
  for (const fillId of [...toldFills].slice(0, Math.max(0, surplus))) toldFills.delete(fillId);
  if (!forgetUnseen(run)) return;
  for (const [storedId, orderId] of orderIds)
    if (findKept(run.orders, orderId) === null) {
      orderIds.delete(storedId);
      live.namesRemoved.push(storedId);
    }
}

/** The order that a fill is of, when no script sees it any more. */
export function unseenOrder(
  { run, orderIds }: HostedRun,
  forgotten: ForgottenOrders,
  storedId: string,
): ForgottenOrder | null {
  const orderId = orderIds.get(storedId);
  if (orderId === undefined) return forgotten.get(storedId) ?? null;
  const kept = findOrder(run.orders, orderId) === null ? findKept(run.orders, orderId) : null;
  if (kept === null) return null;
  return { orderId, leftLots: (kept.lots - kept.filledLots) as Lots };
}
