// Balance of an account, as its exchange says.

import type { Result } from '#lib/result.ts';
import { accepted } from '#lib/result.ts';
import type { AccountBalances } from '#venue-port/exchange/exchange.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { AccountDeps } from '#services/accounts/account-access.ts';
import { accountOf } from '#services/accounts/account-access.ts';
import { readableRows } from '#services/accounts/readable-rows.ts';

export type BalanceOfAccount = AccountBalances & {
  readonly account: Account;
  /** Why a balance is missing, in words; null: none is. */
  readonly unreadable: string | null;
};

/** Balances sorted by currency, without rows that are zero throughout. */
export async function getBalance(
  deps: AccountDeps,
  query: { readonly caller: Pick<Principal, 'userId'>; readonly accountId: string },
): Promise<Result<BalanceOfAccount, 'account_not_found'>> {
  const found = await accountOf(deps, query.caller, query.accountId);
  if (!found.ok) return found;
  const { account, exchange } = found.value;
  const { rows, unreadable } = await readableRows((wanted) =>
    exchange.fetchBalances(account, wanted),
  );
  const { updatedAtMs, balances } = rows;
  const held = balances.filter((balance) => balance.total !== 0n || balance.locked !== 0n);
  const sorted = held.sort((left, right) => (left.currency < right.currency ? -1 : 1));
  return accepted({ account, updatedAtMs, balances: sorted, unreadable });
}
