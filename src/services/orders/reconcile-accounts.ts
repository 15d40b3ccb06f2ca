// Reconciles every account that has working orders; the service does it at start and every minute.

import { Failure, OutcomeUnknown } from '#ports/failure.ts';
import { exchangeOf } from '#services/accounts/account-access.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import { reconcileAccount } from '#services/orders/reconcile-account.ts';

/** How many accounts were compared, and how many could not be. */
export type ReconciliationRound = { readonly compared: number; readonly failed: number };

/**
 * One account that cannot be compared now does not keep the others from it; it is tried again next
 * time.
 */
export async function reconcileAccounts(deps: OrderDeps): Promise<ReconciliationRound> {
  const accounts = await deps.orders.listAccountsWithWorkingOrders();
  let failed = 0;
  for (const account of accounts) {
    try {
      await reconcileAccount(deps, { account, exchange: exchangeOf(deps.exchanges, account) });
    } catch (cause) {
      if (!(cause instanceof Failure || cause instanceof OutcomeUnknown)) throw cause;
      failed += 1;
      const { accountId } = account;
      deps.log.warn('account.not_reconciled', { account_id: accountId, cause: cause.message });
    }
  }
  return { compared: accounts.length - failed, failed };
}
