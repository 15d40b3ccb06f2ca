// Contract of every rate-limit store: count exactly, in fixed windows.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { present } from '#lib/assert.ts';
import type { RateLimitStore } from '#ports/stores/rate-limit-store.ts';

export type OpenedRateLimitStore = {
  readonly store: RateLimitStore;
  close(): Promise<void>;
};

const NOW_MS = 1_700_000_000_000;
const WINDOW_MS = 60_000;

type Case = (store: RateLimitStore, keyId: string) => Promise<void>;

const CASES: { readonly [statement: string]: Case } = {
  'windows that have ended are deleted, some at once, and no others': async (store, keyId) => {
    // Before the windows of the other cases.
    const atMs = NOW_MS - 1_000 * WINDOW_MS;
    const count = (name: string, nowMs: number) =>
      store.countRequest(`${keyId} ${name}`, 'reads', 5, WINDOW_MS, nowMs);
    for (const name of ['a', 'b', 'c']) await count(name, atMs);
    await count('d', atMs + WINDOW_MS - 1);
    assert.equal(await store.purgeEnded(atMs + WINDOW_MS, 9), 0);
    assert.equal(await store.purgeEnded(atMs + WINDOW_MS + 1, 2), 2);
    assert.equal(await store.purgeEnded(atMs + WINDOW_MS + 1, 2), 1);
    assert.equal(await store.purgeEnded(atMs + WINDOW_MS + 1, 2), 0);
    assert.equal((await count('a', atMs + 1)).used, 1);
    assert.equal((await count('d', atMs + WINDOW_MS + 1)).used, 2);
  },
  'the first request opens a window': async (store, keyId) => {
    assert.deepEqual(await store.countRequest(keyId, 'reads', 5, WINDOW_MS, NOW_MS), {
      used: 1,
      resetAtMs: NOW_MS + WINDOW_MS,
    });
  },
  'requests are counted to one above the limit and no further': async (store, keyId) => {
    const used: number[] = [];
    for (const offsetMs of [0, 1, 2, 3, 4, 5]) {
      const window = await store.countRequest(keyId, 'reads', 3, WINDOW_MS, NOW_MS + offsetMs);
      assert.equal(window.resetAtMs, NOW_MS + WINDOW_MS);
      used.push(window.used);
    }
    assert.deepEqual(used, [1, 2, 3, 4, 4, 4]);
  },
  'a window ends at its reset, also for a key that used it up': async (store, keyId) => {
    const count = (nowMs: number) => store.countRequest(keyId, 'reads', 1, WINDOW_MS, nowMs);
    await count(NOW_MS);
    await count(NOW_MS);
    assert.equal((await count(NOW_MS + WINDOW_MS - 1)).used, 2);
    assert.deepEqual(await count(NOW_MS + WINDOW_MS), {
      used: 1,
      resetAtMs: NOW_MS + 2 * WINDOW_MS,
    });
  },
  'a clock that is set back starts a new window; clocks that differ a little share one': async (
    store,
    keyId,
  ) => {
    const count = (nowMs: number) => store.countRequest(keyId, 'reads', 1, WINDOW_MS, nowMs);
    const aheadMs = NOW_MS + 100 * WINDOW_MS;
    await count(aheadMs);
    assert.equal((await count(aheadMs - 2_000)).used, 2);
    assert.deepEqual(await count(NOW_MS), { used: 1, resetAtMs: NOW_MS + WINDOW_MS });
    assert.deepEqual(await count(NOW_MS + 1), { used: 2, resetAtMs: NOW_MS + WINDOW_MS });
  },
  'keys and tiers are counted apart': async (store, keyId) => {
    const count = (key: string, tier: string) =>
      store.countRequest(key, tier, 5, WINDOW_MS, NOW_MS);
    await count(keyId, 'reads');
    assert.equal((await count(keyId, 'writes')).used, 1);
    assert.equal((await count(`${keyId} other`, 'reads')).used, 1);
    assert.equal((await count(keyId, 'reads')).used, 2);
  },
  'requests at the same time are each counted': async (store, keyId) => {
    const tries = Array.from({ length: 20 }, () =>
      store.countRequest(keyId, 'reads', 100, WINDOW_MS, NOW_MS),
    );
    const used = (await Promise.all(tries)).map((window) => window.used);
    assert.deepEqual(
      used.sort((left, right) => left - right),
      Array.from({ length: 20 }, (_none, index) => index + 1),
    );
  },
  'a request that is returned can be made again, and what was refused meanwhile does not count':
    async (store, keyId) => {
      const count = () => store.countRequest(keyId, 'reads', 3, WINDOW_MS, NOW_MS);
      for (const used of [1, 2, 3, 4, 4]) assert.equal((await count()).used, used);
      const resetAtMs = NOW_MS + WINDOW_MS;
      assert.deepEqual(await store.returnRequest(keyId, 'reads', 3, resetAtMs), {
        used: 2,
        resetAtMs,
      });
      assert.equal((await count()).used, 3);
      assert.equal((await count()).used, 4);
    },
  'no more is returned than was counted': async (store, keyId) => {
    const resetAtMs = NOW_MS + WINDOW_MS;
    await store.countRequest(keyId, 'reads', 3, WINDOW_MS, NOW_MS);
    const giveBack = () => store.returnRequest(keyId, 'reads', 3, resetAtMs);
    assert.equal((await giveBack())?.used, 0);
    assert.equal((await giveBack())?.used, 0);
    assert.equal((await store.countRequest(keyId, 'reads', 3, WINDOW_MS, NOW_MS)).used, 1);
  },
  'nothing is returned to another window, key or tier': async (store, keyId) => {
    const count = (nowMs: number) => store.countRequest(keyId, 'reads', 3, WINDOW_MS, nowMs);
    const earlier = await count(NOW_MS);
    const current = await count(NOW_MS + WINDOW_MS);
    const { resetAtMs } = current;
    assert.equal(await store.returnRequest(keyId, 'reads', 3, earlier.resetAtMs), null);
    assert.equal(await store.returnRequest(keyId, 'writes', 3, resetAtMs), null);
    assert.equal(await store.returnRequest(`${keyId} other`, 'reads', 3, resetAtMs), null);
    assert.equal((await count(NOW_MS + WINDOW_MS)).used, 2);
  },
  'requests that are returned at the same time are each returned': async (store, keyId) => {
    const count = () => store.countRequest(keyId, 'reads', 20, WINDOW_MS, NOW_MS);
    for (let index = 0; index < 10; index += 1) await count();
    const giveBack = () => store.returnRequest(keyId, 'reads', 20, NOW_MS + WINDOW_MS);
    await Promise.all([...Array.from({ length: 8 }, giveBack), count(), count()]);
    assert.equal((await count()).used, 5);
  },
  'a raised limit lets a key go on in the window that it used up': async (store, keyId) => {
    const count = (limit: number) => store.countRequest(keyId, 'reads', limit, WINDOW_MS, NOW_MS);
    await count(1);
    assert.equal((await count(1)).used, 2);
    assert.equal((await count(10)).used, 3);
  },
};

/** Declares the tests; `open` is called once. */
export function rateLimitContract(open: () => Promise<OpenedRateLimitStore>): void {
  let opened: OpenedRateLimitStore | undefined;
  before(async () => {
    opened = await open();
  });
  after(async () => opened?.close());
  for (const [statement, assertCase] of Object.entries(CASES)) {
    test(statement, () => assertCase(present(opened, 'the store is open').store, statement));
  }
}
