// The combinations that a search has proposed: no search proposes one twice.

import type { SweepChance } from '#backtesting/sweep/sweep-chance.ts';

export type TriedCombinations = {
  has(this: void, combination: number): boolean;
  /** False when it was tried before. */
  add(this: void, combination: number): boolean;
  /** One not tried yet, from a random place onwards, and now tried; null when none is left. */
  addFresh(this: void, chance: SweepChance): number | null;
};

/** Of a space of `combinationsCount`. */
export function triedCombinations(combinationsCount: number): TriedCombinations {
  const tried = new Set<number>();

  function add(combination: number): boolean {
    if (tried.has(combination)) return false;
    tried.add(combination);
    return true;
  }

  function addFresh(chance: SweepChance): number | null {
    if (tried.size >= combinationsCount) return null;
    let combination = chance.below(combinationsCount);
    while (!add(combination)) combination = (combination + 1) % combinationsCount;
    return combination;
  }

  return { has: (combination) => tried.has(combination), add, addFresh };
}
