// Cancelling a working order: it leaves the book and gives back what it holds.

import type { OrderEndReason, VenueStep } from '#domain/venue/venue-effects.ts';
import { closeDraft, endOrder, openDraft } from '#domain/venue/venue-draft.ts';
import type { VenueState } from '#domain/venue/venue-state.ts';

/** Null when no such order works. */
export function cancelOrder(
  state: VenueState,
  orderId: string,
  atMs: number,
  reason: OrderEndReason = 'asked_for',
): VenueStep | null {
  const order = state.orders.find((item) => item.resting.orderId === orderId);
  if (order === undefined) return null;
  const draft = openDraft(state);
  endOrder(draft, order, 'cancelled', reason, atMs);
  return closeDraft(draft);
}
