// A combination and what it scored.

export type Trial = { readonly combination: number; readonly score: number };

/** Best first; equal scores by combination, so that the order is one whatever it was before. */
export function rankTrials(trials: readonly Trial[]): Trial[] {
  return trials.toSorted(
    (left, right) => compare(right.score, left.score) || left.combination - right.combination,
  );
}

/** Unlike a difference, right for infinities. */
function compare(left: number, right: number): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
