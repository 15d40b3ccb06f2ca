// The four ways to search a space, by the names that the contract gives them.

import { bruteForceSearch } from '#backtesting/sweep/brute-force-search.ts';
import { clusterSearch } from '#backtesting/sweep/cluster-search.ts';
import { geneticSearch } from '#backtesting/sweep/genetic-search.ts';
import type { ParameterSpace } from '#backtesting/sweep/parameter-space.ts';
import { randomSearch } from '#backtesting/sweep/random-search.ts';
import type { Search, SearchConfig } from '#backtesting/sweep/search.ts';

export const SEARCH_ALGORITHMS = ['brute_force', 'intelligent', 'random', 'cluster'] as const;
export type SearchAlgorithm = (typeof SEARCH_ALGORITHMS)[number];

/** A search of a space of at most 2^53 combinations; equal seeds give equal searches. */
export function createSearch(
  algorithm: SearchAlgorithm,
  space: ParameterSpace,
  config: SearchConfig,
  seed: number,
): Search {
  switch (algorithm) {
    case 'brute_force':
      return bruteForceSearch(space);
    case 'intelligent':
      return geneticSearch(space, config, seed);
    case 'random':
      return randomSearch(space, config, seed);
    case 'cluster':
      return clusterSearch(space, config, seed);
  }
}
