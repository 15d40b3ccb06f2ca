// An order of which the venue has said no more than that it has taken it: what it is, is what was
// sent, and what became of it is looked up.

import { ZERO } from '#lib/decimal.ts';
import type { NewVenueOrder, PlacedOrder } from '#venue-port/exchange/exchange.ts';

/** `nowMs`: by the venue's clock. */
export function acknowledgedOrder(
  order: NewVenueOrder,
  venueOrderId: string,
  nowMs: number,
): PlacedOrder {
  const { clientOrderId, marketTag, side, type, price, amount, terms } = order;
  return {
    venueOrderId,
    clientOrderId,
    marketTag,
    side,
    type,
    price,
    amount,
    terms,
    filledAmount: ZERO,
    averageFillPrice: ZERO,
    state: 'acknowledged',
    reason: null,
    placedAtMs: nowMs,
    updatedAtMs: nowMs,
  };
}
