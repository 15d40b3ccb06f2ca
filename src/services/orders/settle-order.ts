// A person decides how an order ended of which its exchange does not tell: the last resort for one
// that is lost or unknown. Should the exchange show it at work after all, it is followed again.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { isUnresolved } from '#venue-port/order/order.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import { accountOf } from '#services/accounts/account-access.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import { reconcileAccount } from '#services/orders/reconcile-account.ts';
import { eventTransition } from '#services/orders/venue-transition.ts';

export type SettleOrderRejection = {
  readonly code: 'order_not_found' | 'order_not_unresolved';
  readonly detail: string;
};

/** The exchange is queried once more before. What was filled stays. Throws Failure. */
export async function settleOrder(
  deps: OrderDeps,
  { caller, orderId }: { readonly caller: Principal; readonly orderId: string },
): Promise<Result<null, SettleOrderRejection>> {
  const stored = await deps.orders.findOrder(caller.userId, orderId);
  const at = stored === null ? null : await accountOf(deps, caller, stored.accountId);
  if (at?.ok !== true)
    return rejected({ code: 'order_not_found', detail: `There is no order "${orderId}".` });
  await reconcileAccount(deps, at.value);
  const order = await deps.orders.findOrder(caller.userId, orderId);
  if (order === null || !isUnresolved(order)) return notUnresolved(orderId, order?.state ?? 'gone');
  const reason = 'Settled by hand: its exchange does not say how it ended.';
  const change = eventTransition(order, 'settled', reason, deps.clock.nowMs());
  if (change === null || !(await deps.orders.transition(change, null)))
    return notUnresolved(orderId, 'changing');
  deps.log.warn('order.settled', { order_id: orderId, account_id: order.accountId });
  return accepted(null);
}

function notUnresolved(orderId: string, state: string): Result<null, SettleOrderRejection> {
  const detail = `Order "${orderId}" is ${state}; only one that is lost or unknown can be settled.`;
  return rejected({ code: 'order_not_unresolved', detail });
}
