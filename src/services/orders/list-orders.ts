// The orders of a user as the service knows them, of all states and accounts.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { AccountStore } from '#ports/stores/account-store.ts';
import type { OrderFilter, OrderStore } from '#ports/stores/order-store.ts';

export type { OrderFilter };

export type OrderPage = {
  readonly orders: readonly Order[];
  /** Where the next page begins after; null on the last one. */
  readonly lastId: string | null;
};

export type ListOrdersDeps = {
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  readonly orders: Pick<OrderStore, 'listOrders'>;
};

/** Newest first; `afterId` is a page's `lastId`. A foreign account counts as an unknown one. */
export async function listOrders(
  deps: ListOrdersDeps,
  query: { readonly filter: OrderFilter; readonly afterId: string | null; readonly limit: number },
): Promise<Result<OrderPage, 'account_not_found'>> {
  const { afterId, filter, limit } = query;
  const { accountId, userId } = filter;
  if (accountId !== null && (await deps.accounts.findAccount(userId, accountId)) === null)
    return rejected('account_not_found');
  // One more than requested tells whether there is a next page.
  const found = await deps.orders.listOrders(filter, afterId, limit + 1);
  const orders = found.slice(0, limit);
  const lastId = found.length > limit ? (orders.at(-1)?.orderId ?? null) : null;
  return accepted({ orders, lastId });
}
