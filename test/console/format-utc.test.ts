// Instants in UTC, as titles of times and cards of marks have them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatUtc, formatUtcSpan } from '../../console/src/parts/format.ts';

test('an instant is written to the second, with or without parts of it', () => {
  assert.equal(formatUtc('2026-03-29T00:59:59.999Z'), '2026-03-29 00:59:59 UTC');
  assert.equal(formatUtc('2026-03-29T00:59:59Z'), '2026-03-29 00:59:59 UTC');
});

test('a span names the day once, unless it ends on another', () => {
  const [first, later, nextDay] = [
    '2026-03-28T23:00:00.000Z',
    '2026-03-28T23:41:05.250Z',
    '2026-03-29T00:02:00.000Z',
  ];
  assert.equal(formatUtcSpan([]), '');
  assert.equal(formatUtcSpan([first]), '2026-03-28 23:00:00 UTC');
  assert.equal(formatUtcSpan([first, first]), '2026-03-28 23:00:00 UTC');
  assert.equal(formatUtcSpan([first, later]), '2026-03-28 23:00:00 to 23:41:05 UTC');
  assert.equal(
    formatUtcSpan([first, later, nextDay]),
    '2026-03-28 23:00:00 to 2026-03-29 00:02:00 UTC',
  );
});
