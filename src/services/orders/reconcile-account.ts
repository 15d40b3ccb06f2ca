// Compares our working orders of one account with what its exchange says, and makes our record say
// the same. What the exchange says wins; each difference is logged.

import { LIMITS } from '#lib/limits.ts';
import { startingAnywhere } from '#lib/starting-anywhere.ts';
import type { Order } from '#venue-port/order/order.ts';
import { isEmulated } from '#domain/order/is-emulated.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { OrderLookup, VenueOrder } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { findMarket } from '#services/markets/find-market.ts';
import type { OrderTransition } from '#ports/stores/order-store.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { adoptVenueOrder, confirmForeign } from '#services/orders/adopt-venue-order.ts';
import { adoptDeniedOrders } from '#services/orders/denied-orders.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import { withItsFills } from '#services/orders/ended-with-fills.ts';
import { noteLook } from '#services/orders/doubt-looks.ts';
import { judgeAbsence } from '#services/orders/judge-absence.ts';
import { orderNameOf } from '#services/orders/order-identity.ts';
import { mayBeSameOrder } from '#services/orders/same-order.ts';
import { failuresOfRound } from '#services/orders/round-failures.ts';
import { readableOrders, settleUnreadable } from '#services/orders/unreadable-orders.ts';
import { eventTransition, venueTransition } from '#services/orders/venue-transition.ts';

/** How many of our records were changed, and how many orders of the exchange became known to us. */
export type Reconciliation = { readonly changed: number; readonly adopted: number };

/**
 * Throws Failure when the exchange or the store does not respond; what was written until then
 * stands. An order that cannot be read keeps no other order from being compared; its Failure is
 * thrown at the end. Of one whose record cannot be read only its end is written down.
 */
export async function reconcileAccount(
  deps: OrderDeps,
  at: AccountAtExchange,
): Promise<Reconciliation> {
  noteLook(at, deps.clock.nowMs());
  // Ours before theirs: an order that was open in our records by then, and is not open at the
  // exchange, has ended.
  const { orders: ours, unreadable } = await readableOrders((onUnreadable) =>
    deps.orders.listWorkingOrders(at.account.accountId, onUnreadable),
  );
  const theirs = await at.exchange.fetchOpenOrders(at.account);
  const failures = failuresOfRound(at);
  let changed = 0;
  // Where a round was ended early, the next one does not end at the same orders.
  for (const order of startingAnywhere(ours, deps.clock.nowMs())) {
    const change = await failures.pass(changeFor(deps, at, order, theirs));
    if (change !== null && (await failures.pass(deps.orders.transition(change, null))) === true) {
      changed += 1;
      logChange(deps, order, change);
    }
  }
  for (const order of unreadable) {
    if (theirs.some((venue) => isSame(order, venue))) continue;
    if ((await failures.pass(settleUnreadable(deps, at, order))) !== null) changed += 1;
  }
  let adopted = 0;
  const confirm = confirmForeign(at, LIMITS.foreignOrdersConfirmedMax);
  for (const venue of startingAnywhere(theirs, deps.clock.nowMs())) {
    if ([...ours, ...unreadable].some((order) => isSame(order, venue))) continue;
    if ((await failures.pass(adoptVenueOrder(deps, at, venue, confirm))) === true) adopted += 1;
  }
  adopted += await adoptDeniedOrders(deps, at, failures, confirm);
  if (failures.first !== null) throw failures.first;
  return { changed, adopted };
}

/**
 * As `reconcileAccount`, for whoever works with what can be read: an order that its exchange shows
 * in a form that cannot be read, or whose record cannot be read, is left as it is.
 */
export async function reconcileReadable(deps: OrderDeps, at: AccountAtExchange): Promise<void> {
  try {
    await reconcileAccount(deps, at);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'corrupt_reply') throw error;
    const { accountId } = at.account;
    deps.log.warn('account.not_reconciled', { account_id: accountId, cause: error.message });
  }
}

async function changeFor(
  deps: OrderDeps,
  at: AccountAtExchange,
  order: Order,
  theirs: readonly VenueOrder[],
): Promise<OrderTransition | null> {
  // The exchange has not heard of it, and is not to.
  if (isEmulated(order)) return null;
  const nowMs = deps.clock.nowMs();
  const ageMs = nowMs - order.updatedAtMs;
  // A pending order that was noted lately is still in the hands of the request that sends it.
  if (order.state === 'pending' && ageMs < 2 * LIMITS.exchangeRequestTimeoutMs) return null;
  const open = theirs.find((venue) => isSame(order, venue));
  if (open !== undefined) return venueTransition(order, open, nowMs);
  if (order.marketTag === null) return null;
  const seen = await lookUp(at, order, order.marketTag);
  // Nobody can ask about it; it must not keep the other orders of the account from being compared.
  if (seen === 'market_gone') {
    const isFollowed = order.state === 'lost' || order.venueOrderId === null;
    return isFollowed ? null : eventTransition(order, 'lost', MARKET_GONE, nowMs);
  }
  if (seen.kind === 'found')
    return venueTransition(order, await withItsFills(at, order, seen.order), nowMs);
  // It may be at work: nothing is concluded, and no other order is sent on its market.
  const isNameless = seen.kind === 'absent' && theirs.some((venue) => mayBeSameOrder(order, venue));
  if (seen.kind === 'unreadable' || isNameless)
    return order.state === 'pending'
      ? eventTransition(order, 'outcome_unknown', null, nowMs)
      : null;
  const asOfMs = seen.kind === 'absent' ? seen.asOfMs : null;
  return judgeAbsence(deps.orders, at, order, { asOfMs, openOrders: theirs, nowMs });
}

const MARKET_GONE = 'Its market is gone from its exchange, which does not show the order.';

/** Throws Failure. */
async function lookUp(
  { account, exchange }: AccountAtExchange,
  order: Order,
  marketTag: MarketTag,
): Promise<OrderLookup | 'market_gone'> {
  try {
    return await exchange.fetchOrder(account, marketTag, orderNameOf(order));
  } catch (error) {
    if (!(error instanceof Failure) || (await findMarket(exchange, marketTag)) !== null)
      throw error;
    return 'market_gone';
  }
}

function isSame(
  order: Pick<Order, 'clientOrderId' | 'venueOrderId' | 'marketTag'>,
  venue: VenueOrder,
): boolean {
  if (venue.clientOrderId !== null) return venue.clientOrderId === order.clientOrderId;
  // Exchanges may number the orders of each market by themselves.
  return venue.venueOrderId === order.venueOrderId && venue.marketTag === order.marketTag;
}

function logChange({ log }: OrderDeps, order: Order, { to, reason }: OrderTransition): void {
  const { orderId, accountId, state: from } = order;
  const fields = { order_id: orderId, account_id: accountId, from, to, reason };
  if (to === 'lost') log.error('order.lost', fields);
  else log.info('order.reconciled', fields);
}
