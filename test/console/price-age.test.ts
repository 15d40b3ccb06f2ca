// Prices that are shown as old.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FRESH_MS, isOldPrice } from '../../console/src/parts/price-age.ts';

const AT = '2026-11-21T17:39:09.000Z';
const AT_MS = Date.parse(AT);

/** The instant of the price, now, and whether it is old. */
const CASES: readonly (readonly [string | null | undefined, number, boolean])[] = [
  [AT, AT_MS, false],
  [AT, AT_MS + FRESH_MS, false],
  [AT, AT_MS + FRESH_MS + 1, true],
  // The clock of the browser may be behind that of the service.
  [AT, AT_MS - 5_000, false],
  // A closed market has no price, and neither has one that was not loaded.
  [null, AT_MS, false],
  [undefined, AT_MS, false],
];

for (const [at, nowMs, isOld] of CASES)
  test(`a price of ${at}, ${nowMs - AT_MS} ms later: ${isOld ? 'old' : 'of now'}`, () => {
    assert.equal(isOldPrice(at, nowMs), isOld);
  });
