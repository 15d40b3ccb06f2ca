import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attempts } from '#domain/access/attempts.ts';
import { ATTEMPTS_OF_NAME, nextAttempt } from '#domain/access/attempts.ts';

/** How many passwords of one name a program can try in the time. */
function triedWithin(durationMs: number): number {
  let known: Attempts | null = null;
  let count = 0;
  for (let nowMs = 0; nowMs < durationMs; nowMs = Math.max(nowMs, known?.blockedUntilMs ?? 0)) {
    const next: Attempts | null = nextAttempt(known, ATTEMPTS_OF_NAME, nowMs);
    assert(next !== null, 'it waited long enough');
    known = next;
    count += 1;
  }
  return count;
}

test('a person who mistypes four times is not held up', () => {
  let known: Attempts | null = null;
  for (let index = 0; index < 4; index += 1) known = nextAttempt(known, ATTEMPTS_OF_NAME, 0);
  assert.equal(known?.blockedUntilMs, 0);
});

test('a program tries a few hundred passwords of a name in a day', () => {
  assert.ok(triedWithin(24 * 3_600_000) < 310, String(triedWithin(24 * 3_600_000)));
});

test('who has to wait is not taken, and the wait does not grow by asking', () => {
  const blocked = { failedCount: 9, failedAtMs: 0, blockedUntilMs: 1_000 };
  assert.equal(nextAttempt(blocked, ATTEMPTS_OF_NAME, 999), null);
  assert.equal(nextAttempt(blocked, ATTEMPTS_OF_NAME, 1_000)?.failedCount, 10);
});

test('after a quiet hour it starts anew', () => {
  const old = { failedCount: 9, failedAtMs: 0, blockedUntilMs: 1_000 };
  assert.equal(nextAttempt(old, ATTEMPTS_OF_NAME, 3_600_000)?.failedCount, 1);
});
