// An order's ids, derived from the request that asks for it: whoever carries a request on after a
// crash arrives at the same ids.

import { identifierFromBytes, isIdentifier } from '#lib/identifier.ts';
import { attachedName } from '#venue-port/order/attached-name.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { OrderName } from '#venue-port/exchange/exchange.ts';
import type { Digest } from '#ports/world/digest.ts';

const PREFIX = 'ord';

/** The two names of one order: ours to callers, and ours to the exchange. */
export type OrderIdentity = {
  readonly orderId: string;
  /** Letters and digits only, 29 of them, which every exchange takes. */
  readonly clientOrderId: string;
};

/**
 * The names of the order that a request makes, however often it is tried. Earlier versions of the
 * service took other names for later attempts; the first is 0.
 */
export function orderIdentity(digest: Digest, derivationId: string, attempt = 0): OrderIdentity {
  const orderId = identifierFromBytes(PREFIX, digest.sha256(`order:${attempt}:${derivationId}`));
  return { orderId, clientOrderId: orderId.replace('_', '') };
}

/** The names of a stop that comes with the order of these names. */
export function attachedIdentity({ orderId, clientOrderId }: OrderIdentity): OrderIdentity {
  return { orderId: attachedName(orderId), clientOrderId: attachedName(clientOrderId) };
}

/** How the order is named in requests to its exchange. */
export function orderNameOf(order: Order): OrderName {
  const { clientOrderId, venueOrderId, placedAtMs, updatedAtMs, terms } = order;
  const name = { clientOrderId, venueOrderId, placedAtMs: placedAtMs ?? updatedAtMs };
  return terms.isAttached === true ? { ...name, isAttached: true } : name;
}

/** The order id behind one of our client order ids; null when it is not ours. */
export function orderIdOfClientOrderId(clientOrderId: string): string | null {
  const orderId = `${PREFIX}_${clientOrderId.slice(PREFIX.length)}`;
  return clientOrderId.startsWith(PREFIX) && isIdentifier(PREFIX, orderId) ? orderId : null;
}
