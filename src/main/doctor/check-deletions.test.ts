// Findings of the doctor about users that are being deleted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '#lib/time.ts';
import { judgeDeletions } from '#main/doctor/check-deletions.ts';

const NOW_MS = 50 * HOUR_MS;

test('deletions without an end are named, the oldest first, with what leaves their orders', () => {
  const held = ['ada', 'bob', 'cleo', 'dan', 'eve'].map((name, index) => ({
    name,
    began_at_ms: (2 + index) * HOUR_MS,
  }));
  const { result, detail, advice } = judgeDeletions(held, NOW_MS);
  assert.equal(result, 'warn');
  assert.equal(detail, 'of "ada", "bob", "cleo" and 2 more, the oldest for 48 hours, not ended');
  assert.match(advice ?? '', /users delete ada --confirm ada --leave-orders$/);
});

test('none that is held up is well', () => {
  assert.equal(judgeDeletions([], NOW_MS).result, 'ok');
});
