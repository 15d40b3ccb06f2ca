// Contents of the store's cache: for how long entries hold, and what removes them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { cachedStore } from '#adapters/postgres/cached-store.ts';
import { LIMITS } from '#lib/limits.ts';
import {
  sampleAccount,
  sampleCredentials,
  storedAccount,
  storedKey,
} from '#ports/stores/store.fixture.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { Store } from '#ports/stores/store.ts';

function setUp() {
  const harness = { nowMs: 10_000_000, isHearing: true, reads: 0, changes: 0 };
  const plain = memoryStore();
  const counted: Store = {
    ...plain,
    findAccount(userId, accountId) {
      harness.reads += 1;
      return plain.findAccount(userId, accountId);
    },
  };
  const cache = cachedStore(counted, {
    clock: { nowMs: () => harness.nowMs },
    isHearing: () => harness.isHearing,
    onChange: () => void (harness.changes += 1),
  });
  const { store } = cache;
  return {
    harness,
    cache,
    store,
    find: (at: Account) => store.findAccount(at.userId, at.accountId),
  };
}

test('an account is read once and remembered for its time', async () => {
  const { harness, store, find } = setUp();
  const account = await storedAccount(store);
  await find(account);
  harness.nowMs += LIMITS.accountCacheMs - 1;
  assert.deepEqual(await find(account), account);
  assert.equal(harness.reads, 1);
  harness.nowMs += 1;
  await find(account);
  assert.equal(harness.reads, 2);
});

test('a clock that was set back does not keep an entry alive', async () => {
  const { harness, store, find } = setUp();
  const account = await storedAccount(store);
  await find(account);
  harness.nowMs -= 1;
  await find(account);
  assert.equal(harness.reads, 2);
});

test('what does not exist is not remembered', async () => {
  const { harness, store } = setUp();
  assert.equal(await store.findAccount('user_any', 'acc_none'), null);
  assert.equal(await store.findAccount('user_any', 'acc_none'), null);
  assert.equal(harness.reads, 2);
});

test('accounts of one user are not shown to another from memory', async () => {
  const { store, find } = setUp();
  const account = await storedAccount(store);
  assert.deepEqual(await find(account), account);
  assert.equal(await store.findAccount('user_other', account.accountId), null);
});

test('own changes show at once, and others who remember hear before the response', async () => {
  const { harness, store, find } = setUp();
  const account = await storedAccount(store);
  await find(account);
  await store.setAllowsBots(account.accountId, !account.allowsBots);
  assert.equal((await find(account))?.allowsBots, !account.allowsBots);
  const { user, key } = await storedKey(store);
  const changesBefore = harness.changes;
  await store.setPlan(user.userId, 'starter', null);
  await store.setKeyEnabled(key.keyId, false);
  await store.deleteKey(key.keyId);
  assert.equal(harness.changes, changesBefore + 3);
});

test('nothing is remembered while changes cannot be heard', async () => {
  const { harness, store, find } = setUp();
  const account = await storedAccount(store);
  await find(account);
  harness.isHearing = false;
  await find(account);
  await find(account);
  assert.equal(harness.reads, 3);
});

test('a response that was on its way when a change was heard is not remembered', async () => {
  const { harness, cache, store, find } = setUp();
  const account = await storedAccount(store);
  const reading = find(account);
  cache.clear();
  await reading;
  await find(account);
  assert.equal(harness.reads, 2);
});

test('a changed key of an account shows at once', async () => {
  const { store, find } = setUp();
  const account = sampleAccount('user_ada');
  const { accountId } = account;
  const credentials = sampleCredentials(account, { version: 1 });
  const facts = { status: 'connected', positionMode: null, marginMode: null } as const;
  const statusOf = async () => (await find(account))?.status;
  await store.connectAccount(account, credentials, null);
  assert.equal(await statusOf(), 'connected');
  await store.noteRefusal(accountId, 1, 'revoked', 2);
  assert.equal(await statusOf(), 'invalid_credentials');
  await store.noteCheck({ accountId, version: 1, facts: credentials, account: facts, atMs: 3 });
  assert.equal(await statusOf(), 'connected');
  const next = { ...credentials, version: 2 };
  const readOnly = { ...facts, status: 'read_only' } as const;
  await store.replaceCredentials(next, readOnly, { retainedUntilMs: 9, completion: null });
  assert.equal(await statusOf(), 'read_only');
  await store.removeCredentials(accountId, 4);
  assert.equal(await statusOf(), 'disabled');
});
