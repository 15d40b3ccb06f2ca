// What is remembered of callers, for how long, and what a revoke does to it.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { LIMITS } from '#lib/limits.ts';
import { createPrincipalCache } from '#api/http/principal-cache.ts';

const CALLER = {
  keyId: 'key_1',
  userId: 'usr_1',
  scopes: [],
  plan: 'unlimited',
  planUntilMs: null,
  expiresAtMs: null,
} as const;

test('a caller is remembered for a few seconds', () => {
  const cache = createPrincipalCache();
  cache.remember('h', CALLER, 0, cache.generation());
  assert.equal(cache.find('h', LIMITS.principalCacheMs - 1), CALLER);
  assert.equal(cache.find('h', LIMITS.principalCacheMs), null);
  assert.equal(cache.find('other', 0), null);
});

test('a lookup that was under way during a revoke is not remembered', () => {
  const cache = createPrincipalCache();
  const before = cache.generation();
  cache.clear();
  cache.remember('h', CALLER, 0, before);
  assert.equal(cache.find('h', 0), null);
});

test('the oldest make room', () => {
  const cache = createPrincipalCache();
  for (let index = 0; index <= LIMITS.principalCacheEntriesMax; index += 1) {
    cache.remember(`h${index}`, CALLER, 0, cache.generation());
  }
  assert.equal(cache.find('h0', 0), null);
  assert.equal(cache.find('h1', 0), CALLER);
});
