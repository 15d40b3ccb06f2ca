// The books of a simulated or paper account: each movement of its money.

import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { LedgerAccount } from '#domain/ledger/transfer.ts';
import { OWN_ACCOUNTS } from '#domain/ledger/transfer.ts';
import type { LedgerEntry, LedgerReader } from '#ports/exchange/simulated-venue.ts';
import type { AccountStore } from '#ports/stores/account-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import { orderIdOfClientOrderId } from '#services/orders/order-identity.ts';
import type { ReadableItems } from '#services/pages/readable-items.ts';
import { readableItems } from '#services/pages/readable-items.ts';

export type ListedEntry = Omit<LedgerEntry, 'clientOrderId'> & {
  /** By which the account's total of the currency changed; zero where money was locked or freed. */
  readonly change: Decimal;
  /** The order that caused it; null where it was none. */
  readonly orderId: string | null;
};

export type LedgerPage = {
  readonly entries: readonly ListedEntry[];
  /** Where the next page begins after; null when nothing more is there now. */
  readonly leftOut: ReadableItems<ListedEntry>['leftOut'];
  readonly lastKey: string | null;
};

export type ListLedgerDeps = {
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  readonly ledger: LedgerReader;
};

/** `books_elsewhere`: its exchange keeps them. */
export type LedgerRejection = 'account_not_found' | 'books_elsewhere';

/** Oldest first; `after` is a page's `lastKey`. Throws Failure. */
export async function listLedger(
  deps: ListLedgerDeps,
  query: {
    readonly caller: Pick<Principal, 'userId'>;
    readonly accountId: string;
    readonly after: string | null;
    readonly limit: number;
  },
): Promise<Result<LedgerPage, LedgerRejection>> {
  const { accountId, after, caller } = query;
  const account = await deps.accounts.findAccount(caller.userId, accountId);
  if (account === null) return rejected('account_not_found');
  if (!account.isSimulated) return rejected('books_elsewhere');
  const limit = Math.min(query.limit, LIMITS.pageItemsMax);
  const found = await deps.ledger.listLedger(accountId, Number(after ?? 0), limit + 1);
  const entries = found.slice(0, limit);
  const last = found.length > limit ? entries.at(-1) : undefined;
  const { items, leftOut } = readableItems(entries, listed);
  return accepted({
    entries: items,
    leftOut,
    lastKey: last === undefined ? null : String(last.sequence),
  });
}

function listed({ clientOrderId, ...entry }: LedgerEntry): ListedEntry {
  const { amount, credit, debit } = entry;
  const gained = (isOwn(credit) ? amount : ZERO) - (isOwn(debit) ? amount : ZERO);
  const orderId = clientOrderId === null ? null : orderIdOfClientOrderId(clientOrderId);
  return { ...entry, change: gained as Decimal, orderId };
}

function isOwn(account: LedgerAccount): boolean {
  return OWN_ACCOUNTS.some((own) => own === account);
}
