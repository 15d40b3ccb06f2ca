// Takes an order into our records that the exchange shows and we did not know as working: an open
// one that was placed elsewhere on the same account, or one of ours that was given up and landed
// after all, in whatever state it is by then.

import { identifierFromBytes } from '#lib/identifier.ts';
import type { Order } from '#domain/order/order.ts';
import { isWorking } from '#domain/order/order.ts';
import type { VenueOrder } from '#ports/exchange/exchange.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { withItsFills } from '#services/orders/ended-with-fills.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import { orderIdOfClientOrderId, orderNameOf } from '#services/orders/order-identity.ts';
import { mayBeSameOrder } from '#services/orders/same-order.ts';
import { eventTransition, venueTransition } from '#services/orders/venue-transition.ts';

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
  const isOurs = order !== null && orderIdOfClientOrderId(order.clientOrderId) !== null;
  // One at work is in the hands of the request that sends it, or of the next reconciliation.
  if (order === null || (isOurs && isWorking(order))) return false;
  if (order.state !== 'unplaced' && order.state !== 'pending') return adoptEnded(deps, at, order);
  const shown = await withItsFills(at, order, venue);
  const change = venueTransition(order, shown, deps.clock.nowMs());
  if (change === null || !(await deps.orders.transition(change, null))) return false;
  deps.log.warn('order.adopted', { order_id: order.orderId, account_id: order.accountId });
  return true;
}

/**
 * An order that we have as ended is at work again only when its exchange still says so now, some
 * time after it ended for us, and with no less filled: a list may be older than our record.
 */
async function adoptEnded(deps: OrderDeps, at: AccountAtExchange, order: Order): Promise<boolean> {
  const nowMs = deps.clock.nowMs();
  const { visibilityLagMs } = at.exchange.promises;
  if (order.marketTag === null || nowMs - order.updatedAtMs < visibilityLagMs) return false;
  const seen = await at.exchange.fetchOrder(at.account, order.marketTag, orderNameOf(order));
  if (seen.kind !== 'found' || seen.order.state !== 'open') return false;
  const { filledAmount, venueOrderId } = seen.order;
  if (filledAmount < order.filledAmount) return false;
  const change = eventTransition(order, 'found_again', null, nowMs);
  if (change === null) return false;
  if (!(await deps.orders.transition({ ...change, filledAmount, venueOrderId }, null)))
    return false;
  const { orderId, accountId, state } = order;
  deps.log.error('order.found_again', { order_id: orderId, account_id: accountId, was: state });
  return true;
}

/** Our own order of this name of the exchange: a row may leave our name of it out. */
async function recordOf(
  { orders }: OrderDeps,
  { account }: AccountAtExchange,
  { marketTag, venueOrderId }: VenueOrder,
): Promise<Order | null> {
  const { accountId, userId } = account;
  const [known] = await orders.findClientOrderIds(accountId, [{ marketTag, venueOrderId }]);
  const orderId = known === undefined ? null : orderIdOfClientOrderId(known.clientOrderId);
  return orderId === null ? null : orders.findOrder(userId, orderId);
}

async function recordForeignOrder(
  deps: OrderDeps,
  at: AccountAtExchange,
  venue: VenueOrder,
): Promise<Order | null> {
  const { accountId } = at.account;
  const ours = await recordOf(deps, at, venue);
  if (ours !== null) return ours;
  // Which of the two it is, a look-up by our name says, or the next round.
  const working = await deps.orders.listWorkingOrders(accountId);
  if (working.some((order) => mayBeSameOrder(order, venue))) return null;
  const name = `venue-order:${accountId}:${venue.marketTag}:${venue.venueOrderId}`;
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
  const written = await deps.orders.insertIntent(order, { risk: 'exempt' });
  if (written.kind === 'exists') return written.order;
  return written.kind === 'inserted' ? order : null;
}
