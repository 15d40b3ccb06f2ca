// From row to row: moves of one series, smoothed as Wilder does, counted, or added up.

import type { Columns, Kernel } from '#indicators/kernel.ts';

const PERIOD = 0;
const NET = 1;
const COUNT = 2;
const PREVIOUS = 3;
const GAIN = 4;
const LOSS = 5;
const UNMOVED = 6;

/**
 * Gains as a share of all moves in percent, both smoothed by Wilder: 100 × gain / (gain + loss), or
 * with `net` 1 the net move, 100 × (gain - loss) / (gain + loss). `unmoved` where nothing moved: 0
 * in TA-Lib. Parameters: period, net, unmoved.
 */
export const smoothedMoves: Kernel = {
  name: 'smoothed moves',
  outputs: 1,
  lookback: ([period = 0]) => period,
  size: () => 7,
  begin: (state, [period = 0, net = 0, unmoved = 0]) => {
    state[PERIOD] = period;
    state[NET] = net;
    state[UNMOVED] = unmoved;
  },
  run: (state, inputs, outputs, from, to) => {
    const source = inputs[0] as Float64Array;
    const target = outputs[0] as Float64Array;
    const period = state[PERIOD] as number;
    const net = state[NET] as number;
    const unmoved = state[UNMOVED] as number;
    const row = sumFirstMoves(state, source, target, from, to);
    if (row === to) return;
    let previous = state[PREVIOUS] as number;
    let gain = state[GAIN] as number;
    let loss = state[LOSS] as number;
    for (let at = row; at < to; at += 1) {
      const value = source[at] as number;
      const move = value - previous;
      previous = value;
      gain = (gain * (period - 1) + Math.max(move, 0)) / period;
      loss = (loss * (period - 1) + Math.max(-move, 0)) / period;
      const total = gain + loss;
      target[at] = total === 0 ? unmoved : 100 * ((gain - net * loss) / total);
    }
    state[PREVIOUS] = previous;
    state[GAIN] = gain;
    state[LOSS] = loss;
  },
};

/** The mean of the first `period` moves. Returns the row behind them. */
function sumFirstMoves(
  state: Float64Array,
  source: Float64Array,
  target: Float64Array,
  from: number,
  to: number,
): number {
  const period = state[PERIOD] as number;
  let row = from;
  for (; row < to && (state[COUNT] as number) <= period; row += 1) {
    const value = source[row] as number;
    const move = state[COUNT] === 0 ? 0 : value - (state[PREVIOUS] as number);
    const gain = (state[GAIN] as number) + Math.max(move, 0);
    const loss = (state[LOSS] as number) + Math.max(-move, 0);
    const isLast = state[COUNT] === period;
    state[PREVIOUS] = value;
    state[GAIN] = isLast ? gain / period : gain;
    state[LOSS] = isLast ? loss / period : loss;
    state[COUNT] = (state[COUNT] as number) + 1;
    const total = gain + loss;
    const net = state[NET] as number;
    const share = total === 0 ? (state[UNMOVED] as number) : 100 * ((gain - net * loss) / total);
    target[row] = isLast ? share : Number.NaN;
  }
  return row;
}

/**
 * How many rows in a row have risen (above zero) or fallen (below); 0 when unchanged, and at first.
 */
export const streak: Kernel = {
  name: 'streak',
  outputs: 1,
  lookback: () => 0,
  size: () => 2,
  begin: (state) => state.fill(Number.NaN, 0, 1),
  run: (state, inputs, outputs, from, to) => {
    const source = inputs[0] as Float64Array;
    const target = outputs[0] as Float64Array;
    let previous = state[0] as number;
    let length = state[1] as number;
    for (let row = from; row < to; row += 1) {
      const value = source[row] as number;
      if (value > previous) length = Math.max(length, 0) + 1;
      else if (value < previous) length = Math.min(length, 0) - 1;
      else length = 0;
      previous = value;
      target[row] = length;
    }
    state[0] = previous;
    state[1] = length;
  },
};

/** One step up for each row that rose, one down for each that fell, added up from 0. */
export const steps: Kernel = {
  ...streak,
  name: 'steps',
  run: (state, inputs, outputs, from, to) => {
    const source = inputs[0] as Float64Array;
    const target = outputs[0] as Float64Array;
    let previous = state[0] as number;
    let height = state[1] as number;
    for (let row = from; row < to; row += 1) {
      const value = source[row] as number;
      if (value > previous) height += 1;
      else if (value < previous) height -= 1;
      previous = value;
      target[row] = height;
    }
    state[0] = previous;
    state[1] = height;
  },
};

/** The sum of all rows so far. */
export const runningSum: Kernel = {
  name: 'running sum',
  outputs: 1,
  lookback: () => 0,
  size: () => 1,
  begin: () => undefined,
  run: (state, inputs, outputs, from, to) => {
    const source = inputs[0] as Float64Array;
    const target = outputs[0] as Float64Array;
    let sum = state[0] as number;
    for (let row = from; row < to; row += 1) {
      sum += source[row] as number;
      target[row] = sum;
    }
    state[0] = sum;
  },
};

const CLOSE = 0;
const HAS_CLOSE = 1;

/** The highest and lowest price since the last close. Inputs: high, low, close. */
export const trueExtent: Kernel = {
  name: 'true extent',
  outputs: 2,
  lookback: () => 1,
  size: () => 2,
  begin: () => undefined,
  run: (state, inputs, outputs, from, to) => {
    const high = inputs[0] as Float64Array;
    const low = inputs[1] as Float64Array;
    const close = inputs[2] as Float64Array;
    const trueHigh = outputs[0] as Float64Array;
    const trueLow = outputs[1] as Float64Array;
    let last = state[HAS_CLOSE] === 1 ? (state[CLOSE] as number) : Number.NaN;
    for (let row = from; row < to; row += 1) {
      trueHigh[row] = Math.max(high[row] as number, last);
      trueLow[row] = Math.min(low[row] as number, last);
      last = close[row] as number;
    }
    state[CLOSE] = last;
    state[HAS_CLOSE] = 1;
  },
};

/** Wilder's true range: the way between the highest and lowest price since the last close. */
export const trueRange: Kernel = {
  ...trueExtent,
  name: 'true range',
  outputs: 1,
  run: (state, inputs, outputs, from, to) => {
    const high = inputs[0] as Float64Array;
    const low = inputs[1] as Float64Array;
    const close = inputs[2] as Float64Array;
    const target = outputs[0] as Float64Array;
    let last = state[HAS_CLOSE] === 1 ? (state[CLOSE] as number) : Number.NaN;
    for (let row = from; row < to; row += 1) {
      target[row] = Math.max(high[row] as number, last) - Math.min(low[row] as number, last);
      last = close[row] as number;
    }
    state[CLOSE] = last;
    state[HAS_CLOSE] = 1;
  },
};

/** The true range from the first row on: there it is the high less the low. */
export const trueRangeFromFirst: Kernel = {
  ...trueRange,
  name: 'true range from the first row',
  lookback: () => 0,
  run: (state, inputs, outputs, from, to) => {
    const isFirst = state[HAS_CLOSE] === 0 && from < to;
    trueRange.run(state, inputs, outputs, from, to);
    const [high, low] = inputs as readonly [Float64Array, Float64Array];
    const target = outputs[0] as Float64Array;
    if (isFirst) target[from] = (high[from] as number) - (low[from] as number);
  },
};

/**
 * The value of trade in rows that rose, and in rows that fell: price × volume to the side that the
 * price moved to. Inputs: price, volume.
 */
export const moneyFlow: Kernel = {
  name: 'money flow',
  outputs: 2,
  lookback: () => 1,
  size: () => 2,
  begin: () => undefined,
  run: (state, inputs, outputs, from, to) => {
    const price = inputs[0] as Float64Array;
    const volume = inputs[1] as Float64Array;
    const rising = outputs[0] as Float64Array;
    const falling = outputs[1] as Float64Array;
    let row = from;
    if (row < to && state[HAS_CLOSE] === 0) {
      state[CLOSE] = price[row] as number;
      state[HAS_CLOSE] = 1;
      writeRow(outputs, row, Number.NaN);
      row += 1;
    }
    let last = state[CLOSE] as number;
    for (; row < to; row += 1) {
      const value = price[row] as number;
      const flow = value * (volume[row] as number);
      rising[row] = value > last ? flow : 0;
      falling[row] = value < last ? flow : 0;
      last = value;
    }
    state[CLOSE] = last;
  },
};

const TOTAL = 2;
const LEAVES_OUT_FIRST = 3;

/**
 * Volume added where the price rose and taken away where it fell. Inputs: price, volume.
 * Parameters: 1 where the first row's volume is left out.
 */
export const balanceVolume: Kernel = {
  name: 'balance volume',
  outputs: 1,
  lookback: () => 0,
  size: () => 4,
  begin: (state, [leavesOutFirst = 0]) => {
    state[LEAVES_OUT_FIRST] = leavesOutFirst;
  },
  run: (state, inputs, outputs, from, to) => {
    const price = inputs[0] as Float64Array;
    const volume = inputs[1] as Float64Array;
    const target = outputs[0] as Float64Array;
    for (let row = from; row < to; row += 1) {
      const value = price[row] as number;
      const amount = volume[row] as number;
      const last = state[CLOSE] as number;
      const isCounted = state[HAS_CLOSE] === 1 ? value > last : state[LEAVES_OUT_FIRST] === 0;
      if (isCounted) state[TOTAL] = (state[TOTAL] as number) + amount;
      else if (state[HAS_CLOSE] === 1 && value < last)
        state[TOTAL] = (state[TOTAL] as number) - amount;
      state[CLOSE] = value;
      state[HAS_CLOSE] = 1;
      target[row] = state[TOTAL] as number;
    }
  },
};

function writeRow(outputs: Columns, row: number, value: number): void {
  for (let index = 0; index < outputs.length; index += 1) {
    (outputs[index] as Float64Array)[row] = value;
  }
}
