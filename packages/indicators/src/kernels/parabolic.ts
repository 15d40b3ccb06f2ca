// Wilder's parabolic stop and reverse ("New Concepts in Technical Trading Systems", 1978), with
// TA-Lib's start (the first direction is that of the larger move between the first two rows) and
// its extension: own accelerations for each side and a distance added when it turns.

import type { Kernel } from '#indicators/kernel.ts';

const START = 0;
const OFFSET = 1;
/** First acceleration, its growth and its limit; three for long, then three for short. */
const LONG = 2;
const SHORT = 5;
/** 1 writes the stop of a short side below zero. */
const SIGNED = 8;
const COUNT = 9;
const IS_LONG = 10;
const STOP = 11;
const EXTREME = 12;
const ACCELERATION = 13;
const LAST_HIGH = 14;
const LAST_LOW = 15;

/**
 * The stop of each row. Inputs: high, low. Parameters: start value (0: found from the first rows,
 * above 0: long from that stop, below: short), offset on reverse, then for long and short each the
 * first acceleration, growth and limit, then whether shorts are written below zero.
 */
export const parabolicStop: Kernel = {
  name: 'parabolic stop',
  outputs: 1,
  lookback: () => 1,
  size: () => 16,
  begin: (state, parameters) => {
    state.set(parameters);
    for (const side of [LONG, SHORT]) {
      const limit = state[side + 2] as number;
      state[side] = Math.min(state[side] as number, limit);
      state[side + 1] = Math.min(state[side + 1] as number, limit);
    }
  },
  run: (state, inputs, outputs, from, to) => {
    const high = inputs[0] as Float64Array;
    const low = inputs[1] as Float64Array;
    const target = outputs[0] as Float64Array;
    for (let row = from; row < to; row += 1) {
      const top = high[row] as number;
      const bottom = low[row] as number;
      const count = state[COUNT] as number;
      if (count === 1) begin(state, top, bottom);
      target[row] = count === 0 ? Number.NaN : advance(state, top, bottom);
      if (count < 2) state[COUNT] = count + 1;
      state[LAST_HIGH] = top;
      state[LAST_LOW] = bottom;
    }
  },
};

/** The second row decides the direction; TA-Lib treats that row as its own predecessor, too. */
function begin(state: Float64Array, high: number, low: number): void {
  const start = state[START] as number;
  const fall = (state[LAST_LOW] as number) - low;
  const rise = high - (state[LAST_HIGH] as number);
  const isShort = start === 0 ? fall > 0 && fall > rise : start < 0;
  const opposite = (isShort ? state[LAST_HIGH] : state[LAST_LOW]) as number;
  state[IS_LONG] = isShort ? 0 : 1;
  state[EXTREME] = isShort ? low : high;
  state[STOP] = start === 0 ? opposite : Math.abs(start);
  state[ACCELERATION] = state[isShort ? SHORT : LONG] as number;
  state[LAST_HIGH] = high;
  state[LAST_LOW] = low;
}

/** The stop that holds in this row; prepares the next one's. */
function advance(state: Float64Array, high: number, low: number): number {
  const isLong = state[IS_LONG] === 1;
  const stop = state[STOP] as number;
  if (isLong ? low <= stop : high >= stop) return reverse(state, high, low, isLong);
  const side = isLong ? LONG : SHORT;
  const isNewExtreme = isLong
    ? high > (state[EXTREME] as number)
    : low < (state[EXTREME] as number);
  if (isNewExtreme) {
    state[EXTREME] = isLong ? high : low;
    const faster = (state[ACCELERATION] as number) + (state[side + 1] as number);
    state[ACCELERATION] = Math.min(faster, state[side + 2] as number);
  }
  moveStop(state, high, low, isLong, stop);
  return isLong ? stop : signed(state, stop);
}

/** The price touched the stop: the other side begins at the extreme that was reached. */
function reverse(state: Float64Array, high: number, low: number, wasLong: boolean): number {
  const offset = state[OFFSET] as number;
  const extreme = state[EXTREME] as number;
  const isLong = !wasLong;
  const held = outside(state, high, low, isLong, extreme);
  const stop = isLong ? held - held * offset : held + held * offset;
  state[IS_LONG] = isLong ? 1 : 0;
  state[ACCELERATION] = state[isLong ? LONG : SHORT] as number;
  state[EXTREME] = isLong ? high : low;
  moveStop(state, high, low, isLong, stop);
  return isLong ? stop : signed(state, stop);
}

function moveStop(
  state: Float64Array,
  high: number,
  low: number,
  isLong: boolean,
  stop: number,
): void {
  const way = (state[EXTREME] as number) - stop;
  const moved = stop + (state[ACCELERATION] as number) * way;
  state[STOP] = outside(state, high, low, isLong, moved);
}

/** A long stop is never above this or the last row's low, a short one never below their highs. */
function outside(
  state: Float64Array,
  high: number,
  low: number,
  isLong: boolean,
  stop: number,
): number {
  return isLong
    ? Math.min(stop, state[LAST_LOW] as number, low)
    : Math.max(stop, state[LAST_HIGH] as number, high);
}

function signed(state: Float64Array, stop: number): number {
  return state[SIGNED] === 1 ? -stop : stop;
}
