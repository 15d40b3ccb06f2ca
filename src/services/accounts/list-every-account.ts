// Every account of the installation, for its operator, with the names of the users they belong to.

import { LIMITS } from '#lib/limits.ts';
import type { Account, AccountStore } from '#ports/stores/account-store.ts';
import type { UserStore } from '#ports/stores/user-store.ts';

export type AccountOfUser = Account & { readonly userName: string };

/** Oldest first. */
export async function listEveryAccount(deps: {
  readonly users: Pick<UserStore, 'listUsers'>;
  readonly accounts: Pick<AccountStore, 'listAccounts'>;
}): Promise<readonly AccountOfUser[]> {
  const users = await deps.users.listUsers();
  const names = new Map(users.map((user) => [user.userId, user.name]));
  const found: AccountOfUser[] = [];
  let afterId: string | null = null;
  while (true) {
    const page: readonly Account[] = await deps.accounts.listAccounts(
      null,
      afterId,
      LIMITS.pageItemsMax,
    );
    for (const account of page)
      found.push({ ...account, userName: names.get(account.userId) ?? account.userId });
    const last = page.at(-1);
    if (last === undefined || page.length < LIMITS.pageItemsMax) return found;
    afterId = last.accountId;
  }
}
