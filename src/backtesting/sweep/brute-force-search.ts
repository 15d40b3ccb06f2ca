// Every combination, in the order of the odometer.

import { countCombinations } from '#backtesting/sweep/parameter-space.ts';
import type { ParameterSpace } from '#backtesting/sweep/parameter-space.ts';
import { PROPOSAL_ITEMS_MAX } from '#backtesting/sweep/random-search.ts';
import type { Search } from '#backtesting/sweep/search.ts';

/** Search that proposes all combinations once, in the odometer's order. */
export function bruteForceSearch(space: ParameterSpace): Search {
  const runsMax = countCombinations(space);
  let next = 0;
  return {
    isAdaptive: false,
    runsMax,
    propose: () => {
      if (next >= runsMax) return null;
      const first = next;
      next = Math.min(runsMax, first + PROPOSAL_ITEMS_MAX);
      const combinations = Float64Array.from({ length: next - first }, (_, place) => first + place);
      return { generation: 0, combinations };
    },
    tell: () => undefined,
  };
}
