// Exact rational numbers, for a reference that must not round where nothing says so.

import assert from 'node:assert/strict';

/** In lowest terms, the denominator above zero. */
export type Fraction = { readonly numerator: bigint; readonly denominator: bigint };

export function fraction(numerator: bigint, denominator = 1n): Fraction {
  assert.notEqual(denominator, 0n, 'a denominator is not zero');
  const divisor = commonDivisor(numerator, denominator) * (denominator < 0n ? -1n : 1n);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

function commonDivisor(left: bigint, right: bigint): bigint {
  let [larger, smaller] = [left < 0n ? -left : left, right < 0n ? -right : right];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

/** Of a number written in decimals, such as `-0.25`. */
export function fractionOf(text: string): Fraction {
  const [whole = '', decimals = ''] = text.split('.');
  return fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
}

export const NOTHING = fraction(0n);
export const ONE = fraction(1n);
export const PERCENT = fraction(1n, 100n);

export function plus(left: Fraction, right: Fraction): Fraction {
  return fraction(
    left.numerator * right.denominator + right.numerator * left.denominator,
    left.denominator * right.denominator,
  );
}

export function negative({ numerator, denominator }: Fraction): Fraction {
  return { numerator: -numerator, denominator };
}

export function minus(left: Fraction, right: Fraction): Fraction {
  return plus(left, negative(right));
}

export function times(left: Fraction, right: Fraction): Fraction {
  return fraction(left.numerator * right.numerator, left.denominator * right.denominator);
}

export function over(left: Fraction, right: Fraction): Fraction {
  return fraction(left.numerator * right.denominator, left.denominator * right.numerator);
}

/** Below zero when the left one is smaller, zero when they are equal. */
export function compare(left: Fraction, right: Fraction): bigint {
  return left.numerator * right.denominator - right.numerator * left.denominator;
}

export function least(first: Fraction, ...others: readonly Fraction[]): Fraction {
  return others.reduce((found, each) => (compare(each, found) < 0n ? each : found), first);
}

export function most(first: Fraction, ...others: readonly Fraction[]): Fraction {
  return others.reduce((found, each) => (compare(each, found) > 0n ? each : found), first);
}

export function sizeOf(value: Fraction): Fraction {
  return value.numerator < 0n ? negative(value) : value;
}

/** The largest multiple of the step that is not above the value. */
export function roundedDown(value: Fraction, step: Fraction): Fraction {
  const { numerator, denominator } = over(value, step);
  const whole = numerator / denominator;
  const isBelow = numerator % denominator < 0n;
  return times(fraction(isBelow ? whole - 1n : whole), step);
}

/** The smallest multiple of the step that is not below the value. */
export function roundedUp(value: Fraction, step: Fraction): Fraction {
  return negative(roundedDown(negative(value), step));
}

/** The nearest multiple of the step; of two as near, the even one. */
export function roundedNearest(value: Fraction, step: Fraction): Fraction {
  const lower = roundedDown(value, step);
  const gap = compare(plus(minus(value, lower), minus(value, lower)), step);
  const isUp = gap > 0n || (gap === 0n && over(lower, step).numerator % 2n !== 0n);
  return isUp ? plus(lower, step) : lower;
}

/** As a double; for figures that are none of the ledger's. */
export function numberOf({ numerator, denominator }: Fraction): number {
  const scale = 10n ** 15n;
  const whole = numerator / denominator;
  return Number(whole) + Number(((numerator % denominator) * scale) / denominator) / 1e15;
}
