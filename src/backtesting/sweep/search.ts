// Interface of a search: it proposes, the runs are made anywhere and in any order, and it is given
// the scores in the order of its proposal. So its course depends on its seed and the scores alone,
// not on the number of workers, and a search that died is brought back by telling it again.

/** Combinations to run, none proposed before. */
export type Proposal = {
  /** Counted from 0: the generation of a genetic search, the round of others. */
  readonly generation: number;
  readonly combinations: Float64Array;
};

export type Search = {
  /** False: proposals do not depend on scores, and may be requested without scores. */
  readonly isAdaptive: boolean;
  /** At most so many runs in all. */
  readonly runsMax: number;
  /** The next combinations; null when the search is over. */
  propose(this: void): Proposal | null;
  /** Scores of the last proposal, higher is better; NaN where a run gave none. */
  tell(this: void, scores: Float64Array): void;
};

/** What `intelligent`, `random` and `cluster` are sized by; rates in percent. */
export type SearchConfig = {
  readonly populationMax: number;
  readonly generationsMax: number;
  readonly elitesMax: number;
  /** Chance of a gene to come from the second parent. */
  readonly mixPercent: number;
  /** Chance of a gene to change. */
  readonly adjustPercent: number;
};

/** Scores in the order of preference: no score is below every score. */
export function scoreOrNone(score: number | undefined): number {
  return score === undefined || Number.isNaN(score) ? -Infinity : score;
}
