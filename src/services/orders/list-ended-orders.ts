// The orders of an account that have ended, as the service knows them.

import type { Result } from '#lib/result.ts';
import { accepted } from '#lib/result.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { AccountDeps } from '#services/accounts/account-access.ts';
import { accountOf } from '#services/accounts/account-access.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';

export type EndedOrderPage = {
  readonly orders: readonly Order[];
  /** Where the next page begins after; null on the last one. */
  readonly lastId: string | null;
};

/** Newest first; `afterId` is a page's `lastId`. */
export async function listEndedOrders(
  deps: AccountDeps & Pick<OrderDeps, 'orders'>,
  query: {
    readonly caller: Pick<Principal, 'userId'>;
    readonly accountId: string;
    readonly afterId: string | null;
    readonly limit: number;
  },
): Promise<Result<EndedOrderPage, 'account_not_found'>> {
  const { caller, accountId, afterId, limit } = query;
  const at = await accountOf(deps, caller, accountId);
  if (!at.ok) return at;
  const found = await deps.orders.listEndedOrders(accountId, afterId, limit + 1);
  const orders = found.slice(0, limit);
  const lastId = found.length > limit ? (orders.at(-1)?.orderId ?? null) : null;
  return accepted({ orders, lastId });
}
