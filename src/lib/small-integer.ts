// Whole numbers as plain numbers, for what is reckoned too often for bigints. Exact while they are
// small, that is within 2^52 of zero. What grows beyond becomes NaN, and so does all that is
// reckoned from it: one look at the end tells whether everything before it was exact.

// Half of what a double holds, so that two can be added before anyone looks.
const SMALL_END = 2 ** 52;

/** A share of small numbers, in its smallest terms. */
export type SmallShare = { readonly over: number; readonly under: number };

/** The number itself, or NaN when it is not small. */
export function small(value: number): number {
  return value < SMALL_END && value > -SMALL_END ? value : Number.NaN;
}

/** The same number; NaN when it is not small. */
export function smallFrom(value: bigint): number {
  return small(Number(value));
}

/** The share of two numbers above or at zero; its parts are NaN when they are not small. */
export function smallShare(over: bigint, under: bigint): SmallShare {
  let [larger, smaller] = [under, over];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return { over: smallFrom(over / larger), under: smallFrom(under / larger) };
}

// A double that rounds up to 2^52 or beyond is not taken, so a product that is taken is exact.
export function smallProduct(left: number, right: number): number {
  return small(left * right);
}

/** Of a number at or above zero by one above zero, rounded down. */
export function floorQuotient(over: number, under: number): number {
  const quotient = Math.floor(over / under);
  // A quotient just below a whole number may have been rounded up to it.
  return quotient * under > over ? quotient - 1 : quotient;
}

/** The same, rounded up. */
export function ceilQuotient(over: number, under: number): number {
  const quotient = floorQuotient(over, under);
  return quotient * under === over ? quotient : quotient + 1;
}

/** The same, rounded to the nearest; from the middle to the even one. */
export function nearestQuotient(over: number, under: number): number {
  const below = floorQuotient(over, under);
  const doubled = 2 * (over - below * under);
  if (doubled === under) return below % 2 === 0 ? below : below + 1;
  return doubled < under ? below : below + 1;
}

/**
 * The quotient of a number by one above zero, in units of 10^-`places`, rounded to the nearest;
 * from the middle to the even one. Digit by digit, so that only what is left has to be small.
 */
export function decimalQuotient(over: number, under: number, places: number): number {
  if (over < 0) return -decimalQuotient(-over, under, places);
  let units = floorQuotient(over, under);
  let rest = over - units * under;
  for (let place = 0; place < places; place += 1) {
    const tenfold = smallProduct(rest, 10);
    const digit = floorQuotient(tenfold, under);
    units = smallProduct(units, 10) + digit;
    rest = tenfold - digit * under;
  }
  const isUp = 2 * rest > under || (2 * rest === under && units % 2 === 1);
  return small(isUp ? units + 1 : units);
}
