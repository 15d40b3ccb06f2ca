// Reconciles every account that has working orders, or lately one that its exchange never named;
// the service does it at start and every minute. Accounts with an order of unknown outcome are
// compared more often: their markets take no other order until it is known.

import { LIMITS } from '#lib/limits.ts';
import { startingAnywhere } from '#lib/starting-anywhere.ts';
import type { Account } from '#ports/stores/account-store.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import { forEachAtExchanges } from '#services/exchanges/for-each-at-exchanges.ts';
import { canBeRequested, exchangeOf } from '#services/accounts/account-access.ts';
import { deniedLately } from '#services/orders/denied-orders.ts';
import { isLookDue, noteDue } from '#services/orders/doubt-looks.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import { reconcileAccount } from '#services/orders/reconcile-account.ts';

const PACE = {
  atOnceMax: LIMITS.accountsAtOncePerExchangeMax,
  codeOf: ({ exchange }: Account) => exchange,
};

/** How many accounts were compared, and how many could not be. */
export type ReconciliationRound = { readonly compared: number; readonly failed: number };

/** Hears of a mistake of ours, or a damaged record, that concerns one account. */
export type AccountDefectListener = (accountId: string, error: unknown) => void;

export type RoundListeners = {
  readonly onDefect?: AccountDefectListener;
  /** Hears which accounts are compared, before they are. */
  readonly onListed?: (accounts: readonly Account[]) => void;
};

/**
 * One account that cannot be compared now does not keep the others from it; it is tried again next
 * time. A defect ends the round, unless `onDefect` takes it.
 */
export async function reconcileAccounts(
  deps: OrderDeps,
  listeners: RoundListeners = {},
): Promise<ReconciliationRound> {
  const listed = await deps.orders.listAccountsToReconcile(deniedLately(deps));
  return compareAccounts(deps, listed, listeners);
}

/**
 * The same for accounts with an order that became unknown lately, as soon as a look may settle it,
 * and every so often before. One that stays unknown for longer
 * is left to the rounds over all accounts, so that it does not use up what may be requested.
 */
export async function reconcileDoubts(
  deps: OrderDeps,
  listeners: RoundListeners = {},
): Promise<ReconciliationRound> {
  const afterMs = deps.clock.nowMs() - LIMITS.doubtWatchMs;
  const listed = await deps.orders.listAccountsInDoubt(afterMs);
  const nowMs = deps.clock.nowMs();
  const due = listed.filter((account) => {
    const exchange = deps.exchanges.find(account.exchange);
    return exchange === null || isLookDue({ account, exchange }, nowMs);
  });
  return compareAccounts(deps, due, listeners);
}

async function compareAccounts(
  deps: OrderDeps,
  listed: readonly Account[],
  { onDefect, onListed }: RoundListeners,
): Promise<ReconciliationRound> {
  // Those without a key that works are compared again when they have one.
  const requested = listed.filter(canBeRequested);
  // A service that is killed again and again before a round ends reaches all accounts nevertheless.
  const accounts = startingAnywhere(requested, deps.clock.nowMs());
  onListed?.(accounts);
  let failed = 0;
  await forEachAtExchanges(deps.exchanges, accounts, PACE, async (account, refusal) => {
    try {
      if (refusal !== null) throw refusal;
      await reconcileAccount(deps, { account, exchange: exchangeOf(deps.exchanges, account) });
    } catch (cause) {
      const { accountId } = account;
      failed += 1;
      const exchange = deps.exchanges.find(account.exchange);
      if (exchange !== null)
        noteDue({ account, exchange }, deps.clock.nowMs() + LIMITS.doubtRetryMs);
      if (!(cause instanceof Failure || cause instanceof OutcomeUnknown)) {
        if (onDefect === undefined) throw cause;
        return onDefect(accountId, cause);
      }
      deps.log.warn('account.not_reconciled', { account_id: accountId, cause: cause.message });
    }
  });
  return { compared: accounts.length - failed, failed };
}
