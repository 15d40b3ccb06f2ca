// Accounts kept in memory, for tests of what is built on them.

import type { Account, AccountStore } from '#ports/store.ts';

export function memoryAccountStore(): AccountStore {
  const accounts = new Map<string, Account>();
  return {
    insertAccount(account) {
      accounts.set(account.accountId, account);
      return Promise.resolve();
    },
    findAccount(userId, accountId) {
      const account = accounts.get(accountId);
      return Promise.resolve(account?.userId === userId ? account : null);
    },
    listAccounts: (userId, afterId, limit) =>
      Promise.resolve(
        [...accounts.values()]
          .filter((account) => userId === null || account.userId === userId)
          .filter((account) => afterId === null || account.accountId > afterId)
          .sort((a, b) => (a.accountId < b.accountId ? -1 : 1))
          .slice(0, limit),
      ),
    setAllowsBots(accountId, allowsBots) {
      const account = accounts.get(accountId);
      if (account !== undefined) accounts.set(accountId, { ...account, allowsBots });
      return Promise.resolve(account !== undefined);
    },
  };
}
