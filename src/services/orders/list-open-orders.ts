// An account's working orders, brought up to date with its exchange first.

import type { Result } from '#lib/result.ts';
import { accepted } from '#lib/result.ts';
import type { Order } from '#domain/order/order.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import { accountOf } from '#services/accounts/account-access.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import { reconcileAccount } from '#services/orders/reconcile-account.ts';

/** Newest first, manual and bot-placed, whole. */
export async function listOpenOrders(
  deps: OrderDeps,
  query: { readonly caller: Principal; readonly accountId: string },
): Promise<Result<readonly Order[], 'account_not_found'>> {
  const at = await accountOf(deps, query.caller, query.accountId);
  if (!at.ok) return at;
  await reconcileAccount(deps, at.value);
  return accepted(await deps.orders.listWorkingOrders(query.accountId));
}
