// Monte Carlo analysis of a run's course, of how much was the order and choice of its trades: many
// runs of as many trades, each drawn from those that the run closed, with replacement (a
// bootstrap).

import { nextDouble, seededGenerator } from '#lua/library/random.ts';
import { quantileOf } from '#engine/run/positions/trade-statistics.ts';
import { totalOf } from '#backtesting/statistics/total-and-mean.ts';
import type { MonteCarlo, Quantiles } from '#backtesting/statistics/statistics.ts';

const TRADES_MIN = 10;
const PATHS_MAX = 1_000;
const PATHS_MIN = 100;
/** Of all paths together: some twenty milliseconds. */
const DRAWS_MAX = 2_000_000;
const STEPS_MAX = 100;

/** `profits` in the order of closing. Null with fewer than ten. */
export function monteCarlo(
  profits: readonly number[],
  startEquity: number,
  seed: number,
): MonteCarlo | null {
  if (profits.length < TRADES_MIN || startEquity <= 0) return null;
  const drawn = gathered(profits, Math.floor(DRAWS_MAX / PATHS_MIN));
  const paths = Math.min(PATHS_MAX, Math.floor(DRAWS_MAX / drawn.length));
  const stops = stopsOf(drawn.length);
  const values = stops.map(() => new Float64Array(paths));
  const falls = new Float64Array(paths);
  const random = seededGenerator(seed);
  for (let path = 0; path < paths; path += 1) {
    const draw = (): number => drawn[Math.floor(nextDouble(random) * drawn.length)] as number;
    falls[path] = walk(startEquity, draw, stops, (stop, value) => {
      (values[stop] as Float64Array)[path] = value;
    });
  }
  const actual: number[] = [];
  let next = 0;
  walk(
    startEquity,
    () => drawn[next++] as number,
    stops,
    (_, value) => actual.push(value),
  );
  const perDraw = profits.length / drawn.length;
  return {
    paths,
    seed,
    steps: stops.map((stop, index) => ({
      trades: Math.round(stop * perDraw),
      actual: actual[index] as number,
      ...quantilesOf(values[index] as Float64Array),
    })),
    maxDrawdownPercent: quantilesOf(falls),
    lossPercent:
      ((values.at(-1)?.filter((value) => value < startEquity).length ?? 0) / paths) * 100,
  };
}

/** Of too many, as many neighbours are one as is needed. */
function gathered(profits: readonly number[], most: number): readonly number[] {
  const together = Math.ceil(profits.length / most);
  if (together === 1) return profits;
  const count = Math.ceil(profits.length / together);
  return Array.from({ length: count }, (_, index) =>
    totalOf(profits.slice(index * together, (index + 1) * together)),
  );
}

/** After how many draws the band is measured: at the start, at the end, and evenly between. */
function stopsOf(draws: number): readonly number[] {
  const count = Math.min(STEPS_MAX, draws);
  return Array.from({ length: count + 1 }, (_, index) => Math.round((index * draws) / count));
}

/** Returns the largest fall in percent of the highest value before it, all at most. */
function walk(
  start: number,
  draw: () => number,
  stops: readonly number[],
  note: (stop: number, value: number) => void,
): number {
  let [value, highest, share] = [start, start, 0];
  let drawn = 0;
  for (const [index, stop] of stops.entries()) {
    for (; drawn < stop; drawn += 1) {
      value += draw();
      if (value > highest) highest = value;
      else if (highest - value > share * highest) share = (highest - value) / highest;
    }
    note(index, value);
  }
  return Math.min(1, share) * 100;
}

function quantilesOf(values: Float64Array): Quantiles {
  const sorted = values.toSorted();
  const at = (share: number): number => quantileOf(sorted, share);
  return { p5: at(0.05), p25: at(0.25), p50: at(0.5), p75: at(0.75), p95: at(0.95) };
}
