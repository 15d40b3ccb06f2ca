// Statistics over all of the last `period` rows: the straight line of least squares, and the mean
// distance from the mean. Costs `period` per row; the ring is written twice, so that a window lies
// in one piece, oldest row first.

import type { Kernel } from '#indicators/kernel.ts';
import { workOfWindow } from '#indicators/kernel.ts';

const PERIOD = 0;
const KIND = 1;
const PLACE = 2;
/** Rows that the window still lacks. */
const MISSING = 3;
const RING = 4;

/** What `windowLine` writes. */
export const LINE_END = 0;
export const LINE_SLOPE = 1;
export const LINE_START = 2;
export const LINE_ANGLE = 3;
export const LINE_NEXT = 4;

type Measure = (state: Float64Array, first: number, period: number) => number;

/** A kernel over windows that lie in one piece in the state. */
function windowKernel(name: string, measure: Measure): Kernel {
  return {
    name,
    outputs: 1,
    lookback: ([period = 0]) => period - 1,
    size: ([period = 0]) => RING + 2 * period,
    rowWork: workOfWindow,
    begin: (state, parameters) => {
      state.set(parameters);
      state[MISSING] = state[PERIOD] as number;
    },
    run: (state, inputs, outputs, from, to) => {
      const source = inputs[0] as Float64Array;
      const target = outputs[0] as Float64Array;
      // Whole numbers for the machine: places are counted, not computed with.
      const period = (state[PERIOD] as number) | 0;
      let place = (state[PLACE] as number) | 0;
      let missing = (state[MISSING] as number) | 0;
      for (let row = from; row < to; row += 1) {
        state[RING + place] = source[row] as number;
        state[RING + place + period] = source[row] as number;
        place += 1;
        if (missing > 0) missing -= 1;
        target[row] = missing > 0 ? Number.NaN : measure(state, RING + place, period);
        if (place === period) place = 0;
      }
      state[PLACE] = place;
      state[MISSING] = missing;
    },
  };
}

/**
 * The line of least squares through the last `period` rows: its value at the newest row, slope per
 * row, value at the oldest row, angle in degrees, or value one row ahead. Parameters: period, kind.
 */
export const windowLine: Kernel = windowKernel('line', (state, first, period) => {
  // Relative to the newest value the differences are small and nearly exact.
  const newest = state[first + period - 1] as number;
  const middle = (period - 1) / 2;
  let sum = 0;
  let products = 0;
  for (let at = 0; at < period; at += 1) {
    const distance = (state[first + at] as number) - newest;
    sum += distance;
    products += (at - middle) * distance;
  }
  const mean = newest + sum / period;
  const slope = products / ((period * (period * period - 1)) / 12);
  switch (state[KIND] as number) {
    case LINE_SLOPE:
      return slope;
    case LINE_START:
      return mean - slope * middle;
    case LINE_ANGLE:
      return (Math.atan(slope) * 180) / Math.PI;
    case LINE_NEXT:
      return mean + slope * (middle + 1);
    default:
      return mean + slope * middle;
  }
});

/** The mean distance of the last `period` rows from their mean. Parameters: period. */
export const windowMeanDistance: Kernel = windowKernel('mean distance', (state, first, period) => {
  const mean = meanOf(state, first, period);
  let distances = 0;
  for (let at = first; at < first + period; at += 1) {
    distances += Math.abs((state[at] as number) - mean);
  }
  return distances / period;
});

/** The newest row's distance from the mean in units of the mean distance. Parameters: period. */
export const windowDistance: Kernel = windowKernel('distance', (state, first, period) => {
  const mean = meanOf(state, first, period);
  let distances = 0;
  for (let at = first; at < first + period; at += 1) {
    distances += Math.abs((state[at] as number) - mean);
  }
  const own = (state[first + period - 1] as number) - mean;
  return distances === 0 ? 0 : own / (distances / period);
});

/**
 * The share of the `period` rows before the newest that are below it, 0 to 100. Parameters: period
 * + 1.
 */
export const windowRank: Kernel = windowKernel('rank', (state, first, period) => {
  const newest = state[first + period - 1] as number;
  let below = 0;
  for (let at = first; at < first + period - 1; at += 1) {
    if ((state[at] as number) < newest) below += 1;
  }
  return (100 * below) / (period - 1);
});

/** The same with those equal to it counted. Parameters: period + 1. */
export const windowRankWithTies: Kernel = windowKernel('rank with ties', (state, first, period) => {
  const newest = state[first + period - 1] as number;
  let count = 0;
  for (let at = first; at < first + period - 1; at += 1) {
    if ((state[at] as number) <= newest) count += 1;
  }
  return (100 * count) / (period - 1);
});

function meanOf(state: Float64Array, first: number, period: number): number {
  // Relative to one of the values, so that the mean of a constant series is that constant.
  const origin = state[first] as number;
  let sum = 0;
  for (let at = first; at < first + period; at += 1) sum += (state[at] as number) - origin;
  return origin + sum / period;
}
