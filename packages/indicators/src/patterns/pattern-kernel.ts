// A candle pattern as a kernel: it keeps the last candles and asks the pattern at each new one.

import type { Kernel } from '#indicators/kernel.ts';
import { WINDOW_ROWS, WINDOW_STRIDE } from '#indicators/patterns/candle-window.ts';
import type { CandlePattern } from '#indicators/patterns/candle-window.ts';

const SIZE = WINDOW_ROWS * WINDOW_STRIDE;
const PENETRATION = SIZE;
const SEEN = SIZE + 1;

/**
 * Inputs: open, high, low, close, and the four of `candleAverages`. Parameters: penetration, how
 * far into an earlier body a price must reach, as a share of that body.
 */
export function patternKernel(name: string, pattern: CandlePattern, lookback: number): Kernel {
  return {
    name,
    outputs: 1,
    lookback: () => lookback,
    size: () => SIZE + 2,
    begin: (state, [penetration = 0]) => {
      state[PENETRATION] = penetration;
    },
    run: (state, inputs, outputs, from, to) => {
      const target = outputs[0] as Float64Array;
      const penetration = state[PENETRATION] as number;
      let seen = (state[SEEN] as number) | 0;
      for (let row = from; row < to; row += 1) {
        for (let at = SIZE - 1; at >= WINDOW_STRIDE; at -= 1) {
          state[at] = state[at - WINDOW_STRIDE] as number;
        }
        for (let field = 0; field < WINDOW_STRIDE; field += 1) {
          state[field] = (inputs[field] as Float64Array)[row] as number;
        }
        target[row] = seen < lookback ? Number.NaN : pattern(state, penetration);
        if (seen < lookback) seen += 1;
      }
      state[SEEN] = seen;
    },
  };
}
