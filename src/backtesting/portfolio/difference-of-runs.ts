// Difference of two runs day by day, and how often chance alone would make one as large: the
// differences, with their mean taken off, are drawn again and again in blocks of neighbouring days
// (a circular block bootstrap), because days that follow one another may be alike.

import { nextDouble, seededGenerator } from '#lua/library/random.ts';
import { quantileOf } from '#engine/run/positions/trade-statistics.ts';
import { totalOf } from '#backtesting/statistics/total-and-mean.ts';
import type { PairedReturns } from '#backtesting/portfolio/day-closes.ts';

export type RunDifference = {
  /** Days in which both ran. */
  readonly days: number;
  /** Of the daily returns, in percent: the first less the other. */
  readonly meanPercent: number;
  /** Null with too few days, or where they never differ. */
  readonly test: DifferenceTest | null;
};

export type DifferenceTest = {
  /** In so many of 100 draws chance alone makes a mean at least as far from zero. */
  readonly luckPercent: number;
  /** Nine of ten drawn means lie between, in percent a day. */
  readonly lowPercent: number;
  readonly highPercent: number;
  readonly samples: number;
  readonly blockDays: number;
};

const DAYS_MIN = 20;
const SAMPLES_MAX = 4_000;
const SAMPLES_MIN = 500;
/** Of all samples together: some twenty milliseconds. */
const DRAWS_MAX = 2_000_000;
const SEED = 20_261_129;

/**
 * Mean daily difference in percent; `test` is null with too few days, or when all differences are
 * equal.
 */
export function differenceOfRuns({ left, right }: PairedReturns): RunDifference {
  const differences = left.map((value, day) => value - (right[day] ?? 0));
  const days = differences.length;
  const mean = days === 0 ? 0 : totalOf([...differences]) / days;
  const isVaried = differences.some((value) => value !== differences[0]);
  return {
    days,
    meanPercent: mean * 100,
    test: days < DAYS_MIN || !isVaried ? null : drawnTest(differences, mean),
  };
}

function drawnTest(differences: Float64Array, mean: number): DifferenceTest {
  const days = differences.length;
  const blockDays = Math.ceil(Math.cbrt(days));
  const samples = Math.max(SAMPLES_MIN, Math.min(SAMPLES_MAX, Math.floor(DRAWS_MAX / days)));
  const random = seededGenerator(SEED);
  const means = new Float64Array(samples);
  for (let sample = 0; sample < samples; sample += 1) {
    let [sum, drawn] = [0, 0];
    while (drawn < days) {
      const from = Math.floor(nextDouble(random) * days);
      for (let step = 0; step < blockDays && drawn < days; step += 1, drawn += 1)
        sum += differences[(from + step) % days] ?? 0;
    }
    means[sample] = sum / days;
  }
  const distance = Math.abs(mean);
  const asFar = means.filter((each) => Math.abs(each - mean) >= distance).length;
  const sorted = means.toSorted();
  return {
    // The run itself is one of the draws: it is never said to be impossible.
    luckPercent: ((asFar + 1) / (samples + 1)) * 100,
    lowPercent: quantileOf(sorted, 0.05) * 100,
    highPercent: quantileOf(sorted, 0.95) * 100,
    samples,
    blockDays,
  };
}
