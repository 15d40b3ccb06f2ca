// Contract of every store for API keys.

import assert from 'node:assert/strict';
import type { StoreCases } from '#ports/stores/store.fixture.ts';
import { SCOPES } from '#domain/access/scope.ts';
import { lostCompletion, sampleHash, sampleKey, storedKey } from '#ports/stores/store.fixture.ts';

export const KEY_CASES: StoreCases = {
  'a key is found by the hash of its secret, with its user': async (store) => {
    const { user, key, hash } = await storedKey(store, {
      expiresAtMs: 1_800_000_000_000,
      addresses: ['192.0.2.0/24', '::1'],
    });
    assert.deepEqual(await store.findPrincipal(hash), {
      keyId: key.keyId,
      userId: user.userId,
      scopes: key.scopes,
      plan: user.plan,
      planUntilMs: user.planUntilMs,
      expiresAtMs: 1_800_000_000_000,
      addresses: ['192.0.2.0/24', '::1'],
      endUserId: null,
      isPartner: false,
      role: 'trader',
      confirmedAtMs: null,
    });
    await store.setRole(user.userId, 'owner');
    assert.equal((await store.findPrincipal(hash))?.role, 'owner');
  },
  'every set of scopes comes back as it was': async (store) => {
    for (const scopes of [[], [...SCOPES]]) {
      const { hash } = await storedKey(store, { scopes });
      assert.deepEqual((await store.findPrincipal(hash))?.scopes, scopes);
    }
  },
  'an unknown hash finds nobody': async (store) => {
    assert.equal(await store.findPrincipal(sampleHash()), null);
  },
  'a disabled key finds nobody until it is enabled again': async (store) => {
    const { key, hash } = await storedKey(store);
    assert.equal(await store.setKeyEnabled(key.keyId, false), true);
    assert.equal(await store.findPrincipal(hash), null);
    assert.equal(await store.setKeyEnabled(key.keyId, true), true);
    assert.equal((await store.findPrincipal(hash))?.keyId, key.keyId);
  },
  'a deleted key is gone, from the list too': async (store) => {
    const { user, key, hash } = await storedKey(store);
    assert.equal(await store.deleteKey(key.keyId), true);
    assert.equal(await store.findPrincipal(hash), null);
    assert.deepEqual(await store.listKeys(user.userId), []);
    assert.equal(await store.deleteKey(key.keyId), false);
    assert.equal(await store.setKeyEnabled(key.keyId, true), false);
  },
  'a request that was taken over writes and switches no key': async (store) => {
    const { user, key } = await storedKey(store);
    const second = sampleKey(user.userId);
    const inserting = store.insertKey(second, sampleHash(), await lostCompletion(store));
    await assert.rejects(inserting, { code: 'conflict' });
    assert.deepEqual(await store.listKeys(user.userId), [key]);
    const switching = store.setKeyEnabled(key.keyId, false, await lostCompletion(store));
    await assert.rejects(switching, { code: 'conflict' });
    assert.deepEqual(await store.listKeys(user.userId), [key]);
  },
  'the keys of a user are listed by id, whole': async (store) => {
    const { user, key } = await storedKey(store);
    const second = sampleKey(user.userId, { scopes: [], isEnabled: false, expiresAtMs: 5 });
    await store.insertKey(second, sampleHash(), null);
    assert.deepEqual(await store.listKeys(user.userId), [key, second]);
  },
  'the keys of all users are listed by id': async (store) => {
    const one = await storedKey(store);
    const other = await storedKey(store);
    const ids = (await store.listKeys(null)).map((key) => key.keyId);
    assert.ok(ids.indexOf(one.key.keyId) >= 0);
    assert.ok(ids.indexOf(one.key.keyId) < ids.indexOf(other.key.keyId));
  },
  'the latest use of each key is retained': async (store) => {
    const { user, key } = await storedKey(store);
    const { keyId } = key;
    await store.touchKeys([{ keyId, usedAtMs: 20 }]);
    await store.touchKeys([
      { keyId, usedAtMs: 10 },
      { keyId: 'key_none', usedAtMs: 10 },
    ]);
    await store.touchKeys([]);
    assert.equal((await store.listKeys(user.userId))[0]?.lastUsedAtMs, 20);
  },
};
