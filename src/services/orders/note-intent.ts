// Writes an order's intent, new or tried again, judged by the limits of its account where it has
// some. An account without limits costs no more than the writing.

import type { Order } from '#venue-port/order/order.ts';
import type { IntentRisk } from '#ports/stores/account-limit-store.ts';
import type { HeldClaim } from '#ports/stores/idempotency-store.ts';
import type { InsertIntentOutcome } from '#ports/stores/order-store.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import { assessOrders } from '#services/orders/assess-orders.ts';

/**
 * `earlier`: the order as it is stored, when its request is tried again. `limits_unknown`: they
 * were changed at this instant. Throws Failure, also
 * when another try holds the claim.
 */
export async function noteIntent(
  deps: OrderDeps,
  at: AccountAtExchange,
  order: Order,
  claim: HeldClaim | null,
  earlier: Order | null = null,
): Promise<InsertIntentOutcome> {
  const write = (given?: IntentRisk) =>
    earlier === null
      ? deps.orders.insertIntent(order, { risk: given, claim })
      : deps.orders.retryIntent(order, earlier.updatedAtMs, { risk: given, claim });
  const written = await write();
  if (written.kind !== 'limits_unknown') return written;
  const [risk] = await assessOrders(deps, at, [order]);
  const judged = risk === undefined ? written : await write(risk);
  if (judged.kind === 'limited') {
    const { accountId } = order;
    deps.log.warn('risk.order_refused', { account_id: accountId, reason: judged.reason });
  }
  return judged;
}
