// Writes an order's intent, judged by the limits of its account where it has some. An account
// without limits costs no more than the writing.

import type { Order } from '#domain/order/order.ts';
import type { InsertIntentOutcome } from '#ports/stores/order-store.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import { assessOrders } from '#services/orders/assess-orders.ts';

/** `limits_unknown`: they were changed at this moment. Throws Failure. */
export async function noteIntent(
  deps: OrderDeps,
  at: AccountAtExchange,
  order: Order,
): Promise<InsertIntentOutcome> {
  const written = await deps.orders.insertIntent(order);
  if (written.kind !== 'limits_unknown') return written;
  const [risk] = await assessOrders(deps, at, [order]);
  const judged = risk === undefined ? written : await deps.orders.insertIntent(order, risk);
  if (judged.kind === 'limited') {
    const { accountId } = order;
    deps.log.warn('risk.order_refused', { account_id: accountId, reason: judged.reason });
  }
  return judged;
}
