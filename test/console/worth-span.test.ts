// Beginning of a span for accounts that are younger than it, so that no two spans disagree.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstWindow } from '../../console/src/pages/home/worth-span.ts';

const NOW = Date.parse('2026-12-01T12:00:00.000Z');
const ago = (hours: number): string => new Date(NOW - hours * 3_600_000).toISOString();

test('an account that is younger is looked up in the interval of its first value', () => {
  const first = ago(0.5);
  assert.deepEqual(firstWindow('1W', first, NOW), { interval: 5, from: ago(1), to: first });
  assert.deepEqual(firstWindow('1Y', first, NOW), { interval: 5, from: ago(24.5), to: first });
});

test('an older one has its first value at the beginning, and a day has fine ones', () => {
  assert.equal(firstWindow('1W', ago(7 * 24), NOW), null);
  assert.equal(firstWindow('1W', ago(7 * 24 - 0.5), NOW), null);
  assert.equal(firstWindow('1D', ago(2), NOW), null);
});
