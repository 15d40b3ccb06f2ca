// A plateau or a spike: what the combinations one step away from a run scored. A score that falls
// when a parameter moves by one step is luck with that parameter.

import type { ParameterSpace, SpaceParameter } from '#backtesting/sweep/parameter-space.ts';

export type NeighbourInput = {
  readonly space: ParameterSpace;
  readonly combinations: Float64Array;
  /** Of the combinations; NaN: none. */
  readonly scores: Float64Array;
};

/** Of each combination, without the run itself. */
export type Neighbourhoods = {
  /** Neighbours that were run and have a score. */
  readonly neighbourCounts: Float64Array;
  /** NaN without neighbours. */
  readonly medianScores: Float64Array;
  /** The share of all scores of the lab that the neighbours' median reaches; NaN as above. */
  readonly stabilities: Float64Array;
};

type Scores = Pick<ReadonlyMap<number, number>, 'get'>;
type AddNear = (combination: number, near: number[]) => void;

/**
 * Values that are alike to none are all neighbours of each other. Of more values than these the
 * runs are looked through by what else they have in common, because there are fewer runs.
 */
const VALUES_TRIED_MAX = 64;
const PROGRESS_EVERY = 1_000;

/** Judges runs by their neighbours. Null when `onProgress` said not to go on. */
export function neighbourhoods(
  { space, combinations, scores }: NeighbourInput,
  onProgress: (share: number) => boolean,
): Neighbourhoods | null {
  const scoreOf = scoresOf(combinations, scores);
  const sorted = Float64Array.from(scoreOf.values()).toSorted();
  const count = combinations.length;
  const found: Neighbourhoods = {
    neighbourCounts: new Float64Array(count),
    medianScores: new Float64Array(count).fill(NaN),
    stabilities: new Float64Array(count).fill(NaN),
  };
  const addNear = nearScores(space, scoreOf);
  for (let place = 0; place < count; place += 1) {
    if (place % PROGRESS_EVERY === 0 && !onProgress(place / count)) return null;
    const near: number[] = [];
    for (const add of addNear) add(combinations[place] ?? 0, near);
    if (near.length === 0) continue;
    const medianScore = medianOf(near);
    found.neighbourCounts[place] = near.length;
    found.medianScores[place] = medianScore;
    found.stabilities[place] = countUpTo(sorted, medianScore) / sorted.length;
  }
  return found;
}

function scoresOf(combinations: Float64Array, scores: Float64Array): Map<number, number> {
  const scoreOf = new Map<number, number>();
  for (const [place, combination] of combinations.entries()) {
    const score = scores[place] ?? NaN;
    if (!Number.isNaN(score)) scoreOf.set(combination, score);
  }
  return scoreOf;
}

/**
 * For each parameter what adds the scores of the combinations that differ in it alone: ordered ones
 * by one value, the others by any.
 */
function nearScores(
  { parameters }: ParameterSpace,
  scores: ReadonlyMap<number, number>,
): readonly AddNear[] {
  const adders: AddNear[] = [];
  /** By how much a combination grows from one value of the parameter to the next. */
  let weight = 1;
  for (const parameter of parameters.toReversed()) {
    adders.push(adderOf(parameter, weight, scores));
    weight *= parameter.valuesCount;
  }
  return adders;
}

function adderOf(
  { valuesCount, isOrdered }: SpaceParameter,
  weight: number,
  scores: ReadonlyMap<number, number>,
): AddNear {
  const choiceOf = (combination: number): number => Math.floor(combination / weight) % valuesCount;
  if (isOrdered) {
    return (combination, near) => {
      const own = choiceOf(combination);
      if (own > 0) addScore(scores, combination - weight, near);
      if (own < valuesCount - 1) addScore(scores, combination + weight, near);
    };
  }
  if (valuesCount <= VALUES_TRIED_MAX) {
    return (combination, near) => {
      const own = choiceOf(combination);
      for (let value = 0; value < valuesCount; value += 1)
        if (value !== own) addScore(scores, combination + (value - own) * weight, near);
    };
  }
  const restOf = (combination: number): number => combination - choiceOf(combination) * weight;
  const alike = Map.groupBy(scores.keys(), restOf);
  return (combination, near) => {
    for (const other of alike.get(restOf(combination)) ?? [])
      if (other !== combination) addScore(scores, other, near);
  };
}

function addScore(scores: Scores, combination: number, near: number[]): void {
  const score = scores.get(combination);
  if (score !== undefined) near.push(score);
}

/** Of at least one value; the mean of the two in the middle of an even number. */
function medianOf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).toSorted();
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
