// What a candle's size is compared with: means over the candles before it.

import type { Kernel } from '#indicators/kernel.ts';

const ROWS = 10;
const NEAR_ROWS = 5;
const PLACE = 0;
const COUNT = 1;
const BODIES = 2;
const RANGES = BODIES + ROWS;
const SHADOWS = RANGES + ROWS;

/**
 * The mean body, range and length of both shadows of the ten candles before, and the mean range of
 * the five before; 0 where there are not as many yet. Inputs: open, high, low, close.
 */
export const candleAverages: Kernel = {
  name: 'candle averages',
  outputs: 4,
  lookback: () => 0,
  size: () => SHADOWS + ROWS,
  begin: () => undefined,
  run: (state, inputs, outputs, from, to) => {
    const [opens, highs, lows, closes] = inputs as Four;
    const [bodies, ranges, shadows, nearRanges] = outputs as Four;
    let place = (state[PLACE] as number) | 0;
    let count = (state[COUNT] as number) | 0;
    for (let row = from; row < to; row += 1) {
      const isFull = count === ROWS;
      bodies[row] = isFull ? sumOf(state, BODIES, place, ROWS) / ROWS : 0;
      ranges[row] = isFull ? sumOf(state, RANGES, place, ROWS) / ROWS : 0;
      shadows[row] = isFull ? sumOf(state, SHADOWS, place, ROWS) / ROWS : 0;
      nearRanges[row] = count < NEAR_ROWS ? 0 : sumOf(state, RANGES, place, NEAR_ROWS) / NEAR_ROWS;
      const range = (highs[row] as number) - (lows[row] as number);
      const open = opens[row] as number;
      const close = closes[row] as number;
      const above = (highs[row] as number) - Math.max(open, close);
      const below = Math.min(open, close) - (lows[row] as number);
      state[BODIES + place] = Math.abs(close - open);
      state[RANGES + place] = range;
      state[SHADOWS + place] = above + below;
      place = place + 1 === ROWS ? 0 : place + 1;
      if (count < ROWS) count += 1;
    }
    state[PLACE] = place;
    state[COUNT] = count;
  },
};

type Four = readonly [Float64Array, Float64Array, Float64Array, Float64Array];

/** The sum of the last `rows` places of a ring before `place`, oldest first. */
function sumOf(state: Float64Array, ring: number, place: number, rows: number): number {
  let at = place - rows;
  if (at < 0) at += ROWS;
  let sum = 0;
  for (let index = 0; index < rows; index += 1) {
    sum += state[ring + at] as number;
    at = at + 1 === ROWS ? 0 : at + 1;
  }
  return sum;
}
