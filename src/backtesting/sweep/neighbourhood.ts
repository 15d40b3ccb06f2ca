// A plateau or a spike: what the combinations one step away from a run scored. A score that falls
// when a parameter moves by one step is luck with that parameter.

import type { ParameterSpace } from '#backtesting/sweep/parameter-space.ts';
import { neighboursOf } from '#backtesting/sweep/parameter-space.ts';

export type Neighbourhood = {
  /** Of the neighbours that were run and have a score, without the run itself. */
  readonly neighboursCount: number;
  /** Null without neighbours. */
  readonly medianScore: number | null;
  /** The share of all scores of the lab that the neighbours' median reaches; null as above. */
  readonly stability: number | null;
};

/** Judges runs by their neighbours; `scores` are those of the lab, by combination. */
export function neighbourhoods(
  space: ParameterSpace,
  scores: ReadonlyMap<number, number>,
): (combination: number) => Neighbourhood {
  const sorted = Float64Array.from(scores.values()).toSorted();
  return (combination) => {
    const near = neighboursOf(space, combination).flatMap((index) => scores.get(index) ?? []);
    if (near.length === 0) return { neighboursCount: 0, medianScore: null, stability: null };
    const medianScore = medianOf(near);
    const stability = countUpTo(sorted, medianScore) / sorted.length;
    return { neighboursCount: near.length, medianScore, stability };
  };
}

/** Of at least one value; the mean of the two in the middle of an even number. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? NaN;
  return (upper + lower) / 2;
}

/** How many of the sorted values are at most `limit`. */
function countUpTo(sorted: Float64Array, limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? Infinity) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
