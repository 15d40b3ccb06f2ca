// Distinct combinations, each as likely as any other: the first so many of a shuffle of all, of
// which only what was touched is retained.

import { countCombinations } from '#backtesting/sweep/parameter-space.ts';
import type { ParameterSpace } from '#backtesting/sweep/parameter-space.ts';
import type { Search, SearchConfig } from '#backtesting/sweep/search.ts';
import { sweepChance } from '#backtesting/sweep/sweep-chance.ts';

/** Of searches that do not depend on scores: so many at once. */
export const PROPOSAL_ITEMS_MAX = 2_000;

/** Search without feedback; the same seed proposes the same combinations. */
export function randomSearch(space: ParameterSpace, config: SearchConfig, seed: number): Search {
  const count = countCombinations(space);
  const runsMax = Math.min(count, config.populationMax * config.generationsMax);
  const draw = distinctDraws(count, seed);
  let made = 0;
  return {
    isAdaptive: false,
    runsMax,
    propose: () => {
      if (made >= runsMax) return null;
      const length = Math.min(PROPOSAL_ITEMS_MAX, runsMax - made);
      made += length;
      return { generation: 0, combinations: Float64Array.from({ length }, draw) };
    },
    tell: () => undefined,
  };
}

/** Fisher and Yates's shuffle of 0 to `count - 1`, one place at a time. */
function distinctDraws(count: number, seed: number): () => number {
  const chance = sweepChance(seed);
  const moved = new Map<number, number>();
  let place = 0;
  return () => {
    const other = place + chance.below(count - place);
    const drawn = moved.get(other) ?? other;
    moved.set(other, moved.get(place) ?? place);
    moved.delete(place);
    place += 1;
    return drawn;
  };
}
