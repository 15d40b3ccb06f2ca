import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sessionEndMs } from '#domain/access/session-life.ts';
import { DAY_MS, HOUR_MS } from '#lib/time.ts';

test('a session ends twelve hours after it was seen last', () => {
  assert.equal(sessionEndMs({ createdAtMs: 0, lastSeenAtMs: 0 }), 12 * HOUR_MS);
  assert.equal(sessionEndMs({ createdAtMs: 0, lastSeenAtMs: HOUR_MS }), 13 * HOUR_MS);
});

test('however often it is seen, it ends after thirty days', () => {
  assert.equal(sessionEndMs({ createdAtMs: 0, lastSeenAtMs: 30 * DAY_MS - 1 }), 30 * DAY_MS);
});
