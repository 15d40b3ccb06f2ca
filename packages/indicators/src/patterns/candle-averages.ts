// Averages that a candle's size is compared with: means over the candles before it, summed by laps
// as in window-sum.ts.

import type { Kernel } from '#indicators/kernel.ts';

const ROWS = 10;
const NEAR_ROWS = 5;
const PLACE = 0;
const COUNT = 1;
/** Rings: the sum of this lap, the sum of the last rows, and a place for each row and a zero. */
const LAP = 0;
const TOTAL = 1;
const RING = 2;
const BODIES = 2;
const RANGES = BODIES + RING + ROWS + 1;
const SHADOWS = RANGES + RING + ROWS + 1;
const NEAR_RANGES = SHADOWS + RING + ROWS + 1;
const SIZE = NEAR_RANGES + RING + NEAR_ROWS + 1;

/**
 * The mean body, range and length of both shadows of the ten candles before, and the mean range of
 * the five before; 0 where there are not as many yet. Inputs: open, high, low, close.
 */
export const candleAverages: Kernel = {
  name: 'candle averages',
  outputs: 4,
  lookback: () => 0,
  size: () => SIZE,
  begin: () => undefined,
  run: (state, inputs, outputs, from, to) => {
    const [opens, highs, lows, closes] = inputs as Four;
    const [bodies, ranges, shadows, nearRanges] = outputs as Four;
    let place = (state[PLACE] as number) | 0;
    let count = (state[COUNT] as number) | 0;
    for (let row = from; row < to; row += 1) {
      const isFull = count === ROWS;
      bodies[row] = isFull ? (state[BODIES + TOTAL] as number) / ROWS : 0;
      ranges[row] = isFull ? (state[RANGES + TOTAL] as number) / ROWS : 0;
      shadows[row] = isFull ? (state[SHADOWS + TOTAL] as number) / ROWS : 0;
      const isNearFull = count >= NEAR_ROWS;
      nearRanges[row] = isNearFull ? (state[NEAR_RANGES + TOTAL] as number) / NEAR_ROWS : 0;
      const open = opens[row] as number;
      const close = closes[row] as number;
      const high = highs[row] as number;
      const low = lows[row] as number;
      const body = Math.abs(close - open);
      const shadow = high - Math.max(open, close) + (Math.min(open, close) - low);
      const nearPlace = place < NEAR_ROWS ? place : place - NEAR_ROWS;
      keep(state, BODIES, place, body);
      keep(state, RANGES, place, high - low);
      keep(state, SHADOWS, place, shadow);
      keep(state, NEAR_RANGES, nearPlace, high - low);
      place += 1;
      if (nearPlace === NEAR_ROWS - 1) endLap(state, NEAR_RANGES, NEAR_ROWS);
      if (place === ROWS) {
        endLap(state, BODIES, ROWS);
        endLap(state, RANGES, ROWS);
        endLap(state, SHADOWS, ROWS);
        place = 0;
      }
      if (count < ROWS) count += 1;
    }
    state[PLACE] = place;
    state[COUNT] = count;
  },
};

type Four = readonly [Float64Array, Float64Array, Float64Array, Float64Array];

/** Puts the value at its place; the total is this lap so far and what is left of the last one. */
function keep(state: Float64Array, ring: number, place: number, value: number): void {
  const lap = (state[ring + LAP] as number) + value;
  state[ring + LAP] = lap;
  state[ring + TOTAL] = lap + (state[ring + RING + place + 1] as number);
  state[ring + RING + place] = value;
}

function endLap(state: Float64Array, ring: number, rows: number): void {
  for (let at = ring + RING + rows - 2; at >= ring + RING; at -= 1) {
    state[at] = (state[at] as number) + (state[at + 1] as number);
  }
  state[ring + LAP] = 0;
}
