// Names of a stop that comes with its entry: each follows from the other, so that an exchange that
// gives the stop no name of ours names it by that of its entry.

import { assert } from '#lib/assert.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Of the entry that of its stop, and back: they differ in the last character. Given an id or a name
 * at the exchange, which end alike.
 */
export function attachedName(name: string): string {
  const index = ALPHABET.indexOf(name.at(-1) ?? ' ');
  assert(index !== -1, 'a name ends with a digit in base 32');
  return `${name.slice(0, -1)}${ALPHABET[index ^ 1]}`;
}
