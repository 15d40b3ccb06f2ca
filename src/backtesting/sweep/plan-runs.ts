// Plans the runs that a search proposes after all that was planned. The search is made again from
// its seed and is given all scores so far, which for long searches takes seconds to minutes.

import type { SearchAlgorithm } from '#backtesting/sweep/create-search.ts';
import { createSearch } from '#backtesting/sweep/create-search.ts';
import type { ParameterSpace } from '#backtesting/sweep/parameter-space.ts';
import type { SearchConfig } from '#backtesting/sweep/search.ts';

export type PlanInput = {
  readonly algorithm: SearchAlgorithm;
  readonly space: ParameterSpace;
  readonly search: SearchConfig;
  readonly seed: number;
  /** Combinations planned so far. */
  readonly plannedCount: number;
  /** By ordinal; null when the search does not go by them. */
  readonly scores: Float64Array | null;
};

/** What is to be run next. */
export type NextRuns = {
  readonly generation: number;
  readonly combinations: Float64Array;
  readonly firstOrdinal: number;
  /** Place of its first combination in its generation. */
  readonly firstPopulation: number;
  /** Whether the search waits for the scores of all of these; else the rest may be cut later. */
  readonly isAwaited: boolean;
  /** Runs that may be planned after these without waiting for scores. */
  readonly laterCount: number;
};

/** `next` is null when the search is over. */
export type PlannedRuns = { readonly next: NextRuns | null };

/** Null when `onProgress` said not to go on. */
export function planRuns(
  { algorithm, space, search: config, seed, plannedCount, scores }: PlanInput,
  onProgress: (share: number) => boolean,
): PlannedRuns | null {
  const search = createSearch(algorithm, space, config, seed);
  let firstOrdinal = 0;
  /** Where the current generation begins: a search may propose it in parts. */
  let begun = { generation: -1, firstOrdinal: 0 };
  for (let proposal = search.propose(); proposal !== null; proposal = search.propose()) {
    const { combinations, generation } = proposal;
    if (generation !== begun.generation) begun = { generation, firstOrdinal };
    const end = firstOrdinal + combinations.length;
    if (end > plannedCount) {
      const next: NextRuns = {
        generation,
        // A proposal may have been planned in part.
        combinations: combinations.slice(plannedCount - firstOrdinal),
        firstOrdinal: plannedCount,
        firstPopulation: plannedCount - begun.firstOrdinal,
        isAwaited: search.isAdaptive,
        laterCount: search.isAdaptive ? 0 : search.runsMax - end,
      };
      return { next };
    }
    if (scores !== null) search.tell(scores.subarray(firstOrdinal, end));
    firstOrdinal = end;
    if (!onProgress(end / Math.max(1, plannedCount))) return null;
  }
  return { next: null };
}
