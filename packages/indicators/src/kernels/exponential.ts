// Averages in which a row's weight fades. Where TA-Lib has them they start as it does: with the
// mean of the first `period` rows.

import type { Kernel } from '#indicators/kernel.ts';

const PERIOD = 0;
const SHARE = 1;
const COUNT = 2;
const VALUE = 3;

/** The usual share of a new row in an exponential average of `period` rows. */
export function exponentialShare(period: number): number {
  return 2 / (period + 1);
}

/** Takes in the first `period` rows, whose mean is the first value; returns the row behind them. */
function beginMean(
  state: Float64Array,
  source: Float64Array,
  target: Float64Array,
  from: number,
  to: number,
): number {
  const period = state[PERIOD] as number;
  let count = state[COUNT] as number;
  let value = state[VALUE] as number;
  let row = from;
  for (; row < to && count < period; row += 1) {
    count += 1;
    value += source[row] as number;
    if (count === period) value /= period;
    target[row] = count === period ? value : Number.NaN;
  }
  state[COUNT] = count;
  state[VALUE] = value;
  return row;
}

/**
 * Moves by `share` of the distance to each new row, from the mean of the first `period` rows on.
 * Parameters: period, share.
 */
export const exponentialMean: Kernel = {
  name: 'exponential mean',
  outputs: 1,
  lookback: ([period = 0]) => period - 1,
  size: () => 4,
  begin: (state, parameters) => state.set(parameters),
  run: (state, inputs, outputs, from, to) => {
    const source = inputs[0] as Float64Array;
    const target = outputs[0] as Float64Array;
    const share = state[SHARE] as number;
    const isBegun = state[COUNT] === state[PERIOD];
    const begun = isBegun ? from : beginMean(state, source, target, from, to);
    let value = state[VALUE] as number;
    for (let row = begun; row < to; row += 1) {
      value += ((source[row] as number) - value) * share;
      target[row] = value;
    }
    state[VALUE] = value;
  },
};

/**
 * Wilder's smoothing: (period - 1) parts of the last value and one of the new row, from the mean of
 * the first `period` rows on. Parameters: period.
 */
export const wilderMean: Kernel = {
  name: 'Wilder mean',
  outputs: 1,
  lookback: ([period = 0]) => period - 1,
  size: () => 4,
  begin: (state, parameters) => state.set(parameters),
  run: (state, inputs, outputs, from, to) => {
    const source = inputs[0] as Float64Array;
    const target = outputs[0] as Float64Array;
    const period = state[PERIOD] as number;
    const isBegun = state[COUNT] === state[PERIOD];
    const begun = isBegun ? from : beginMean(state, source, target, from, to);
    let value = state[VALUE] as number;
    for (let row = begun; row < to; row += 1) {
      value = (value * (period - 1) + (source[row] as number)) / period;
      target[row] = value;
    }
    state[VALUE] = value;
  },
};

/**
 * Exponential average that starts with the first row itself; `quiet` rows are left without a value.
 * Parameters: quiet, share.
 */
export const exponentialFromFirst: Kernel = {
  name: 'exponential mean from the first row',
  outputs: 1,
  lookback: ([quiet = 0]) => quiet,
  size: () => 4,
  begin: (state, parameters) => state.set(parameters),
  run: (state, inputs, outputs, from, to) => {
    const source = inputs[0] as Float64Array;
    const target = outputs[0] as Float64Array;
    const quiet = state[PERIOD] as number;
    const share = state[SHARE] as number;
    let count = state[COUNT] as number;
    let value = state[VALUE] as number;
    for (let row = from; row < to; row += 1) {
      value =
        count === 0 ? (source[row] as number) : value + ((source[row] as number) - value) * share;
      target[row] = count < quiet ? Number.NaN : value;
      if (count <= quiet) count += 1;
    }
    state[COUNT] = count;
    state[VALUE] = value;
  },
};
