// Whole numbers as plain numbers, for what is reckoned too often for bigints. Exact while they are
// small, that is within 2^52 of zero. What grows beyond becomes NaN, and so does all that is
// reckoned from it: one check at the end tells whether everything before it was exact.

// Half of what a double holds, so that two can be added before anyone looks.
const SMALL_END = 2 ** 52;

/** A share of small numbers, in its smallest terms. */
export type SmallRatio = { readonly numerator: number; readonly denominator: number };

/** The number itself, or NaN when it is not small. */
export function small(value: number): number {
  return value < SMALL_END && value > -SMALL_END ? value : Number.NaN;
}

/** The same number; NaN when it is not small. */
export function smallFrom(value: bigint): number {
  return small(Number(value));
}

/** The share of two numbers above or at zero; its parts are NaN when they are not small. */
export function smallRatio(numerator: bigint, denominator: bigint): SmallRatio {
  let [larger, smaller] = [denominator, numerator];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return { numerator: smallFrom(numerator / larger), denominator: smallFrom(denominator / larger) };
}

/** Product; NaN beyond the bound. */
// A double that rounds up to 2^52 or beyond is not taken, so a product that is taken is exact.
export function smallProduct(left: number, right: number): number {
  return small(left * right);
}

/** Of a number at or above zero by one above zero, rounded down. */
export function floorQuotient(numerator: number, denominator: number): number {
  const quotient = Math.floor(numerator / denominator);
  // A quotient just below a whole number may have been rounded up to it.
  return quotient * denominator > numerator ? quotient - 1 : quotient;
}

/** The same, rounded up. */
export function ceilQuotient(numerator: number, denominator: number): number {
  const quotient = floorQuotient(numerator, denominator);
  return quotient * denominator === numerator ? quotient : quotient + 1;
}

/** The same, rounded to the nearest; from the middle to the even one. */
export function nearestQuotient(numerator: number, denominator: number): number {
  const below = floorQuotient(numerator, denominator);
  const doubled = 2 * (numerator - below * denominator);
  if (doubled === denominator) return below % 2 === 0 ? below : below + 1;
  return doubled < denominator ? below : below + 1;
}

/**
 * The quotient of a number by one above zero, in units of 10^-`places`, rounded to the nearest;
 * from the middle to the even one. Digit by digit, so that only what is left has to be small.
 */
export function decimalQuotient(numerator: number, denominator: number, places: number): number {
  if (numerator < 0) return -decimalQuotient(-numerator, denominator, places);
  let units = floorQuotient(numerator, denominator);
  let rest = numerator - units * denominator;
  for (let place = 0; place < places; place += 1) {
    const tenfold = smallProduct(rest, 10);
    const digit = floorQuotient(tenfold, denominator);
    units = smallProduct(units, 10) + digit;
    rest = tenfold - digit * denominator;
  }
  const isUp = 2 * rest > denominator || (2 * rest === denominator && units % 2 === 1);
  return small(isUp ? units + 1 : units);
}
