// Compares our working orders of one account with what its exchange says, and makes our record say
// the same. What the exchange says wins; each difference is logged.

import { LIMITS } from '#lib/limits.ts';
import type { Order } from '#domain/order/order.ts';
import { isEmulated } from '#domain/order/is-emulated.ts';
import type { VenueOrder } from '#ports/exchange/exchange.ts';
import type { OrderTransition } from '#ports/stores/order-store.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { adoptVenueOrder } from '#services/orders/adopt-venue-order.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import { orderNameOf } from '#services/orders/order-identity.ts';
import { eventTransition, venueTransition } from '#services/orders/venue-transition.ts';

/** How many of our records were changed, and how many orders of the exchange became known to us. */
export type Reconciliation = { readonly changed: number; readonly adopted: number };

/**
 * Throws Failure when the exchange or the store does not answer; what was written until then
 * stands.
 */
export async function reconcileAccount(
  deps: OrderDeps,
  at: AccountAtExchange,
): Promise<Reconciliation> {
  // Ours before theirs: an order that was open in our records by then, and is not open at the
  // exchange, has ended.
  const ours = await deps.orders.listWorkingOrders(at.account.accountId);
  const theirs = await at.exchange.fetchOpenOrders(at.account);
  const openByClientId = new Map(theirs.map((order) => [order.clientOrderId, order]));
  let changed = 0;
  for (const order of ours) {
    const change = await changeFor(deps, at, order, openByClientId.get(order.clientOrderId));
    if (change !== null && (await deps.orders.transition(change, null))) {
      changed += 1;
      logChange(deps, order, change);
    }
  }
  const known = new Set(ours.map((order) => order.clientOrderId));
  let adopted = 0;
  for (const venue of theirs) {
    if (venue.clientOrderId !== null && known.has(venue.clientOrderId)) continue;
    if (await adoptVenueOrder(deps, at, venue)) adopted += 1;
  }
  return { changed, adopted: adopted + (await adoptLateOrders(deps, at)) };
}

/** Orders that were given up and landed after all may have ended before they were seen open. */
async function adoptLateOrders(deps: OrderDeps, at: AccountAtExchange): Promise<number> {
  const query = { ...givenUpLately(deps), limit: LIMITS.givenUpOrdersPerAccountMax };
  const orders = await deps.orders.listGivenUpOrders(at.account.accountId, query);
  let adopted = 0;
  for (const order of orders) {
    if (order.marketTag === null) continue;
    const seen = await at.exchange.fetchOrder(at.account, order.marketTag, orderNameOf(order));
    if (seen.kind === 'found' && (await adoptVenueOrder(deps, at, seen.order))) adopted += 1;
  }
  return adopted;
}

const GIVEN_UP = 'It never reached the exchange.';

/** Which orders that were given up are still asked for. */
export function givenUpLately({ clock }: Pick<OrderDeps, 'clock'>) {
  return { reason: GIVEN_UP, afterMs: clock.nowMs() - LIMITS.givenUpOrderWatchMs };
}

async function changeFor(
  deps: OrderDeps,
  at: AccountAtExchange,
  order: Order,
  open: VenueOrder | undefined,
): Promise<OrderTransition | null> {
  // The exchange has not heard of it, and is not to.
  if (isEmulated(order)) return null;
  const nowMs = deps.clock.nowMs();
  const ageMs = nowMs - order.updatedAtMs;
  // A pending order that was noted lately is still in the hands of the request that sends it.
  if (order.state === 'pending' && ageMs < 2 * LIMITS.exchangeRequestTimeoutMs) return null;
  if (open !== undefined) return venueTransition(order, open, nowMs);
  if (order.marketTag === null) return null;
  const seen = await at.exchange.fetchOrder(at.account, order.marketTag, orderNameOf(order));
  if (seen.kind === 'found') return venueTransition(order, seen.order, nowMs);
  return changeForAbsent(order, at.exchange.promises.requestHorizonMs, nowMs);
}

// The exchange does not know the order (any more).
function changeForAbsent(order: Order, horizonMs: number, nowMs: number): OrderTransition | null {
  // One that is pending may have been sent as late as its sender allows itself.
  const sentWithinMs = order.state === 'pending' ? LIMITS.exchangeRequestTimeoutMs : 0;
  const isSettled = nowMs - order.updatedAtMs > sentWithinMs + horizonMs;
  if (order.venueOrderId === null) {
    const isOut = nowMs - (order.placedAtMs ?? 0) > horizonMs && isSettled;
    if (isOut) return eventTransition(order, 'found_absent', GIVEN_UP, nowMs);
    return order.state === 'unknown'
      ? null
      : eventTransition(order, 'outcome_unknown', null, nowMs);
  }
  if (order.state === 'open') return eventTransition(order, 'lost', null, nowMs);
  const reason = 'The exchange shows it no more and does not say how it ended.';
  return isSettled ? eventTransition(order, 'cancelled', reason, nowMs) : null;
}

function logChange(deps: OrderDeps, order: Order, change: OrderTransition): void {
  deps.log.info('order.reconciled', {
    order_id: order.orderId,
    account_id: order.accountId,
    from: order.state,
    to: change.to,
    reason: change.reason,
  });
}
