// An account's working orders, brought up to date with its exchange first.

import type { Result } from '#lib/result.ts';
import { accepted } from '#lib/result.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import { accountOf } from '#services/accounts/account-access.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import { reconcileReadable } from '#services/orders/reconcile-account.ts';
import type { ListedOrders } from '#services/orders/unreadable-orders.ts';
import { readableOrders, unreadableInWords } from '#services/orders/unreadable-orders.ts';

/** Whole, as far as they can be read. */
export async function listOpenOrders(
  deps: OrderDeps,
  query: { readonly caller: Principal; readonly accountId: string },
): Promise<Result<ListedOrders, 'account_not_found'>> {
  const at = await accountOf(deps, query.caller, query.accountId);
  if (!at.ok) return at;
  await reconcileReadable(deps, at.value);
  const { orders, unreadable } = await readableOrders((onUnreadable) =>
    deps.orders.listWorkingOrders(query.accountId, onUnreadable),
  );
  return accepted({ orders, unreadable: unreadableInWords(unreadable) });
}
