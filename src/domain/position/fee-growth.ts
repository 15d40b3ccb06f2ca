// What an order's fees come to over its fills, on the single-order fast path and in the exact venue
// alike.

import type { Integer, Integers } from '#lib/integers.ts';

/** An order's fee weight with one more value at a rate, and what is charged besides. */
export function weightAfter<N extends Integer>(
  of: Integers<N>,
  weight: N,
  value: N,
  rate: N,
  charged: N,
): N {
  return of.sum(of.sum(weight, of.product(value, rate)), charged);
}

/**
 * What a growing fee weight adds to the fee, which is rounded up to a unit once over all fills, so
 * that an order filled in parts pays what it would have paid in one piece.
 */
export function feeGrowth<N extends Integer>(
  of: Integers<N>,
  weightPerUnit: N,
  before: N,
  after: N,
): N {
  return of.difference(
    of.ceilQuotient(after, weightPerUnit),
    of.ceilQuotient(before, weightPerUnit),
  );
}
