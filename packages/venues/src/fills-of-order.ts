// The fills that a venue lists for one order, before anything is added up from them: each once, and
// none of another order.

import type { VenueFill } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';

/** Throws Failure where the list is of another order, or contradicts itself. */
export function fillsOfOrder(
  fills: readonly VenueFill[],
  venueOrderId: string | null,
): readonly VenueFill[] {
  const byId = new Map<string, VenueFill>();
  for (const fill of fills) {
    if (venueOrderId !== null && fill.venueOrderId !== venueOrderId)
      throw new Failure('corrupt_reply', 'The exchange listed a fill of another order.');
    const before = byId.get(fill.fillId);
    if (before !== undefined && !isSame(before, fill))
      throw new Failure('corrupt_reply', 'The exchange listed one fill with different figures.');
    byId.set(fill.fillId, fill);
  }
  return [...byId.values()];
}

function isSame(one: VenueFill, other: VenueFill): boolean {
  return one.amount === other.amount && one.price === other.price && one.fee === other.fee;
}
