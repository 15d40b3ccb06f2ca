// Cancels all working orders of an account, or those on one market.

import { forEachConcurrent } from '#lib/for-each-concurrent.ts';
import type { Result } from '#lib/result.ts';
import { accepted } from '#lib/result.ts';
import type { MarketTag } from '#domain/market/market.ts';
import type { Order } from '#domain/order/order.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import { Failure, OutcomeUnknown } from '#ports/world/failure.ts';
import { accountOf } from '#services/accounts/account-access.ts';
import { CANCELLED_BY_HAND, cancelAtVenue } from '#services/orders/cancel-order.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import { reconcileAccount } from '#services/orders/reconcile-account.ts';

export type CancelOrdersReport = {
  readonly cancelledCount: number;
  /** Those that still work: their cancelling may be requested again. */
  readonly workingIds: readonly string[];
};

const ORDERS_AT_ONCE_MAX = 8;

/**
 * An order that cannot be cancelled does not keep the others. Throws Failure when the exchange does
 * not even say which orders there are: requesting it again is safe.
 */
export async function cancelOrders(
  deps: OrderDeps,
  command: {
    readonly caller: Pick<Principal, 'userId'>;
    readonly accountId: string;
    /** Null: on all markets. */
    readonly marketTag: MarketTag | null;
  },
): Promise<Result<CancelOrdersReport, 'account_not_found'>> {
  const { accountId, caller, marketTag } = command;
  const found = await accountOf(deps, caller, accountId);
  if (!found.ok) return found;
  const at = found.value;
  const working = async (): Promise<readonly Order[]> => {
    const all = await deps.orders.listWorkingOrders(accountId);
    return all.filter((order) => marketTag === null || order.marketTag === marketTag);
  };
  await reconcileAccount(deps, at);
  let cancelledCount = 0;
  await forEachConcurrent(await working(), ORDERS_AT_ONCE_MAX, async (order) => {
    if (order.marketTag === null) return;
    try {
      const cancelled = await cancelAtVenue(deps, at, order, order.marketTag, CANCELLED_BY_HAND);
      if (cancelled.ok) cancelledCount += 1;
    } catch (error) {
      if (!(error instanceof Failure || error instanceof OutcomeUnknown)) throw error;
      const { orderId } = order;
      deps.log.warn('orders.cancel_failing', { order_id: orderId, cause: error.message });
    }
  });
  const left = await working();
  return accepted({ cancelledCount, workingIds: left.map(({ orderId }) => orderId) });
}
