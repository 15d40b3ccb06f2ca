// Where the runs of owners are: together, spread by what they cost, and apart after a strike.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MINUTE_MS } from '#lib/time.ts';
import type { RunPlacement } from '#services/live/run/run-threads.ts';
import {
  balanceThreads,
  noteCost,
  runPlacement,
  threadOf,
} from '#services/live/run/run-threads.ts';

/** Minutes in which these owners cost so much, each in milliseconds of its thread. */
function passMinutes(
  placement: RunPlacement,
  count: number,
  costs: { readonly [userId: string]: number },
): void {
  const fromMs = placement.balancedAtMs === -Infinity ? 0 : placement.balancedAtMs;
  for (let minute = 1; minute <= count; minute += 1) {
    for (const [userId, tookMs] of Object.entries(costs)) noteCost(placement, userId, tookMs);
    balanceThreads(placement, fromMs + minute * MINUTE_MS);
  }
}

function placed(userIds: readonly string[], threadsCount = 3) {
  const placement = runPlacement(threadsCount);
  const threads = () => userIds.map((userId) => threadOf(placement, userId));
  return { placement, threads };
}

suite('placement of runs', () => {
  test('new owners are spread over all threads but the last, and stay', () => {
    const { threads } = placed(['a', 'b', 'c', 'd']);
    assert.deepEqual(threads(), [0, 1, 0, 1]);
    assert.deepEqual(threads(), [0, 1, 0, 1]);
  });

  test('an owner that costs much comes to have a thread alone', () => {
    const { placement, threads } = placed(['heavy', 'b', 'c', 'd', 'e']);
    assert.deepEqual(threads(), [0, 1, 0, 1, 0]);
    passMinutes(placement, 6, { heavy: 40_000, b: 500, c: 4_000, d: 500, e: 4_000 });
    const [heavy, ...others] = threads();
    assert.ok(!others.includes(heavy ?? -1), threads().join());
  });

  test('nobody moves for little', () => {
    const { placement, threads } = placed(['a', 'b', 'c']);
    const before = threads();
    passMinutes(placement, 10, { a: 3_000, b: 100, c: 1_000 });
    assert.deepEqual(threads(), before);
  });

  test('one that is alone on the busiest thread does not move to and fro', () => {
    const { placement, threads } = placed(['a', 'b']);
    passMinutes(placement, 10, { a: 50_000, b: 10 });
    assert.deepEqual(threads(), [0, 1]);
  });

  test('owners with a strike are on the last thread, and come back', () => {
    const { placement, threads } = placed(['a', 'b']);
    assert.deepEqual(threads(), [0, 1]);
    placement.quarantined = new Set(['b']);
    assert.deepEqual(threads(), [0, 2]);
    placement.quarantined = new Set();
    assert.deepEqual(threads(), [0, 1]);
  });

  test('where there is one thread all are on it', () => {
    const { placement, threads } = placed(['a', 'b'], 1);
    placement.quarantined = new Set(['b']);
    assert.deepEqual(threads(), [0, 0]);
  });
});
