// Receipts of Bitget for a placement and a cancellation, which both of its interfaces give alike:
// the ids of the order, by which a receipt of another one is recognized.

import type { NewVenueOrder, OrderName } from '#venue-port/exchange/exchange.ts';
import { orderIdField } from '#venues/dialects/bitget/read-order.ts';
import { plainOrderName } from '#venues/dialects/reply/own-order-name.ts';
import {
  idIn,
  replyFields,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

/** By our name while it is at work; after that the look-up finds how it ended. */
export function namedOrder({
  clientOrderId,
  venueOrderId,
}: OrderName): Readonly<Record<string, string>> {
  return venueOrderId === null
    ? { clientOid: plainOrderName(clientOrderId) }
    : { orderId: venueOrderId };
}

/** The id of the order that was placed. */
export function readReceipt(data: unknown, { clientOrderId }: NewVenueOrder): string {
  const receipt = replyFields(data, 'The receipt');
  if (textField(receipt, 'clientOid') !== plainOrderName(clientOrderId))
    throw new UnreadableReply('The reply names another order.');
  return orderIdField(receipt);
}

/** Accepts a receipt of this order. Throws `UnreadableReply` for one of another. */
export function readNamed(data: unknown, name: OrderName): null {
  const receipt = replyFields(data, 'The receipt');
  for (const [field, value] of Object.entries(namedOrder(name)))
    if (idIn(receipt[field]) !== value) throw new UnreadableReply('The reply names another order.');
  return null;
}
