// Orders that wait for a price with us, because their exchange does not keep such orders.

import type { Order } from '#domain/order/order.ts';

/** Whether the exchange has not heard of the order, because nothing has set it off yet. */
export function isEmulated({ terms, state, venueOrderId }: Order): boolean {
  return terms.heldBy === 'service' && state === 'open' && venueOrderId === null;
}
