// SuperTrend as TradingView computes it: the formula that its reference manual gives for
// `ta.supertrend`. It begins downwards, and turns down only when the close is below its band.

import type { Kernel } from '#indicators/kernel.ts';

const TIMES = 0;
const HAS_ROW = 1;
const IS_UP = 2;
const UPPER = 3;
const LOWER = 4;
const CLOSE = 5;

/**
 * Inputs: high, low, close, average true range. Outputs: the band on the other side of the price,
 * and 1 for up or -1 for down. Parameters: how many ranges away.
 */
export const pineTrend: Kernel = {
  name: 'Pine trend',
  outputs: 2,
  lookback: () => 0,
  size: () => 6,
  begin: (state, parameters) => state.set(parameters),
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
      const reach = (state[TIMES] as number) * (ranges[row] as number);
      moveBands(state, middle + reach, middle - reach);
      turn(state, closes[row] as number);
      const isUp = state[IS_UP] === 1;
      bands[row] = state[isUp ? LOWER : UPPER] as number;
      directions[row] = isUp ? 1 : -1;
    }
  },
};

function moveBands(state: Float64Array, upper: number, lower: number): void {
  const isFirst = state[HAS_ROW] === 0;
  const last = state[CLOSE] as number;
  const [oldUpper, oldLower] = [state[UPPER] as number, state[LOWER] as number];
  if (isFirst || upper < oldUpper || last > oldUpper) state[UPPER] = upper;
  if (isFirst || lower > oldLower || last < oldLower) state[LOWER] = lower;
}

function turn(state: Float64Array, close: number): void {
  const wasUp = state[IS_UP] === 1;
  const isUp = wasUp ? close >= (state[LOWER] as number) : close > (state[UPPER] as number);
  state[IS_UP] = state[HAS_ROW] === 1 && isUp ? 1 : 0;
  state[HAS_ROW] = 1;
  state[CLOSE] = close;
}
