// Cancels all working orders of an account, or those on one market.

import { forEachConcurrent } from '#lib/for-each-concurrent.ts';
import type { Result } from '#lib/result.ts';
import { accepted } from '#lib/result.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import { accountOf } from '#services/accounts/account-access.ts';
import { CANCELLED_BY_HAND, cancelAtVenue } from '#services/orders/cancel-order.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import { reconcileReadable } from '#services/orders/reconcile-account.ts';
import type { WorkingOrders } from '#services/orders/unreadable-orders.ts';
import { cancelUnreadable, readableOrders } from '#services/orders/unreadable-orders.ts';

export type CancelOrdersReport = {
  readonly cancelledCount: number;
  /** Those that still work: their cancelling may be requested again. */
  readonly workingIds: readonly string[];
};

const ORDERS_AT_ONCE_MAX = 8;

/**
 * An order that cannot be cancelled, or whose record cannot be read, does not keep the others.
 * Throws Failure when the exchange does not even say which orders there are: requesting it again is
 * safe.
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
  const isMeant = (order: { readonly marketTag: MarketTag | null }): boolean =>
    marketTag === null || order.marketTag === marketTag;
  const working = async (): Promise<WorkingOrders> => {
    const { orders, unreadable } = await readableOrders((onUnreadable) =>
      deps.orders.listWorkingOrders(accountId, onUnreadable),
    );
    return { orders: orders.filter(isMeant), unreadable: unreadable.filter(isMeant) };
  };
  await reconcileReadable(deps, at);
  let cancelledCount = 0;
  const attempt = async (orderId: string, work: () => Promise<boolean>): Promise<void> => {
    try {
      if (await work()) cancelledCount += 1;
    } catch (error) {
      if (!(error instanceof Failure || error instanceof OutcomeUnknown)) throw error;
      deps.log.warn('orders.cancel_failing', { order_id: orderId, cause: error.message });
    }
  };
  const { orders, unreadable } = await working();
  await forEachConcurrent(orders, ORDERS_AT_ONCE_MAX, async (order) => {
    const { orderId, marketTag: tag } = order;
    if (tag === null) return;
    await attempt(
      orderId,
      async () => (await cancelAtVenue(deps, at, order, tag, CANCELLED_BY_HAND)).ok,
    );
  });
  await forEachConcurrent(unreadable, ORDERS_AT_ONCE_MAX, (order) =>
    attempt(order.orderId, async () => {
      const ended = await cancelUnreadable(deps, at, order, CANCELLED_BY_HAND);
      return ended === 'cancelled';
    }),
  );
  const left = await working();
  const workingIds = [...left.orders, ...left.unreadable].map(({ orderId }) => orderId);
  return accepted({ cancelledCount, workingIds });
}
