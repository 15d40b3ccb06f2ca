// Variance and covariance of the last `period` rows, by laps as in window-sum.ts. The two parts of
// a window are joined by their counts, means and squared distances (Chan, Golub and LeVeque 1979),
// so nothing cancels: a constant window has a variance of exactly zero at any price.

import type { Columns, Kernel } from '#indicators/kernel.ts';
import { workOfWindow } from '#indicators/kernel.ts';

const PERIOD = 0;
const HEAD = 1;
const MEAN = 2;
const SQUARES = 3;
const RING = 4;

/** The population variance of the last `period` rows. Parameters: period. */
export const windowVariance: Kernel = {
  name: 'variance',
  outputs: 1,
  lookback: ([period = 0]) => period - 1,
  // Two rings, each with a zero behind it: means and squared distances from a place to the lap's
  // end.
  size: ([period = 0]) => RING + 2 * (period + 1),
  begin: (state, [period = 0]) => {
    state[PERIOD] = period;
    state.fill(Number.NaN, RING, RING + period);
    state.fill(Number.NaN, RING + period + 1, RING + 2 * period + 1);
  },
  run: (state, inputs, outputs, from, to) => {
    const source = inputs[0] as Float64Array;
    const target = outputs[0] as Float64Array;
    const period = state[PERIOD] as number;
    const second = RING + period + 1;
    let head = state[HEAD] as number;
    let mean = state[MEAN] as number;
    let squares = state[SQUARES] as number;
    for (let row = from; row < to; row += 1) {
      const value = source[row] as number;
      const before = value - mean;
      mean += before / (head + 1);
      squares += before * (value - mean);
      const apart = (state[RING + head + 1] as number) - mean;
      const older = state[second + head + 1] as number;
      const between = (apart * apart * (head + 1) * (period - 1 - head)) / period;
      target[row] = (squares + older + between) / period;
      state[RING + head] = value;
      head += 1;
      if (head === period) {
        endLap(state, period);
        head = 0;
        mean = 0;
        squares = 0;
      }
    }
    state[HEAD] = head;
    state[MEAN] = mean;
    state[SQUARES] = squares;
  },
};

function endLap(state: Float64Array, period: number): void {
  const second = RING + period + 1;
  let mean = 0;
  let squares = 0;
  for (let at = period - 1; at >= 0; at -= 1) {
    const value = state[RING + at] as number;
    const before = value - mean;
    mean += before / (period - at);
    squares += before * (value - mean);
    state[RING + at] = mean;
    state[second + at] = squares;
  }
}

const PLACE = 1;
const ROWS = 2;

/**
 * Squared distances from the means of the last `period` rows of x and y, and their products: sums
 * of (x - mx)², (y - my)² and (x - mx)(y - my). Costs `period` per row. Parameters: period.
 */
export const windowProducts: Kernel = {
  name: 'products',
  outputs: 3,
  lookback: ([period = 0]) => period - 1,
  size: ([period = 0]) => ROWS + 2 * period,
  rowWork: workOfWindow,
  begin: (state, [period = 0]) => {
    state[PERIOD] = period;
    state[PLACE] = ROWS;
    state.fill(Number.NaN, ROWS);
  },
  run: (state, inputs, outputs, from, to) => {
    const x = inputs[0] as Float64Array;
    const y = inputs[1] as Float64Array;
    const period = (state[PERIOD] as number) | 0;
    const end = ROWS + 2 * period;
    let place = (state[PLACE] as number) | 0;
    for (let row = from; row < to; row += 1) {
      state[place] = x[row] as number;
      state[place + 1] = y[row] as number;
      place = place + 2 === end ? ROWS : place + 2;
      // Places that no row has filled are NaN, and so are their sums.
      writeProducts(state, outputs, row, period);
    }
    state[PLACE] = place;
  },
};

function writeProducts(state: Float64Array, outputs: Columns, row: number, period: number): void {
  const end = ROWS + 2 * period;
  let meanX = 0;
  let meanY = 0;
  // Distances from one of the values first, so that a constant series has no distances at all.
  const originX = state[ROWS] as number;
  const originY = state[ROWS + 1] as number;
  for (let place = ROWS; place < end; place += 2) {
    meanX += (state[place] as number) - originX;
    meanY += (state[place + 1] as number) - originY;
  }
  meanX = originX + meanX / period;
  meanY = originY + meanY / period;
  let squaresX = 0;
  let squaresY = 0;
  let products = 0;
  for (let place = ROWS; place < end; place += 2) {
    const distanceX = (state[place] as number) - meanX;
    const distanceY = (state[place + 1] as number) - meanY;
    squaresX += distanceX * distanceX;
    squaresY += distanceY * distanceY;
    products += distanceX * distanceY;
  }
  (outputs[0] as Float64Array)[row] = squaresX;
  (outputs[1] as Float64Array)[row] = squaresY;
  (outputs[2] as Float64Array)[row] = products;
}
