import * as fc from 'fast-check';
import test from 'node:test';
import assert from 'node:assert/strict';
import { divideRounded } from '#lib/decimal.ts';
import {
  ceilQuotient,
  decimalQuotient,
  floorQuotient,
  nearestQuotient,
  small,
  smallFrom,
  smallProduct,
  smallRatio,
} from '#lib/small-integer.ts';

const MOST = 2 ** 52 - 1;

test('what is not small is NaN, and so is all that is reckoned from it', () => {
  assert.equal(small(MOST), MOST);
  assert.equal(small(-MOST), -MOST);
  assert.equal(small(MOST + 1), NaN);
  assert.equal(smallFrom(-(2n ** 52n)), NaN);
  assert.equal(smallProduct(2 ** 26, 2 ** 26 - 1), 2 ** 52 - 2 ** 26);
  assert.equal(smallProduct(2 ** 26, 2 ** 26), NaN);
  assert.equal(small(MOST + smallProduct(MOST, 2)), NaN);
  for (const quotient of [floorQuotient, ceilQuotient, nearestQuotient])
    assert.equal(quotient(NaN, 3), NaN);
});

test('a share is in its smallest terms', () => {
  assert.deepEqual(smallRatio(5n * 10n ** 16n, 10n ** 20n), { numerator: 1, denominator: 2_000 });
  assert.deepEqual(smallRatio(0n, 10n ** 20n), { numerator: 0, denominator: 1 });
  assert.deepEqual(smallRatio(1n, 10n ** 20n), { numerator: 1, denominator: NaN });
});

test('a quotient that lies just below a whole number is not rounded up to it', () => {
  const numerator = 3 * 1_501_199_875_790_165 - 1;
  assert.equal(floorQuotient(numerator, 3), 1_501_199_875_790_164);
  assert.equal(ceilQuotient(numerator, 3), 1_501_199_875_790_165);
});

test('quotients are those of bigints', () => {
  const anySmall = fc.oneof(fc.integer({ min: 0, max: 1_000 }), fc.integer({ min: 0, max: MOST }));
  fc.assert(
    fc.property(anySmall, anySmall, (numerator, least) => {
      const denominator = Math.max(1, least);
      for (const [quotient, rounding] of [
        [floorQuotient, 'floor'],
        [ceilQuotient, 'ceil'],
        [nearestQuotient, 'half_even'],
      ] as const)
        assert.equal(
          BigInt(quotient(numerator, denominator)),
          divideRounded(BigInt(numerator), BigInt(denominator), rounding),
        );
    }),
  );
});

test('a quotient in decimals is that of bigints, or NaN', () => {
  const numerator = fc.integer({ min: -(2 ** 40), max: 2 ** 40 });
  const denominator = fc.oneof(
    fc.integer({ min: 1, max: 2 ** 40 }),
    fc.constantFrom(1, 2, 4, 8, 80),
  );
  fc.assert(
    fc.property(numerator, denominator, fc.integer({ min: 0, max: 8 }), (top, bottom, places) => {
      const found = decimalQuotient(top, bottom, places);
      const exact = divideRounded(BigInt(top) * 10n ** BigInt(places), BigInt(bottom), 'half_even');
      if (Number.isNaN(found))
        assert.ok(exact > 2n ** 47n || exact < -(2n ** 47n) || bottom > 2 ** 48);
      else assert.equal(BigInt(found), exact);
    }),
  );
  assert.equal(decimalQuotient(2 ** 51, 2 ** 51 + 1, 3), NaN);
  assert.equal(decimalQuotient(NaN, 3, 3), NaN);
});
