// Cancelling the order of a lone venue, as cancel-order.ts does.

import type { LoneOutcome } from '#domain/lone-order/lone-outcome.ts';
import type { LoneVenue } from '#domain/lone-order/lone-venue.ts';
import { endLone } from '#domain/lone-order/settle-lone-fill.ts';

/** Null when no such order works. */
export function cancelLoneOrder(
  venue: LoneVenue,
  orderId: string,
  atMs: number,
): LoneOutcome | null {
  const { order } = venue;
  if (order === null || order.asked.orderId !== orderId) return null;
  return { fill: null, end: endLone(venue, order, 'cancelled', atMs) };
}
