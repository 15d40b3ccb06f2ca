// What the cache of the store remembers, for how long, and what makes it forget.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { cachedStore } from '#adapters/postgres/cached-store.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Store } from '#ports/store.ts';
import { sampleHash, storedAccount, storedKey } from '#ports/store.sample.ts';

function setUp() {
  const world = { nowMs: 10_000_000, isHearing: true, reads: 0 };
  const plain = memoryStore();
  const counted: Store = {
    ...plain,
    findPrincipal(hash) {
      world.reads += 1;
      return plain.findPrincipal(hash);
    },
    findAccount(userId, accountId) {
      world.reads += 1;
      return plain.findAccount(userId, accountId);
    },
  };
  const clock = { nowMs: () => world.nowMs };
  const cache = cachedStore(counted, clock, () => world.isHearing);
  return { world, plain, cache, store: cache.store };
}

test('a key is read once and remembered for its time', async () => {
  const { world, store } = setUp();
  const { hash } = await storedKey(store);
  await store.findPrincipal(hash);
  world.nowMs += LIMITS.principalCacheMs - 1;
  await store.findPrincipal(hash);
  assert.equal(world.reads, 1);
  world.nowMs += 1;
  await store.findPrincipal(hash);
  assert.equal(world.reads, 2);
});

test('a clock that was set back does not keep an entry alive', async () => {
  const { world, store } = setUp();
  const { hash } = await storedKey(store);
  await store.findPrincipal(hash);
  world.nowMs -= 1;
  await store.findPrincipal(hash);
  assert.equal(world.reads, 2);
});

test('what does not exist is not remembered', async () => {
  const { world, store } = setUp();
  const hash = sampleHash();
  assert.equal(await store.findPrincipal(hash), null);
  assert.equal(await store.findPrincipal(hash), null);
  assert.equal(world.reads, 2);
});

test('accounts of one user are not shown to another from memory', async () => {
  const { store } = setUp();
  const account = await storedAccount(store);
  assert.deepEqual(await store.findAccount(account.userId, account.accountId), account);
  assert.equal(await store.findAccount('user_other', account.accountId), null);
});

test('own changes show at once', async () => {
  const { store } = setUp();
  const { user, key, hash } = await storedKey(store);
  await store.findPrincipal(hash);
  await store.setPlan(user.userId, 'starter', null);
  assert.equal((await store.findPrincipal(hash))?.plan, 'starter');
  await store.setKeyEnabled(key.keyId, false);
  assert.equal(await store.findPrincipal(hash), null);
  await store.setKeyEnabled(key.keyId, true);
  await store.findPrincipal(hash);
  await store.deleteKey(key.keyId);
  assert.equal(await store.findPrincipal(hash), null);
});

test('nothing is remembered while changes cannot be heard', async () => {
  const { world, store } = setUp();
  const { hash } = await storedKey(store);
  await store.findPrincipal(hash);
  world.isHearing = false;
  await store.findPrincipal(hash);
  await store.findPrincipal(hash);
  assert.equal(world.reads, 3);
});

test('an answer that was on its way when a change was heard is not remembered', async () => {
  const { world, cache, store } = setUp();
  const { hash } = await storedKey(store);
  const reading = store.findPrincipal(hash);
  cache.clear();
  await reading;
  await store.findPrincipal(hash);
  assert.equal(world.reads, 2);
});
