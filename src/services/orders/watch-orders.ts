// Compares an account with its exchange as soon as the exchange's stream announces a change, for
// accounts with working orders at venues whose news is complete. The round of each minute remains:
// it finds what no news reported.

import type { Account } from '#ports/stores/account-store.ts';
import type { AccountNews } from '#venue-port/exchange/exchange.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import { exchangeOf } from '#services/accounts/account-access.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import type { AccountDefectListener } from '#services/orders/reconcile-accounts.ts';
import { reconcileAccount } from '#services/orders/reconcile-account.ts';

export type OrderWatch = {
  /** From now on these are watched, and no others. */
  follow(this: void, accounts: readonly Account[]): void;
  /** Settles when nothing is under way. */
  settled(this: void): Promise<void>;
  /** Lets what is under way end. */
  stop(this: void): Promise<void>;
};

type AccountWatch = {
  readonly at: AccountAtExchange;
  readonly watch: AbortController;
  /** News came since the comparison under way began. */
  isNewsWaiting: boolean;
  comparing: Promise<void> | null;
};

/**
 * Watch of no account yet. News that comes while an account is compared leads to one more
 * comparison.
 */
export function watchOrders(deps: OrderDeps, onDefect: AccountDefectListener): OrderWatch {
  const watched = new Map<string, AccountWatch>();
  const underWay = new Set<Promise<void>>();

  const compare = async (account: AccountWatch): Promise<void> => {
    while (account.isNewsWaiting && !account.watch.signal.aborted) {
      account.isNewsWaiting = false;
      await compareOnce(deps, account.at, onDefect);
    }
    account.comparing = null;
  };
  const hear = (account: AccountWatch, news: AccountNews): void => {
    if (account.watch.signal.aborted || !isOfNote(news)) return;
    account.isNewsWaiting = true;
    if (account.comparing !== null) return;
    const comparing = compare(account).finally(() => underWay.delete(comparing));
    account.comparing = comparing;
    underWay.add(comparing);
  };
  const begin = (at: AccountAtExchange): void => {
    const account: AccountWatch = {
      at,
      watch: new AbortController(),
      isNewsWaiting: false,
      comparing: null,
    };
    watched.set(at.account.accountId, account);
    at.exchange
      .watchAccount(at.account, (news) => hear(account, news), account.watch.signal)
      .catch((error: unknown) => onDefect(at.account.accountId, error));
  };
  const follow = (accounts: readonly Account[]): void => {
    const wanted = new Map(accounts.map((account) => [account.accountId, account]));
    for (const [accountId, { watch }] of watched) {
      if (wanted.has(accountId)) continue;
      watched.delete(accountId);
      watch.abort();
    }
    for (const [accountId, account] of wanted) {
      if (watched.has(accountId) || deps.exchanges.find(account.exchange) === null) continue;
      const exchange = exchangeOf(deps.exchanges, account);
      if (exchange.promises.news === 'all') begin({ account, exchange });
    }
  };
  const settled = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all(underWay);
  };
  return {
    follow,
    settled,
    async stop() {
      follow([]);
      await settled();
    },
  };
}

/** An order that is open as before concerns nobody. */
function isOfNote(news: AccountNews): boolean {
  if (news.kind === 'order') return news.order.state !== 'open';
  return news.kind !== 'disconnected';
}

async function compareOnce(
  deps: OrderDeps,
  at: AccountAtExchange,
  onDefect: AccountDefectListener,
): Promise<void> {
  const { accountId } = at.account;
  try {
    await reconcileAccount(deps, at);
  } catch (error) {
    if (!(error instanceof Failure || error instanceof OutcomeUnknown))
      return onDefect(accountId, error);
    // The next round tries again.
    deps.log.warn('account.not_reconciled', { account_id: accountId, cause: error.message });
  }
}
