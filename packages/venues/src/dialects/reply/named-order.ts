// A reply about one order is one about the order that was named in the request.

import type { OrderName, VenueOrder } from '#venue-port/exchange/exchange.ts';
import { UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';

/** By the venue's id where it is known: a name may have been used twice, an id was not. */
export function isNamedOrder(
  { clientOrderId, venueOrderId }: OrderName,
  order: Pick<VenueOrder, 'clientOrderId' | 'venueOrderId'>,
): boolean {
  return venueOrderId === null
    ? order.clientOrderId === clientOrderId
    : order.venueOrderId === venueOrderId;
}

/**
 * Whether the order has another name than ours. An id that the venue gave with no name beside it
 * may be that of another order: only a row with our name proves it.
 */
export function isOtherName(
  { clientOrderId }: Pick<OrderName, 'clientOrderId'>,
  order: Pick<VenueOrder, 'clientOrderId'>,
): boolean {
  return order.clientOrderId !== null && order.clientOrderId !== clientOrderId;
}

/** Returns the order. Throws UnreadableReply when it is another one: the reply is misdirected. */
export function insistOnName(name: OrderName, order: VenueOrder): VenueOrder {
  if (!isNamedOrder(name, order)) throw new UnreadableReply('The reply names another order.');
  return order;
}
