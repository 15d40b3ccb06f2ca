// Each number stands under one other number, and is found again.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import { keyOfPlace, placeOfKey } from '#lua/runtime/key-places.ts';

const KEYS = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.constantFrom(0, 0.5, 1.5, 2 ** 31, -(2 ** 31), 2 ** 53, Infinity, -Infinity, 5e-324, 1.7e12),
);

suite('the place of a number among the keys of a table', () => {
  test('leads back to the number', () => {
    fc.assert(
      fc.property(KEYS, (key) => {
        const place = placeOfKey(key);
        assert.ok(!Number.isNaN(place));
        // The zeros are one key.
        assert.equal(keyOfPlace(place) + 0, key + 0);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  test('is a small whole number for these alone', () => {
    fc.assert(
      fc.property(KEYS, (key) => {
        const place = placeOfKey(key);
        assert.equal((place | 0) === place, (key | 0) === key);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });
});
