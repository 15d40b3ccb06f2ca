// Cache of callers: how long entries hold, what a revoke does to them, and when they are not used.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { LIMITS } from '#lib/limits.ts';
import { createPrincipalCache } from '#api/http/callers/principal-cache.ts';

const CALLER = {
  keyId: 'key_1',
  userId: 'usr_1',
  scopes: [],
  plan: 'unlimited',
  planUntilMs: null,
  expiresAtMs: null,
  addresses: [],
  endUserId: null,
  isPartner: false,
  role: 'trader',
  confirmedAtMs: null,
} as const;

function setUp() {
  const harness = { isHearing: true };
  const cache = createPrincipalCache(() => harness.isHearing);
  return { harness, cache };
}

test('a caller is remembered for a few seconds', () => {
  const { cache } = setUp();
  cache.remember('h', CALLER, 0, cache.generation());
  assert.equal(cache.find('h', LIMITS.principalCacheMs - 1), CALLER);
  assert.equal(cache.find('h', LIMITS.principalCacheMs), null);
  assert.equal(cache.find('other', 0), null);
});

test('a clock that was set back does not keep a caller remembered', () => {
  const { cache } = setUp();
  cache.remember('h', CALLER, 10, cache.generation());
  assert.equal(cache.find('h', 9), null);
});

test('a lookup that was under way during a revoke is not remembered', () => {
  const { cache } = setUp();
  const before = cache.generation();
  cache.clear();
  cache.remember('h', CALLER, 0, before);
  assert.equal(cache.find('h', 0), null);
});

test('while changes cannot be heard, nothing is used and nothing is remembered', () => {
  const { harness, cache } = setUp();
  cache.remember('before', CALLER, 0, cache.generation());
  harness.isHearing = false;
  assert.equal(cache.find('before', 0), null);
  cache.remember('meanwhile', CALLER, 0, cache.generation());
  harness.isHearing = true;
  assert.equal(cache.find('meanwhile', 0), null);
});

test('the oldest make room', () => {
  const { cache } = setUp();
  for (let index = 0; index <= LIMITS.principalCacheEntriesMax; index += 1) {
    cache.remember(`h${index}`, CALLER, 0, cache.generation());
  }
  assert.equal(cache.find('h0', 0), null);
  assert.equal(cache.find('h1', 0), CALLER);
});
