// Orders that wait for a price with us, because their exchange does not keep such orders.

import type { OrderTerms } from '#venue-port/order/order-terms.ts';
import type { Order } from '#venue-port/order/order.ts';
import { isWorking } from '#venue-port/order/order.ts';

/** Whether the exchange has not heard of the order, because nothing has set it off yet. */
export function isEmulated({ terms, state, venueOrderId }: Order): boolean {
  return terms.heldBy === 'service' && state === 'open' && venueOrderId === null;
}

/** Where an order is at work; of one that has ended, where its price was watched for. */
export function holderOf(order: Order): OrderTerms['heldBy'] {
  return isWorking(order) && !isEmulated(order) ? 'exchange' : order.terms.heldBy;
}
