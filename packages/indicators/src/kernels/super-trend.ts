// Trailing lines with a memory of where the price was: SuperTrend's stop and smoothed candles.

import type { Kernel } from '#indicators/kernel.ts';

const TIMES = 0;
const HAS_STOP = 1;
const IS_UP = 2;
const UPPER = 3;
const LOWER = 4;
const CLOSE = 5;
const IS_PINE = 6;

/**
 * Seban's SuperTrend: two bands around the middle price that move only towards it until the close
 * passes one. Inputs: high, low, close, average true range. Outputs: the band on the other side of
 * the price, and 1 for up or -1 for down. Parameters: how many ranges away, and 1 for the form of
 * TradingView's `ta.supertrend`, which begins down and turns down only below its band.
 */
export const superTrend: Kernel = {
  name: 'super trend',
  outputs: 2,
  lookback: () => 0,
  size: () => 7,
  begin: (state, [times = 0, isPine = 0]) => {
    state[TIMES] = times;
    state[IS_PINE] = isPine;
  },
  run: (state, inputs, outputs, from, to) => {
    const [high, low, closes, ranges] = inputs as readonly [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    const [bands, directions] = outputs as readonly [Float64Array, Float64Array];
    for (let row = from; row < to; row += 1) {
      const middle = ((high[row] as number) + (low[row] as number)) / 2;
      const distance = (state[TIMES] as number) * (ranges[row] as number);
      const close = closes[row] as number;
      moveBands(state, middle, distance, close);
      const isUp = state[IS_UP] === 1;
      bands[row] = state[isUp ? LOWER : UPPER] as number;
      directions[row] = isUp ? 1 : -1;
    }
  },
};

function moveBands(state: Float64Array, middle: number, distance: number, close: number): void {
  const upper = middle + distance;
  const lower = middle - distance;
  const last = state[CLOSE] as number;
  const isFirst = state[HAS_STOP] === 0;
  if (isFirst) state[IS_UP] = state[IS_PINE] === 0 && close >= middle ? 1 : 0;
  const oldUpper = state[UPPER] as number;
  const oldLower = state[LOWER] as number;
  if (isFirst || upper < oldUpper || last > oldUpper) state[UPPER] = upper;
  if (isFirst || lower > oldLower || last < oldLower) state[LOWER] = lower;
  const stop = state[state[IS_UP] === 1 ? LOWER : UPPER] as number;
  if (state[IS_PINE] === 1) {
    const wasUp = state[IS_UP] === 1;
    state[IS_UP] = !isFirst && (wasUp ? close >= stop : close > stop) ? 1 : 0;
  } else state[IS_UP] = close > stop ? 1 : 0;
  state[HAS_STOP] = 1;
  state[CLOSE] = close;
}

const HAS_BODY = 0;
const BODY_OPEN = 1;
const BODY_CLOSE = 2;

/**
 * Heikin-Ashi candles (Valcu, "Using the Heikin-Ashi Technique", 2004): the close is the mean of
 * the candle, the open the middle of the last smoothed body. Inputs and outputs: open, high, low,
 * close.
 */
export const heikinAshi: Kernel = {
  name: 'Heikin-Ashi',
  outputs: 4,
  lookback: () => 0,
  size: () => 3,
  begin: () => undefined,
  run: (state, inputs, outputs, from, to) => {
    const [opens, highs, lows, closes] = inputs as readonly [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    const [toOpen, toHigh, toLow, toClose] = outputs as readonly [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    for (let row = from; row < to; row += 1) {
      const open = opens[row] as number;
      const high = highs[row] as number;
      const low = lows[row] as number;
      const close = closes[row] as number;
      const isFirst = state[HAS_BODY] === 0;
      const bodyOpen = isFirst
        ? (open + close) / 2
        : ((state[BODY_OPEN] as number) + (state[BODY_CLOSE] as number)) / 2;
      const bodyClose = (open + high + low + close) / 4;
      state[HAS_BODY] = 1;
      state[BODY_OPEN] = bodyOpen;
      state[BODY_CLOSE] = bodyClose;
      toOpen[row] = bodyOpen;
      toHigh[row] = Math.max(high, bodyOpen, bodyClose);
      toLow[row] = Math.min(low, bodyOpen, bodyClose);
      toClose[row] = bodyClose;
    }
  },
};
