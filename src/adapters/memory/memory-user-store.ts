// Users in memory.

import { insistOnClaim } from '#adapters/memory/memory-idempotency-store.ts';
import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { sortedValues } from '#adapters/memory/memory-state.ts';
import { isDeleted, userDeletions } from '#adapters/memory/memory-user-deletions.ts';
import { assert } from '#lib/assert.ts';
import type { UserStore } from '#ports/stores/user-store.ts';

/** Store over this state; names are unique. */
export function memoryUserStore(state: MemoryState): UserStore {
  const { users, endUsers } = state;
  function findByName(name: string) {
    return [...users.values()].find((user) => user.name === name) ?? null;
  }
  return {
    ...userDeletions(state),
    async insertUser(user, claim = null) {
      if (claim !== null) insistOnClaim(state, claim);
      if (findByName(user.name) !== null) return false;
      assert(!users.has(user.userId), 'user ids are unique');
      users.set(user.userId, user);
      return true;
    },
    async findUserByName(name) {
      const found = findByName(name);
      return found === null || isDeleted(state, found.userId) ? null : found;
    },
    async listUsers() {
      return sortedValues(users).filter(
        ({ userId }) => !endUsers.has(userId) && !isDeleted(state, userId),
      );
    },
    async setPlan(userId, plan, planUntilMs, claim = null) {
      if (claim !== null) insistOnClaim(state, claim);
      const user = users.get(userId);
      if (user === undefined) return false;
      users.set(userId, { ...user, plan, planUntilMs });
      for (const endUser of endUsers.values()) {
        const own = endUser.partnerId === userId ? users.get(endUser.userId) : undefined;
        if (own !== undefined) users.set(own.userId, { ...own, plan, planUntilMs });
      }
      return true;
    },
  };
}
