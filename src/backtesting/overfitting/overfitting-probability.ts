// Probability of backtest overfitting: how likely it is that the best run of a lab is worse than
// the middle one where it was not chosen. Bailey, Borwein, Lopez de Prado and Zhu, "The probability
// of backtest overfitting", Journal of Computational Finance 20 (4), 2016: the blocks of the window
// are split into halves in every way; the best run of one half is ranked in the other.

import { LIMITS } from '#lib/limits.ts';
import type { BlockTable } from '#backtesting/overfitting/block-table.ts';

/** The early and the late blocks each have so many subsets, whose sums make up those of all. */
const SUBSETS = 2 ** (LIMITS.labBlocksCount / 2);

/** All halves of the blocks, as masks in rising order: the complement of the first is the last. */
const HALVES = Int32Array.from({ length: 2 ** LIMITS.labBlocksCount }, (_, mask) => mask).filter(
  (mask) => countBits(mask) === LIMITS.labBlocksCount / 2,
);
const EARLY_SUBSETS = HALVES.map((mask) => mask & (SUBSETS - 1));
const LATE_SUBSETS = HALVES.map((mask) => SUBSETS + (mask >> (LIMITS.labBlocksCount / 2)));

/** Runs are read twice, in parts as small as one likes, so that no thread is held busy for long. */
export type OverfittingTally = {
  /** First all runs, in their order: finds the best of each half, the first of equals. */
  choose(this: void, table: BlockTable, firstRun: number, endRun: number): void;
  /** Then all runs again: ranks the best of each half in the other half. */
  rank(this: void, table: BlockTable, firstRun: number, endRun: number): void;
  /**
   * The share of splits in which the chosen run ranks in the lower half, between 0 and 1; null with
   * fewer than two runs. Runs are judged by what they gained.
   */
  probability(this: void, table: BlockTable): number | null;
};

/**
 * Tally in two passes over the table: `choose` finds the best run of each half, then its rank in
 * the other half is counted.
 */
export function overfittingTally(): OverfittingTally {
  const most = new Float64Array(HALVES.length).fill(-Infinity);
  /** For each half what that run gained in it which gained most in the other. */
  const judged = new Float64Array(HALVES.length);
  /** Twice how many are below that, and once how many are equal to it. */
  const places = new Float64Array(HALVES.length);
  return {
    choose: (table, firstRun, endRun) =>
      eachRun(table, firstRun, endRun, (gains) => {
        for (let half = 0; half < gains.length; half += 1) {
          const gain = gains[half] ?? 0;
          if (!(gain > (most[half] ?? 0))) continue;
          const other = gains.length - 1 - half;
          most[half] = gain;
          judged[other] = gains[other] ?? 0;
        }
      }),
    rank: (table, firstRun, endRun) =>
      eachRun(table, firstRun, endRun, (gains) => {
        for (let half = 0; half < gains.length; half += 1) {
          const gain = gains[half] ?? 0;
          const own = judged[half] ?? 0;
          const place = (gain < own ? 1 : 0) + (gain <= own ? 1 : 0);
          places[half] = (places[half] ?? 0) + place;
        }
      }),
    probability({ runsCount }) {
      if (runsCount < 2) return null;
      // Rank from 1 (worst) over runs + 1; equals share the middle of their ranks.
      const low = places.filter((place) => (place + 1) / 2 / (runsCount + 1) <= 0.5);
      return low.length / HALVES.length;
    },
  };
}

/** `see` gets what a run gained in each half. */
function eachRun(
  { cells }: BlockTable,
  firstRun: number,
  endRun: number,
  see: (gains: Float64Array) => void,
): void {
  const sums = new Float64Array(2 * SUBSETS);
  const gains = new Float64Array(HALVES.length);
  for (let run = firstRun; run < endRun; run += 1) {
    const first = run * LIMITS.labBlocksCount;
    fillSums(sums, 0, cells, first);
    fillSums(sums, SUBSETS, cells, first + LIMITS.labBlocksCount / 2);
    for (let half = 0; half < gains.length; half += 1) {
      const early = sums[EARLY_SUBSETS[half] ?? 0] ?? 0;
      gains[half] = early + (sums[LATE_SUBSETS[half] ?? 0] ?? 0);
    }
    see(gains);
  }
}

/** Each subset is a smaller one and one block more. */
function fillSums(sums: Float64Array, at: number, cells: Float64Array, first: number): void {
  for (let mask = 1; mask < SUBSETS; mask += 1) {
    const block = 31 - Math.clz32(mask);
    sums[at + mask] = (sums[at + (mask ^ (1 << block))] ?? 0) + (cells[first + block] ?? 0);
  }
}

function countBits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest > 0; rest >>= 1) count += rest & 1;
  return count;
}
