// Sums, weighted sums and averages of the last `period` rows, in constant time per row and without
// ever subtracting. The rows come in laps of `period`: when a lap ends, the ring holds the sums
// from each place to the lap's end; a window is the end of the last lap plus the start of this one
// (van Herk 1992, Gil and Werman 1993). So nothing drifts, and a spike leaves no trace behind it.

import type { Columns, Kernel } from '#indicators/kernel.ts';

const PERIOD = 0;
const HEAD = 1;
const SUM = 2;
const WEIGHTED = 3;
/** The ring of `period` places and a zero behind it. NaN before the first lap is full. */
const RING = 4;

function begin(state: Float64Array, [period = 0]: readonly number[]): void {
  state[PERIOD] = period;
  state.fill(Number.NaN, RING, RING + period);
  state.fill(Number.NaN, RING + period + 1, Math.max(RING + period + 1, state.length - 1));
}

/** The sum of the last `period` rows. Parameters: period. */
export const windowSum: Kernel = {
  name: 'sum',
  outputs: 1,
  lookback: ([period = 0]) => period - 1,
  size: ([period = 0]) => RING + period + 1,
  begin,
  run: (state, inputs, outputs, from, to) => sumRows(state, inputs, outputs, from, to, 1),
};

/** The mean of the last `period` rows. Parameters: period. */
export const windowMean: Kernel = {
  ...windowSum,
  name: 'mean',
  run: (state, inputs, outputs, from, to) =>
    sumRows(state, inputs, outputs, from, to, state[PERIOD] as number),
};

function sumRows(
  state: Float64Array,
  inputs: Columns,
  outputs: Columns,
  from: number,
  to: number,
  divisor: number,
): void {
  const source = inputs[0] as Float64Array;
  const target = outputs[0] as Float64Array;
  const end = RING + (state[PERIOD] as number);
  let place = RING + (state[HEAD] as number);
  let sum = state[SUM] as number;
  for (let row = from; row < to; row += 1) {
    const value = source[row] as number;
    sum += value;
    target[row] = ((state[place + 1] as number) + sum) / divisor;
    state[place] = value;
    place += 1;
    if (place === end) {
      for (let at = end - 2; at >= RING; at -= 1) {
        state[at] = (state[at] as number) + (state[at + 1] as number);
      }
      place = RING;
      sum = 0;
    }
  }
  state[HEAD] = place - RING;
  state[SUM] = sum;
}

/**
 * The mean of the last `period` rows weighted 1 (oldest) to `period` (newest). Parameters: period.
 * Two rings: the sums, and the sums weighted by the distance from their place on.
 */
export const windowWeightedMean: Kernel = {
  name: 'weighted mean',
  outputs: 1,
  lookback: ([period = 0]) => period - 1,
  size: ([period = 0]) => RING + 2 * (period + 1),
  begin,
  run: (state, inputs, outputs, from, to) => {
    const source = inputs[0] as Float64Array;
    const target = outputs[0] as Float64Array;
    const period = state[PERIOD] as number;
    const weights = (period * (period + 1)) / 2;
    const second = RING + period + 1;
    let head = state[HEAD] as number;
    let sum = state[SUM] as number;
    let weighted = state[WEIGHTED] as number;
    for (let row = from; row < to; row += 1) {
      const value = source[row] as number;
      sum += value;
      weighted += (head + 1) * value;
      const older = state[second + head + 1] as number;
      target[row] = (older + weighted + (period - 1 - head) * sum) / weights;
      state[RING + head] = value;
      head += 1;
      if (head === period) {
        endWeightedLap(state, period);
        head = 0;
        sum = 0;
        weighted = 0;
      }
    }
    state[HEAD] = head;
    state[SUM] = sum;
    state[WEIGHTED] = weighted;
  },
};

function endWeightedLap(state: Float64Array, period: number): void {
  const second = RING + period + 1;
  let sum = 0;
  let weighted = 0;
  for (let at = period - 1; at >= 0; at -= 1) {
    sum += state[RING + at] as number;
    weighted += sum;
    state[second + at] = weighted;
  }
}
