// The caller's exchange accounts, by keyset.

import type { Account, AccountStore } from '#ports/stores/account-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';

export type AccountPage = {
  readonly accounts: readonly Account[];
  /** Where the next page starts; null on the last one. */
  readonly lastId: string | null;
};

/** Sorted by id. */
export async function listAccounts(
  deps: { readonly accounts: Pick<AccountStore, 'listAccounts'> },
  query: { readonly caller: Principal; readonly afterId: string | null; readonly limit: number },
): Promise<AccountPage> {
  // One more than requested tells whether there is a next page.
  const found = await deps.accounts.listAccounts(
    query.caller.userId,
    query.afterId,
    query.limit + 1,
  );
  const accounts = found.slice(0, query.limit);
  const isLast = found.length <= query.limit;
  return { accounts, lastId: isLast ? null : (accounts.at(-1)?.accountId ?? null) };
}
