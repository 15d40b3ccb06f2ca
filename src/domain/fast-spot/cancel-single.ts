// Cancelling the order of the single-order fast path, as cancel-order.ts does.

import type { SingleOutcome } from '#domain/fast-spot/single-outcome.ts';
import type { FastSpotVenue } from '#domain/fast-spot/fast-spot-venue.ts';
import { endSingle } from '#domain/fast-spot/settle-single.ts';

/** Null when no such order works. */
export function cancelSingle(
  venue: FastSpotVenue,
  orderId: string,
  atMs: number,
): SingleOutcome | null {
  const { order } = venue;
  if (order === null || order.request.orderId !== orderId) return null;
  return { fill: null, end: endSingle(venue, order, 'cancelled', atMs) };
}
