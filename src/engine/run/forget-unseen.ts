// A live bot runs for months: what no script can see any more is released. Counts, tallies and
// what each closed position came to stay, so a run that forgets decides and shows as one that
// does not.

import type { BotOrders } from '#engine/run/orders/bot-orders.ts';
import { isSeen, seenEndedCount } from '#engine/run/orders/bot-orders.ts';
import type { PositionBook } from '#engine/run/positions/position-book.ts';
import type { Run } from '#engine/run/run.ts';

/** So many unseen ones are let gather, so that forgetting is cheap. */
const UNSEEN_MAX = 250;

/** Forgets once enough has gathered; returns whether orders were forgotten. */
export function forgetUnseen({ orders, positions }: Run, unseenMax = UNSEEN_MAX): boolean {
  forgetPositions(positions, unseenMax);
  return forgetOrders(orders, unseenMax);
}

function forgetOrders(orders: BotOrders, unseenMax: number): boolean {
  const { all, open, filled } = orders;
  const filledSeen = seenEndedCount(orders, true);
  const seen = open.length + filledSeen + seenEndedCount(orders, false);
  if (all.length - seen < unseenMax) return false;
  orders.all = all.filter((order) => isSeen(orders, order));
  filled.splice(0, filled.length - filledSeen);
  return true;
}

function forgetPositions({ closed, seenMax }: PositionBook, unseenMax: number): void {
  const unseen = closed.length - seenMax;
  if (unseen >= unseenMax) closed.splice(0, unseen);
}
