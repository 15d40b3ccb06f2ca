// Windows of this process, and of the installation.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { memoryRateLimiter, sharedRateLimiter } from '#api/http/callers/rate-limiter.ts';
import type { TierBudgets } from '#api/http/edge-deps.ts';

const TWO = { requests: 2, windowMs: 1_000 };
const BUDGETS: TierBudgets = { reads: TWO, writes: TWO, trading: TWO, expensive: TWO };
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

test('counts to one above the limit and starts anew when the window ends', () => {
  const limiter = memoryRateLimiter(BUDGETS);
  const used = [0, 1, 2, 3, 999, 1_000].map((nowMs) => limiter.count('k', 'reads', nowMs).used);
  assert.deepEqual(used, [1, 2, 3, 3, 3, 1]);
  assert.equal(limiter.count('k', 'reads', 1_001).resetAtMs, 2_000);
});

test('windows that have ended are swept out when there are many', () => {
  const limiter = memoryRateLimiter(BUDGETS);
  for (let index = 0; index < 30_000; index += 1) limiter.count(`k${index}`, 'reads', index);
  assert.equal(limiter.count('k29999', 'reads', 30_000).used, 2);
});

test('a key that is known to be exhausted costs the store nothing', async () => {
  let requested = 0;
  const store = {
    async countRequest() {
      requested += 1;
      return { used: 3, resetAtMs: 1_000 };
    },
    returnRequest: async () => null,
  };
  const limiter = sharedRateLimiter(store, BUDGETS, SILENT);
  for (const nowMs of [0, 1, 999]) {
    assert.deepEqual(await limiter.count('k', 'reads', nowMs), { used: 3, resetAtMs: 1_000 });
  }
  assert.equal(requested, 1);
  await limiter.count('k', 'reads', 1_000);
  assert.equal(requested, 2);
});

test('a clock that is set back does not lock a key out', async () => {
  const hourMs = 3_600_000;
  const alone = memoryRateLimiter(BUDGETS);
  for (const nowMs of [hourMs, hourMs, hourMs]) alone.count('k', 'reads', nowMs);
  assert.deepEqual(alone.count('k', 'reads', 0), { used: 1, resetAtMs: 1_000 });
  const windows = [
    { used: 3, resetAtMs: hourMs + 1_000 },
    { used: 1, resetAtMs: 1_000 },
  ];
  const store = {
    countRequest: async () => windows.shift() ?? assert.fail('asked once too often'),
    returnRequest: async () => null,
  };
  const shared = sharedRateLimiter(store, BUDGETS, SILENT);
  assert.equal((await shared.count('k', 'reads', hourMs)).used, 3);
  assert.equal((await shared.count('k', 'reads', 0)).used, 1);
});

test('an exhausted key is queried again after seconds, and after a return', async () => {
  let requested = 0;
  const resetAtMs = 3_600_000;
  const store = {
    async countRequest() {
      requested += 1;
      return { used: 3, resetAtMs };
    },
    returnRequest: async () => ({ used: 1, resetAtMs }),
  };
  const hours = { ...BUDGETS, expensive: { requests: 2, windowMs: resetAtMs } };
  const limiter = sharedRateLimiter(store, hours, SILENT);
  for (const nowMs of [0, 4_999, 5_000, 5_001]) await limiter.count('k', 'expensive', nowMs);
  assert.equal(requested, 2);
  assert.deepEqual(await limiter.giveBack('k', 'expensive', resetAtMs), { used: 1, resetAtMs });
  await limiter.count('k', 'expensive', 5_002);
  assert.equal(requested, 3);
});
