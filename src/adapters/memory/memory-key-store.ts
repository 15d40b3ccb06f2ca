// API keys kept in memory, for tests of what is built on them.

import type { ApiKey, KeyStore, UserStore } from '#ports/store.ts';

export function memoryKeyStore(users: Pick<UserStore, 'listUsers'>): KeyStore {
  const keys = new Map<string, { readonly key: ApiKey; readonly hash: string }>();
  const change = (keyId: string, changes: Partial<ApiKey>): boolean => {
    const entry = keys.get(keyId);
    if (entry === undefined) return false;
    keys.set(keyId, { ...entry, key: { ...entry.key, ...changes } });
    return true;
  };
  return {
    insertKey(key, secretHash) {
      keys.set(key.keyId, { key, hash: secretHash.toString() });
      return Promise.resolve();
    },
    async findPrincipal(secretHash) {
      const wanted = secretHash.toString();
      const found = [...keys.values()].find(({ hash }) => hash === wanted)?.key;
      if (found === undefined || !found.isEnabled) return null;
      const owner = (await users.listUsers()).find(({ userId }) => userId === found.userId);
      if (owner === undefined) return null;
      const { keyId, userId, scopes, expiresAtMs } = found;
      const { plan, planUntilMs } = owner;
      return { keyId, userId, scopes, plan, planUntilMs, expiresAtMs };
    },
    listKeys: (userId) =>
      Promise.resolve(
        [...keys.values()]
          .map(({ key }) => key)
          .filter((key) => userId === null || key.userId === userId)
          .sort((a, b) => (a.keyId < b.keyId ? -1 : 1)),
      ),
    setKeyEnabled: (keyId, isEnabled) => Promise.resolve(change(keyId, { isEnabled })),
    deleteKey: (keyId) => Promise.resolve(keys.delete(keyId)),
    touchKeys(uses) {
      for (const { keyId, usedAtMs } of uses) change(keyId, { lastUsedAtMs: usedAtMs });
      return Promise.resolve();
    },
  };
}
