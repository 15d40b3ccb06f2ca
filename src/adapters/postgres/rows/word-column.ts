// Words of a closed set in columns and documents. Another one stands in a row of a later release or
// in a damaged one.

import { AssertionFailed } from '#lib/assert.ts';

/** Reads a word of the set; throws at another value. */
export function wordReader<const Word extends string>(
  name: string,
  words: readonly Word[],
): (value: unknown) => Word {
  const known: ReadonlySet<unknown> = new Set(words);
  return (value) => {
    if (known.has(value)) return value as Word;
    throw new AssertionFailed(`Invariant: the stored ${name} ${JSON.stringify(value)} is known`);
  };
}
