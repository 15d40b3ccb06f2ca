// Kaufman's adaptive moving average: quick where the price runs straight, slow where it wanders
// (Kaufman, "Smarter Trading", 1995).

import { noLookback } from '#indicators/kernel.ts';
import type { Kernel } from '#indicators/kernel.ts';

const FASTEST = 0;
const SLOWEST = 1;
const HAS_VALUE = 2;
const VALUE = 3;

/**
 * Begins with the price before the first row. Inputs: price, the price a row before, the price
 * `period` rows before, and the sum of the moves since then. Parameters: fastest and slowest, the
 * exponential periods between which it moves.
 */
export const adaptiveMean: Kernel = {
  name: 'adaptive mean',
  outputs: 1,
  lookback: noLookback,
  size: () => 4,
  begin: (state, parameters) => state.set(parameters),
  run: (state, inputs, outputs, from, to) => {
    const [prices, before, oldest, ways] = inputs as readonly [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    const target = outputs[0] as Float64Array;
    const slow = 2 / ((state[SLOWEST] as number) + 1);
    const range = 2 / ((state[FASTEST] as number) + 1) - slow;
    let value = (state[HAS_VALUE] === 1 ? state[VALUE] : before[from]) as number;
    for (let row = from; row < to; row += 1) {
      const price = prices[row] as number;
      const direct = Math.abs(price - (oldest[row] as number));
      const way = ways[row] as number;
      // No way at all counts as straight, as in TA-Lib.
      const share = (way <= direct ? 1 : direct / way) * range + slow;
      value += (price - value) * share * share;
      target[row] = value;
    }
    state[HAS_VALUE] = 1;
    state[VALUE] = value;
  },
};
