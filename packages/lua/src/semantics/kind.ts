// Kinds of a value, as a set of bits. The compiler leaves out the checks that these sets make
// needless.

export const NIL = 1;
export const BOOLEAN = 2;
export const NUMBER = 4;
export const STRING = 8;
export const TABLE = 16;
export const FUNCTION = 32;
/** Coroutines, and host values of which nothing more is known. */
export const OTHER = 64;
/** Host values that are series; see runtime/series.ts. */
export const SERIES = 128;
/** Host values that only hold fields: by name and by index, the same ones for ever. */
export const CONTAINER = 256;
/** All that the host may have made. */
export const HOST = OTHER | SERIES | CONTAINER;
export const ANY = 511;

export type Kinds = number;

/**
 * Whether all of `kinds` is within `allowed`; an empty set (code never reached) is within anything.
 */
export function within(kinds: Kinds, allowed: Kinds): boolean {
  return (kinds & ~allowed) === 0;
}

/** Operands without a meaning of operators of their own. */
const PLAIN = NIL | BOOLEAN | NUMBER | STRING | FUNCTION;

/**
 * What an arithmetic operation gives. Series with numbers and with each other give series; of other
 * values only those without a meaning of operators of their own are known to give numbers.
 */
export function arithmeticKinds(left: Kinds, right: Kinds): Kinds {
  if (within(left | right, PLAIN)) return NUMBER;
  if (!within(left | right, NUMBER | SERIES)) return ANY;
  return within(left, SERIES) || within(right, SERIES) ? SERIES : NUMBER | SERIES;
}

/** What bits of numbers give; nothing is promised of series. */
export function bitwiseKinds(left: Kinds, right: Kinds): Kinds {
  return within(left | right, PLAIN) ? NUMBER : ANY;
}

/** What a concatenation gives; nothing is promised of series. */
export function concatenationKinds(left: Kinds, right: Kinds): Kinds {
  return within(left | right, PLAIN) ? STRING : ANY;
}
