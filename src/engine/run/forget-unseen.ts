// A live bot runs for months: what no script can see any more is released. Counts, tallies and
// what each closed position came to stay, so a run that forgets decides and shows as one that
// does not.

import type { BotOrders } from '#engine/run/orders/bot-orders.ts';
import { isSeen, seenEndedCount } from '#engine/run/orders/bot-orders.ts';
import type { PositionBook } from '#engine/run/positions/position-book.ts';
import type { Run } from '#engine/run/run.ts';
import type { TrackedPosition } from '#engine/run/positions/tracked-position.ts';

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

/**
 * Dust of a contract stays with the book: its venue may still pay funding for it, or liquidate it.
 */
function forgetPositions(book: PositionBook, unseenMax: number): void {
  const { closed, dust, forgottenLots } = book;
  const unseen = closed.length - book.seenMax;
  if (unseen < unseenMax) return;
  const forgotten = new Set(closed.splice(0, unseen));
  const left = dust.filter((position) => !isSettled(position, forgotten));
  for (const position of dust) {
    if (!isSettled(position, forgotten)) continue;
    const { exact, market } = position;
    const lots = exact.direction === 'long' ? exact.lots : -exact.lots;
    forgottenLots[market.index] = (forgottenLots[market.index] ?? 0n) + lots;
  }
  dust.splice(0, dust.length, ...left);
}

function isSettled(position: TrackedPosition, forgotten: ReadonlySet<TrackedPosition>): boolean {
  const { exact, market } = position;
  return exact.lots === 0n || (market.market.contract === null && forgotten.has(position));
}
