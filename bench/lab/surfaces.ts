// Five published test surfaces on grids, fixed before any search was measured on them: four
// parameters of fifteen values, the optimum moved off the middle, noise of 2 % of the distance from
// the mean of the grid to its best. A score of 1 is the grid's best, 0 its mean.
//
// Functions as in Jamil and Yang, "A literature survey of benchmark functions for global
// optimisation problems" (2013), turned upside down to be maximised.

import { choicesOf } from '#backtesting/sweep/parameter-space.ts';
import type { ParameterSpace } from '#backtesting/sweep/parameter-space.ts';
import { seededGenerator, nextDouble } from '#lua/library/random.ts';

const PARAMETERS_COUNT = 4;
const VALUES_COUNT = 15;
const NOISE_SHARE = 0.02;

type Surface = {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  readonly height: (point: readonly number[]) => number;
};

function sum(values: readonly number[], term: (value: number, index: number) => number): number {
  return values.reduce((total, value, index) => total + term(value, index), 0);
}

function levy(point: readonly number[]): number {
  const w = point.map((x) => 1 + (x - 1) / 4);
  const last = w.at(-1) ?? 1;
  const middle = sum(
    w.slice(0, -1),
    (v) => (v - 1) ** 2 * (1 + 10 * Math.sin(Math.PI * v + 1) ** 2),
  );
  const end = (last - 1) ** 2 * (1 + Math.sin(2 * Math.PI * last) ** 2);
  return -(Math.sin(Math.PI * (w[0] ?? 1)) ** 2 + middle + end);
}

const SURFACES: readonly Surface[] = [
  {
    name: 'Rosenbrock',
    least: -2,
    most: 2.2,
    height: (point) =>
      -sum(point.slice(1), (next, index) => {
        const x = point[index] ?? 0;
        return 100 * (next - x * x) ** 2 + (1 - x) ** 2;
      }),
  },
  {
    name: 'Rastrigin',
    least: -5.12,
    most: 4.2,
    height: (point) => -sum(point, (x) => x * x - 10 * Math.cos(2 * Math.PI * x) + 10),
  },
  {
    name: 'Ackley',
    least: -12,
    most: 20,
    height: (point) =>
      20 * Math.exp(-0.2 * Math.sqrt(sum(point, (x) => x * x) / point.length)) +
      Math.exp(sum(point, (x) => Math.cos(2 * Math.PI * x)) / point.length),
  },
  { name: 'Levy', least: -10, most: 8.5, height: levy },
  {
    name: 'Styblinski-Tang',
    least: -5,
    most: 4.6,
    height: (point) => -sum(point, (x) => x ** 4 - 16 * x * x + 5 * x) / 2,
  },
];

export type GridSurface = {
  readonly name: string;
  readonly space: ParameterSpace;
  /** Without noise, by combination. */
  readonly scores: Float64Array;
  /** What a search is given. */
  readonly noisyScores: Float64Array;
};

/** All surfaces, computed once; the noise of a combination is always the same, as a backtest is. */
export function gridSurfaces(): GridSurface[] {
  return SURFACES.map((surface, place) => {
    const space = {
      parameters: Array.from({ length: PARAMETERS_COUNT }, () => ({
        valuesCount: VALUES_COUNT,
        isOrdered: true,
      })),
    };
    const step = (surface.most - surface.least) / (VALUES_COUNT - 1);
    const heights = Float64Array.from({ length: VALUES_COUNT ** PARAMETERS_COUNT }, (_, index) =>
      surface.height(choicesOf(space, index).map((choice) => surface.least + choice * step)),
    );
    const mean = heights.reduce((total, height) => total + height, 0) / heights.length;
    const best = heights.reduce((most, height) => Math.max(most, height), -Infinity);
    const scores = heights.map((height) => (height - mean) / (best - mean));
    const generator = seededGenerator(place + 1);
    return {
      name: surface.name,
      space,
      scores,
      noisyScores: scores.map((score) => score + NOISE_SHARE * bell(() => nextDouble(generator))),
    };
  });
}

/** Box and Muller's. */
function bell(share: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - share())) * Math.cos(2 * Math.PI * share());
}
