// What a market order to buy is held for, on the single-order fast path and in the exact venue
// alike.

import type { Integer, Integers, Ratio } from '#lib/integers.ts';

/** Its price moved by a part to where a trade is worth more, rounded up. */
export function heldPrice<N extends Integer>(of: Integers<N>, price: N, part: Ratio<N>): N {
  return of.ceilQuotient(of.product(price, part.numerator), part.denominator);
}
