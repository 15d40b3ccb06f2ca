import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { StreamPace } from '#venue-port/feed/stream-pace.ts';
import {
  LATE_AFTER_MS,
  LATE_WHILE_BRINGING_MS,
  lateAfterMs,
} from '#venue-port/feed/stream-pace.ts';

const PACE: StreamPace = { sinceMs: 200, broughtCount: 0, awaitedCount: 0, isBehind: false };

const CASES: readonly (readonly [string, Partial<StreamPace>, number])[] = [
  ['nothing came, and markets are awaited', { awaitedCount: 3 }, LATE_AFTER_MS],
  [
    'many come, and many are awaited',
    { broughtCount: 300, awaitedCount: 700 },
    LATE_WHILE_BRINGING_MS,
  ],
  ['one straggler came of many lost', { broughtCount: 1, awaitedCount: 30 }, LATE_AFTER_MS],
  ['the last ones come', { broughtCount: 5, awaitedCount: 2 }, LATE_WHILE_BRINGING_MS],
  ['the process was stopped', { isBehind: true, awaitedCount: 1_000 }, LATE_WHILE_BRINGING_MS],
];

suite('when a minute counts as missing', () => {
  for (const [name, pace, expected] of CASES)
    test(`${name}: after ${expected} ms`, () => {
      assert.equal(lateAfterMs({ ...PACE, ...pace }), expected);
    });
});
