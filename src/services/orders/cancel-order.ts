// Cancels a working order at its exchange and writes down how it ended.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Order } from '#venue-port/order/order.ts';
import { isWorking } from '#venue-port/order/order.ts';
import { isEmulated } from '#domain/order/is-emulated.ts';
import type { PlacedOrder } from '#venue-port/exchange/exchange.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { accountOf } from '#services/accounts/account-access.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import { withItsFills } from '#services/orders/ended-with-fills.ts';
import { orderNameOf } from '#services/orders/order-identity.ts';
import { eventTransition, venueTransition } from '#services/orders/venue-transition.ts';
import { reconcileAccount } from '#services/orders/reconcile-account.ts';

/** The reason of an order that a person or a program of the user cancelled. */
export const CANCELLED_BY_HAND = 'it was cancelled by hand';

export type CancelOrderRejection = {
  readonly code: 'order_not_found' | 'temporarily_unavailable';
  readonly detail: string;
};

/**
 * Accepted when the order has been cancelled by this call. One that works no longer is not found,
 * as is a foreign one. Throws Failure and OutcomeUnknown of the exchange: cancelling again is safe.
 */
export async function cancelOrder(
  deps: OrderDeps,
  command: { readonly caller: Principal; readonly orderId: string },
): Promise<Result<null, CancelOrderRejection>> {
  const order = await deps.orders.findOrder(command.caller.userId, command.orderId);
  if (order === null || !isWorking(order) || order.marketTag === null) {
    return notFound(command.orderId);
  }
  const at = await accountOf(deps, command.caller, order.accountId);
  if (!at.ok) return notFound(command.orderId);
  return cancelAtVenue(deps, at.value, order, order.marketTag, CANCELLED_BY_HAND);
}

/**
 * As `cancelOrder`, for whoever has the order and its account at hand. `why` is noted as the reason,
 * unless the exchange gives one; null: its bot wants it gone.
 */
export async function cancelAtVenue(
  deps: OrderDeps,
  at: AccountAtExchange,
  order: Order,
  marketTag: string,
  why: string | null,
): Promise<Result<null, CancelOrderRejection>> {
  if (isEmulated(order)) {
    const change = eventTransition(order, 'cancelled', why, deps.clock.nowMs());
    if (change !== null && (await deps.orders.transition(change, null))) return accepted(null);
  }
  const response = await at.exchange.cancelOrder(at.account, marketTag, orderNameOf(order));
  if (response.ok) {
    const change = venueTransition(
      order,
      withReason(await withItsFills(at, order, response.value), why),
      deps.clock.nowMs(),
    );
    if (change !== null) await deps.orders.transition(change, null);
    if (response.value.state === 'cancelled') return accepted(null);
    return notFound(order.orderId);
  }
  // The exchange has no such working order: learn what became of it before responding.
  await reconcileAccount(deps, at);
  const now = await deps.orders.findOrder(at.account.userId, order.orderId);
  if (now === null || !isWorking(now)) return notFound(order.orderId);
  return rejected({
    code: 'temporarily_unavailable',
    detail: `The exchange has not yet reported what became of order "${order.orderId}"; try again.`,
  });
}

/** What ended in another way keeps the reason of its exchange. */
function withReason(placed: PlacedOrder, why: string | null): PlacedOrder {
  if (placed.state !== 'cancelled' || placed.reason !== null) return placed;
  return { ...placed, reason: why };
}

function notFound(orderId: string): Result<null, CancelOrderRejection> {
  return rejected({ code: 'order_not_found', detail: `There is no working order "${orderId}".` });
}
