// Users kept in memory, for tests of what is built on them.

import type { User, UserStore } from '#ports/store.ts';

export function memoryUserStore(): UserStore {
  const users = new Map<string, User>();
  const findByName = (name: string): User | null =>
    [...users.values()].find((user) => user.name === name) ?? null;
  return {
    insertUser(user) {
      if (findByName(user.name) !== null) return Promise.resolve(false);
      users.set(user.userId, user);
      return Promise.resolve(true);
    },
    findUserByName: (name) => Promise.resolve(findByName(name)),
    listUsers: () =>
      Promise.resolve([...users.values()].sort((a, b) => (a.userId < b.userId ? -1 : 1))),
    setPlan(userId, plan, planUntilMs) {
      const user = users.get(userId);
      if (user !== undefined) users.set(userId, { ...user, plan, planUntilMs });
      return Promise.resolve(user !== undefined);
    },
  };
}
