// The parabolic stop as TradingView computes it: the formula that its reference manual gives for
// `ta.sar`. It differs from Wilder's in its start (by the closes of the first two rows), in moving
// the stop before it is tested, and in keeping it outside the two rows before this one.

import type { Kernel } from '#indicators/kernel.ts';

const STEP = 0;
const LIMIT = 1;
const COUNT = 2;
const IS_LONG = 3;
const STOP = 4;
const EXTREME = 5;
const ACCELERATION = 6;
const LAST_CLOSE = 7;
/** The highs and lows of the last two rows, the newer first. */
const HIGHS = 8;
const LOWS = 10;

/** The stop of each row. Inputs: high, low, close. Parameters: acceleration, its limit. */
export const pineStop: Kernel = {
  name: 'Pine stop',
  outputs: 1,
  lookback: () => 1,
  size: () => 12,
  begin: (state, parameters) => state.set(parameters),
  run: (state, inputs, outputs, from, to) => {
    const [highs, lows, closes] = inputs as readonly [Float64Array, Float64Array, Float64Array];
    const target = outputs[0] as Float64Array;
    for (let row = from; row < to; row += 1) {
      const high = highs[row] as number;
      const low = lows[row] as number;
      const close = closes[row] as number;
      const count = state[COUNT] as number;
      if (count === 1) begin(state, high, low, close);
      target[row] = count === 0 ? Number.NaN : advance(state, high, low, count === 1);
      if (count < 2) state[COUNT] = count + 1;
      state[LAST_CLOSE] = close;
      state[HIGHS + 1] = count === 0 ? high : (state[HIGHS] as number);
      state[LOWS + 1] = count === 0 ? low : (state[LOWS] as number);
      state[HIGHS] = high;
      state[LOWS] = low;
    }
  },
};

function begin(state: Float64Array, high: number, low: number, close: number): void {
  const isLong = close > (state[LAST_CLOSE] as number);
  state[IS_LONG] = isLong ? 1 : 0;
  state[EXTREME] = isLong ? high : low;
  state[STOP] = state[isLong ? LOWS : HIGHS] as number;
  state[ACCELERATION] = state[STEP] as number;
}

function advance(state: Float64Array, high: number, low: number, isFirst: boolean): number {
  const wasLong = state[IS_LONG] === 1;
  const extreme = state[EXTREME] as number;
  const acceleration = state[ACCELERATION] as number;
  const before = state[STOP] as number;
  let stop = before + acceleration * (extreme - before);
  const turns = wasLong ? stop > low : stop < high;
  const isLong = turns ? !wasLong : wasLong;
  if (turns) {
    stop = wasLong ? Math.max(high, extreme) : Math.min(low, extreme);
    state[EXTREME] = isLong ? high : low;
    state[ACCELERATION] = state[STEP] as number;
  } else if (!isFirst && (isLong ? high > extreme : low < extreme)) {
    state[EXTREME] = isLong ? high : low;
    const grown = acceleration + (state[STEP] as number);
    state[ACCELERATION] = Math.min(grown, state[LIMIT] as number);
  }
  stop = isLong
    ? Math.min(stop, state[LOWS] as number, state[LOWS + 1] as number)
    : Math.max(stop, state[HIGHS] as number, state[HIGHS + 1] as number);
  state[IS_LONG] = isLong ? 1 : 0;
  state[STOP] = stop;
  return stop;
}
