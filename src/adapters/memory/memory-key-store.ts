// API keys in memory.

import { insistOnClaim, insistOnRecord } from '#adapters/memory/memory-idempotency-store.ts';
import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { sortedValues, textOfBytes } from '#adapters/memory/memory-state.ts';
import { assert, present } from '#lib/assert.ts';
import type { IdempotencyStore } from '#ports/stores/idempotency-store.ts';
import type { ApiKey, KeyStore } from '#ports/stores/key-store.ts';

/** Store over this state; hashes of secrets are compared as text. */
export function memoryKeyStore(
  state: MemoryState,
  idempotency: Pick<IdempotencyStore, 'complete'>,
): KeyStore {
  const { users, keys, partners, access, deletions } = state;
  function change(keyId: string, changes: Partial<ApiKey>): boolean {
    const stored = keys.get(keyId);
    if (stored === undefined) return false;
    keys.set(keyId, { ...stored, key: { ...stored.key, ...changes } });
    return true;
  }
  return {
    async insertKey(key, secretHash, completion, keysMax = Infinity) {
      assert(users.has(key.userId), 'a key belongs to a user');
      assert(!keys.has(key.keyId), 'key ids are unique');
      const own = [...keys.values()].filter((stored) => stored.key.userId === key.userId);
      if (own.length >= keysMax) return false;
      if (completion !== null) insistOnRecord(await idempotency.complete(completion));
      keys.set(key.keyId, { key, secretHash: textOfBytes(secretHash) });
      return true;
    },
    async findPrincipal(secretHash) {
      const hash = textOfBytes(secretHash);
      const key = [...keys.values()].find((stored) => stored.secretHash === hash)?.key;
      if (key === undefined || !key.isEnabled || deletions.has(key.userId)) return null;
      const { plan, planUntilMs } = present(users.get(key.userId), 'a key belongs to a user');
      const { keyId, userId, scopes, expiresAtMs, addresses, endUserId } = key;
      const isPartner = partners.has(userId);
      const role = access.get(userId)?.role ?? 'trader';
      const reach = { addresses, endUserId, isPartner, role, confirmedAtMs: null };
      return { keyId, userId, scopes, plan, planUntilMs, expiresAtMs, ...reach };
    },
    async listKeys(userId) {
      const all = sortedValues(keys).map((stored) => stored.key);
      return userId === null ? all : all.filter((key) => key.userId === userId);
    },
    async setKeyEnabled(keyId, isEnabled, claim = null) {
      if (claim !== null) insistOnClaim(state, claim);
      return change(keyId, { isEnabled });
    },
    async deleteKey(keyId) {
      return keys.delete(keyId);
    },
    async touchKeys(uses) {
      for (const { keyId, usedAtMs } of uses) {
        const lastUsedAtMs = keys.get(keyId)?.key.lastUsedAtMs ?? 0;
        change(keyId, { lastUsedAtMs: Math.max(lastUsedAtMs, usedAtMs) });
      }
    },
  };
}
