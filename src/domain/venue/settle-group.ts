// What an execution of an order does to the others of its OCA group: they are cancelled, or what
// was filled is taken off them and what they held for it is given back.

import { assert } from '#lib/assert.ts';
import type { Lots } from '#domain/market/market-grid.ts';
import { isSameGroup, takenBy } from '#domain/matching/oca-group.ts';
import { reduceHold } from '#domain/position/order-hold.ts';
import type { VenueDraft } from '#domain/venue/venue-draft.ts';
import { book, endOrder, replaceOrder } from '#domain/venue/venue-draft.ts';
import type { VenueMarket, WorkingOrder } from '#domain/venue/venue-state.ts';

/** `filled` has filled so many lots on its market. */
export function settleGroup(
  draft: VenueDraft,
  market: VenueMarket,
  filled: WorkingOrder,
  lots: Lots,
  atMs: number,
): void {
  const { oca, orderId } = filled.resting;
  if (oca === null) return;
  for (const other of draft.orders) {
    const { resting } = other;
    const isOther = resting.orderId !== orderId && other.marketTag === filled.marketTag;
    if (!isOther || !isSameGroup(resting.oca, oca)) continue;
    const taken = takenBy(oca, lots, resting.remainingLots);
    if (taken === resting.remainingLots) endOrder(draft, other, 'cancelled', 'group', atMs);
    else shrink(draft, market, other, taken, atMs);
  }
}

function shrink(
  draft: VenueDraft,
  { terms }: VenueMarket,
  order: WorkingOrder,
  taken: Lots,
  atMs: number,
): void {
  const remainingLots = (order.resting.remainingLots - taken) as Lots;
  const { hold, transfers } = reduceHold(terms, order.hold, remainingLots);
  const released = book(draft, transfers, atMs);
  assert(released.ok, 'what an order holds can be given back');
  const lots = (order.lots - taken) as Lots;
  const resting = { ...order.resting, remainingLots };
  replaceOrder(draft, { ...order, lots, resting, hold, updatedAtMs: atMs });
}
