// Wilder's directional movement ("New Concepts in Technical Trading Systems", 1978), with TA-Lib's
// starts: sums of the first period - 1 moves, smoothed from the next row on.

import type { Kernel } from '#indicators/kernel.ts';

const PERIOD = 0;
const COUNT = 1;
const HIGH = 2;
const LOW = 3;
const CLOSE = 4;
const UP = 5;
const DOWN = 6;
const RANGE = 7;

/**
 * Smoothed upward movement, downward movement and true range. Inputs: high, low, close (which may
 * be the low where the range is not wanted). Parameters: period, at least 2.
 */
export const directionalMovement: Kernel = {
  name: 'directional movement',
  outputs: 3,
  lookback: ([period = 0]) => period - 1,
  size: () => 8,
  begin: (state, parameters) => state.set(parameters),
  run: (state, inputs, outputs, from, to) => {
    const high = inputs[0] as Float64Array;
    const low = inputs[1] as Float64Array;
    const close = inputs[2] as Float64Array;
    const [ups, downs, ranges] = outputs as readonly [Float64Array, Float64Array, Float64Array];
    const period = state[PERIOD] as number;
    let count = state[COUNT] as number;
    let up = state[UP] as number;
    let down = state[DOWN] as number;
    let range = state[RANGE] as number;
    let lastHigh = state[HIGH] as number;
    let lastLow = state[LOW] as number;
    let lastClose = state[CLOSE] as number;
    for (let row = from; row < to; row += 1) {
      const top = high[row] as number;
      const bottom = low[row] as number;
      if (count > 0) {
        const keep = count < period ? 1 : 1 - 1 / period;
        const rise = top - lastHigh;
        const fall = lastLow - bottom;
        up = up * keep + (rise > 0 && rise > fall ? rise : 0);
        down = down * keep + (fall > 0 && fall > rise ? fall : 0);
        range = range * keep + Math.max(top, lastClose) - Math.min(bottom, lastClose);
      }
      if (count < period) count += 1;
      lastHigh = top;
      lastLow = bottom;
      lastClose = close[row] as number;
      ups[row] = count < period ? Number.NaN : up;
      downs[row] = count < period ? Number.NaN : down;
      ranges[row] = count < period ? Number.NaN : range;
    }
    state[COUNT] = count;
    state[UP] = up;
    state[DOWN] = down;
    state[RANGE] = range;
    state[HIGH] = lastHigh;
    state[LOW] = lastLow;
    state[CLOSE] = lastClose;
  },
};

/** How far two directions differ, in percent of their sum; where both are 0, the last value. */
export const directionalIndex: Kernel = {
  name: 'directional index',
  outputs: 1,
  lookback: () => 0,
  size: () => 1,
  begin: () => undefined,
  run: (state, inputs, outputs, from, to) => {
    const plus = inputs[0] as Float64Array;
    const minus = inputs[1] as Float64Array;
    const target = outputs[0] as Float64Array;
    let value = state[0] as number;
    for (let row = from; row < to; row += 1) {
      const a = plus[row] as number;
      const b = minus[row] as number;
      const sum = a + b;
      if (sum !== 0) value = 100 * (Math.abs(a - b) / sum);
      target[row] = value;
    }
    state[0] = value;
  },
};

const VALUE = 2;

/**
 * Wilder's mean of the directional index: rows in which both directions are 0 count in the first
 * mean as 0 and later leave it as it is. Inputs: plus and minus direction. Parameters: period.
 */
export const averageDirectionalIndex: Kernel = {
  name: 'average directional index',
  outputs: 1,
  lookback: ([period = 0]) => period - 1,
  size: () => 3,
  begin: (state, parameters) => state.set(parameters),
  run: (state, inputs, outputs, from, to) => {
    const plus = inputs[0] as Float64Array;
    const minus = inputs[1] as Float64Array;
    const target = outputs[0] as Float64Array;
    const period = state[PERIOD] as number;
    let count = state[COUNT] as number;
    let value = state[VALUE] as number;
    for (let row = from; row < to; row += 1) {
      const a = plus[row] as number;
      const b = minus[row] as number;
      const sum = a + b;
      const index = sum === 0 ? 0 : 100 * (Math.abs(a - b) / sum);
      if (count < period) {
        count += 1;
        value += index;
        if (count === period) value /= period;
      } else if (sum !== 0) {
        value = (value * (period - 1) + index) / period;
      }
      target[row] = count < period ? Number.NaN : value;
    }
    state[COUNT] = count;
    state[VALUE] = value;
  },
};
