// Accounts in memory.

import { insistOnClaim } from '#adapters/memory/memory-idempotency-store.ts';
import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { sortedValues } from '#adapters/memory/memory-state.ts';
import { assert } from '#lib/assert.ts';
import type { AccountStore } from '#ports/stores/account-store.ts';

/** Store over this state; unknown users are a defect. */
export function memoryAccountStore(state: MemoryState): AccountStore {
  const { users, accounts } = state;
  return {
    async insertAccount(account) {
      assert(users.has(account.userId), 'an account belongs to a user');
      assert(!accounts.has(account.accountId), 'account ids are unique');
      accounts.set(account.accountId, account);
    },
    async findAccount(userId, accountId) {
      const account = accounts.get(accountId);
      return account?.userId === userId ? account : null;
    },
    async listAccounts(userId, afterId, limit) {
      const own = sortedValues(accounts).filter(
        (account) => userId === null || account.userId === userId,
      );
      const start = afterId === null ? 0 : own.findIndex((each) => each.accountId > afterId);
      return start < 0 ? [] : own.slice(start, start + limit);
    },
    async setAllowsBots(accountId, allowsBots, claim = null) {
      const account = accounts.get(accountId);
      if (account === undefined) return false;
      if (claim !== null) insistOnClaim(state, claim);
      accounts.set(accountId, { ...account, allowsBots });
      return true;
    },
  };
}
