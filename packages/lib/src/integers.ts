// Integer arithmetic in one of two representations, so that a rule is written once for both: plain
// numbers, which become NaN before they could be wrong (small-integer.ts), and bigints.

import { divideRounded } from '#lib/decimal.ts';
import {
  ceilQuotient,
  floorQuotient,
  nearestQuotient,
  small,
  smallProduct,
} from '#lib/small-integer.ts';

export type Integer = number | bigint;

/** NaN goes through all of them. Quotients are of a number at or above zero by one above zero. */
export type Integers<N extends Integer> = {
  readonly zero: N;
  readonly one: N;
  sum(left: N, right: N): N;
  difference(left: N, right: N): N;
  product(left: N, right: N): N;
  lesser(left: N, right: N): N;
  greater(left: N, right: N): N;
  floorQuotient(numerator: N, denominator: N): N;
  ceilQuotient(numerator: N, denominator: N): N;
  /** From the middle to the even one. */
  nearestQuotient(numerator: N, denominator: N): N;
};

/** A fraction at or above zero. */
export type Ratio<N extends Integer> = { readonly numerator: N; readonly denominator: N };

export const SMALL_INTEGERS: Integers<number> = {
  zero: 0,
  one: 1,
  sum: (left, right) => small(left + right),
  difference: (left, right) => small(left - right),
  product: smallProduct,
  lesser: Math.min,
  greater: Math.max,
  floorQuotient,
  ceilQuotient,
  nearestQuotient,
};

export const BIG_INTEGERS: Integers<bigint> = {
  zero: 0n,
  one: 1n,
  sum: (left, right) => left + right,
  difference: (left, right) => left - right,
  product: (left, right) => left * right,
  lesser: (left, right) => (left < right ? left : right),
  greater: (left, right) => (left > right ? left : right),
  floorQuotient: (numerator, denominator) => numerator / denominator,
  ceilQuotient: (numerator, denominator) => divideRounded(numerator, denominator, 'ceil'),
  nearestQuotient: (numerator, denominator) => divideRounded(numerator, denominator, 'half_even'),
};
