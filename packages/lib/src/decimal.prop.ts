// Exact decimals against decimal.js, an independent implementation, and against their own algebra.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Decimal as Reference } from 'decimal.js';
import * as fc from 'fast-check';
import type { Decimal, Rounding } from '#lib/decimal.ts';
import {
  addDecimal,
  decimal,
  decimalFromUnits,
  divideDecimal,
  divideRounded,
  formatDecimal,
  multiplyDecimal,
  parseDecimal,
  subtractDecimal,
  unitsFromDecimal,
  ZERO,
} from '#lib/decimal.ts';

const Wide = Reference.clone({ precision: 200, toExpNeg: -9e15, toExpPos: 9e15 });

const MODES = {
  floor: Reference.ROUND_FLOOR,
  ceil: Reference.ROUND_CEIL,
  half_even: Reference.ROUND_HALF_EVEN,
  toward_zero: Reference.ROUND_DOWN,
} as const;
const rounding = fc.constantFrom<Rounding>('floor', 'ceil', 'half_even', 'toward_zero');

/** All sizes and signs, with few and with many digits. */
const anyDecimal: fc.Arbitrary<Decimal> = fc.oneof(
  fc.bigInt({ min: -(10n ** 36n) + 1n, max: 10n ** 36n - 1n }).map((units) => units as Decimal),
  fc
    .tuple(fc.integer({ min: -1_000, max: 1_000 }), fc.integer({ min: 0, max: 18 }))
    .map(([count, scale]) => decimalFromUnits(BigInt(count), scale)),
);

function reference(value: Decimal) {
  return new Wide(formatDecimal(value));
}

function check<T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => void): void {
  fc.assert(fc.property(arbitrary, holds), { numRuns: 100 });
}

const pair = fc.tuple(anyDecimal, anyDecimal);

test('what is written is read back, and is what decimal.js writes', () => {
  check(anyDecimal, (value) => {
    const text = formatDecimal(value);
    assert.equal(parseDecimal(text), value);
    assert.equal(text, new Wide(value.toString()).div(new Wide(10).pow(18)).toFixed());
  });
});

test('sums and differences agree with decimal.js, and undo each other', () => {
  check(pair, ([left, right]) => {
    const sum = addDecimal(left, right);
    assert.equal(formatDecimal(sum), reference(left).plus(reference(right)).toFixed());
    assert.equal(subtractDecimal(sum, right), left);
  });
});

test('products agree with decimal.js in every rounding', () => {
  check(fc.tuple(anyDecimal, anyDecimal, rounding), ([left, right, mode]) => {
    const exact = reference(left).times(reference(right));
    const expected = exact.toDecimalPlaces(18, MODES[mode]);
    assert.equal(formatDecimal(multiplyDecimal(left, right, mode)), signless(expected));
  });
});

test('quotients agree with decimal.js in every rounding', () => {
  check(fc.tuple(anyDecimal, anyDecimal, rounding), ([left, right, mode]) => {
    fc.pre(right !== ZERO);
    const exact = reference(left).div(reference(right));
    const expected = exact.toDecimalPlaces(18, MODES[mode]);
    assert.equal(formatDecimal(divideDecimal(left, right, mode)), signless(expected));
  });
});

test('rounding to a scale agrees with decimal.js', () => {
  const drawn = fc.tuple(anyDecimal, fc.integer({ min: 0, max: 18 }), rounding);
  check(drawn, ([value, scale, mode]) => {
    const rounded = decimalFromUnits(unitsFromDecimal(value, scale, mode), scale);
    const expected = reference(value).toDecimalPlaces(scale, MODES[mode]);
    assert.equal(formatDecimal(rounded), signless(expected));
  });
});

test('an integer quotient lies on the side that was requested, and less than a unit away', () => {
  const integer = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
  const divisor = fc.bigInt({ min: 1n, max: 10n ** 12n });
  check(fc.tuple(integer, divisor), ([numerator, denominator]) => {
    const rest = (mode: Rounding) =>
      numerator - divideRounded(numerator, denominator, mode) * denominator;
    assert.ok(0n <= rest('floor') && rest('floor') < denominator);
    assert.ok(-denominator < rest('ceil') && rest('ceil') <= 0n);
    const doubled = rest('half_even') * 2n;
    assert.ok(-denominator <= doubled && doubled <= denominator);
    for (const mode of ['floor', 'ceil', 'half_even', 'toward_zero'] as const)
      assert.equal(
        divideRounded(-numerator, -denominator, mode),
        divideRounded(numerator, denominator, mode),
      );
  });
});

test('a decimal literal is the number that it shows', () => {
  check(anyDecimal, (value) => {
    assert.equal(decimal(formatDecimal(value)), value);
  });
});

/** decimal.js keeps the sign of a negative that was rounded to zero; ours has one zero. */
function signless(value: Reference): string {
  return value.isZero() ? '0' : value.toFixed();
}
