// Takes an order into our records that the exchange shows and we did not know as working: an open
// one that was placed elsewhere on the same account, or one of ours that was given up and landed
// after all, in whatever state it is by then.

import { identifierFromBytes } from '#lib/identifier.ts';
import type { Order } from '#domain/order/order.ts';
import type { VenueOrder } from '#ports/exchange/exchange.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import { orderIdOfClientOrderId } from '#services/orders/order-identity.ts';
import { venueTransition } from '#services/orders/venue-transition.ts';

/** Whether our records changed. */
export async function adoptVenueOrder(
  deps: OrderDeps,
  at: AccountAtExchange,
  venue: VenueOrder,
): Promise<boolean> {
  const ours = venue.clientOrderId === null ? null : orderIdOfClientOrderId(venue.clientOrderId);
  const order =
    ours === null
      ? await recordForeignOrder(deps, at, venue)
      : await deps.orders.findOrder(at.account.userId, ours);
  // A pending order is in the hands of the request that sends it, or of the next reconciliation.
  if (order === null || (ours !== null && order.state !== 'unplaced')) return false;
  const change = venueTransition(order, venue, deps.clock.nowMs());
  if (change === null || !(await deps.orders.transition(change, null))) return false;
  deps.log.warn('order.adopted', { order_id: order.orderId, account_id: order.accountId });
  return true;
}

async function recordForeignOrder(
  deps: OrderDeps,
  at: AccountAtExchange,
  venue: VenueOrder,
): Promise<Order | null> {
  const { accountId } = at.account;
  const name = `venue-order:${accountId}:${venue.venueOrderId}`;
  const order: Order = {
    orderId: identifierFromBytes('ord', deps.digest.sha256(name)),
    accountId,
    clientOrderId: venue.clientOrderId ?? venue.venueOrderId,
    venueOrderId: venue.venueOrderId,
    marketTag: venue.marketTag,
    side: venue.side,
    type: venue.type,
    price: venue.price,
    amount: venue.amount,
    filledAmount: venue.filledAmount,
    terms: venue.terms,
    state: 'pending',
    reason: null,
    botId: null,
    placedAtMs: venue.placedAtMs,
    updatedAtMs: deps.clock.nowMs(),
  };
  const written = await deps.orders.insertIntent(order, 'exempt');
  if (written.kind === 'exists') return written.order;
  return written.kind === 'inserted' ? order : null;
}
