// Seeds at which each known mutant was found last. They are tried first: a change of the simulator
// or of what it runs may hide a mutant from its seed, and then the others are tried in their order.

import type { Mutant } from './mutants.ts';

const FOUND_AT: { readonly [mutant in Mutant]: number } = {
  'blind-retry': 2,
  'blind-bots': 15,
  'unknown-is-refused': 20,
  'no-fence': 11,
  'lost-step': 70,
  'own-clock': 0,
  'no-job-fence': 3,
  'suspects-inside': 3,
  'suspects-alone': 7,
  'forgetful-snapshot': 0,
  'new-names': 3,
  'written-off': 1,
  'quote-fees': 0,
  'two-venues': 0,
  'late-send': 0,
  'deaf-stream': 44,
};

/** The first so many seeds, and before them the one at which the mutant was found last. */
export function canarySeeds(mutant: Mutant, count: number): readonly number[] {
  const first = FOUND_AT[mutant];
  const others = Array.from({ length: count }, (_, seed) => seed).filter((seed) => seed !== first);
  return [first, ...others];
}
