// What a value may be, as a set of bits. The compiler leaves out the checks that these sets make
// needless.

export const NIL = 1;
export const BOOLEAN = 2;
export const NUMBER = 4;
export const STRING = 8;
export const TABLE = 16;
export const FUNCTION = 32;
/** Coroutines and host values. */
export const OTHER = 64;
export const ANY = 127;

export type Kinds = number;

/**
 * Whether all of `kinds` is within `allowed`; an empty set (code never reached) is within anything.
 */
export function within(kinds: Kinds, allowed: Kinds): boolean {
  return (kinds & ~allowed) === 0;
}

/** What an operation on numbers gives, if no operand can bring its own meaning of operators. */
export function arithmeticKinds(left: Kinds, right: Kinds): Kinds {
  return within(left | right, NIL | BOOLEAN | NUMBER | STRING | FUNCTION) ? NUMBER : ANY;
}
