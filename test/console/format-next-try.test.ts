// Words about the next try of a delivery.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatNextTry } from '../../console/src/parts/format.ts';

const NOW_MS = Date.UTC(2026, 10, 29, 4, 0, 0);

/** Seconds from now, and what is shown. */
const CASES = [
  [-52, 'The next try is due.'],
  [0, 'The next try is due.'],
  [0.4, 'The next try is due.'],
  [1, /^Next try in 1 sec/],
  [52, /^Next try in 52 sec/],
  [600, /^Next try in 10 min/],
] as const;

for (const [seconds, shown] of CASES)
  test(`a next try ${seconds} seconds from now is never one that was`, () => {
    const text = formatNextTry(new Date(NOW_MS + seconds * 1_000).toISOString(), NOW_MS);
    if (typeof shown === 'string') assert.equal(text, shown);
    else assert.match(text, shown);
  });
