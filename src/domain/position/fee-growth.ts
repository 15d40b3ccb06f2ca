// Growth of an order's fees over its fills, on the single-order fast path and in the exact venue
// alike.

import type { Integer, Integers } from '#lib/integers.ts';

/** What an order costs besides its percentage, as fee weights; zero for nothing. */
export type Charges<N extends Integer> = {
  /** Once, with its first fill. */
  readonly perOrder: N;
  readonly perLot: N;
};

/** The charges of a fill of so many lots; `isFirst`: nothing of its order has traded before. */
export function chargesOf<N extends Integer>(
  of: Integers<N>,
  charges: Charges<N> | null,
  lots: N,
  isFirst: boolean,
): N {
  if (charges === null) return of.zero;
  return of.sum(of.product(charges.perLot, lots), isFirst ? charges.perOrder : of.zero);
}

/** An order's fee weight with one more value at a rate, and what is charged besides. */
export function weightAfter<N extends Integer>(
  of: Integers<N>,
  weight: N,
  value: N,
  rate: N,
  charged: N,
): N {
  const weighed = of.sum(weight, of.product(value, rate));
  return charged === of.zero ? weighed : of.sum(weighed, charged);
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
  const fee = of.ceilQuotient(after, weightPerUnit);
  return before === of.zero ? fee : of.difference(fee, of.ceilQuotient(before, weightPerUnit));
}
