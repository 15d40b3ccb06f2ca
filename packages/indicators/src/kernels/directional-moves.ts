// Wilder's directional movement of single rows, not smoothed: for those who smooth it from the
// second row on with a plain mean as the first value, as TradingView does.

import type { Kernel } from '#indicators/kernel.ts';

const HAS_ROW = 0;
const HIGH = 1;
const LOW = 2;

/** Upward and downward movement since the row before. Inputs: high, low. */
export const directionalMoves: Kernel = {
  name: 'directional moves',
  outputs: 2,
  lookback: () => 1,
  size: () => 3,
  begin: () => undefined,
  run: (state, inputs, outputs, from, to) => {
    const high = inputs[0] as Float64Array;
    const low = inputs[1] as Float64Array;
    const ups = outputs[0] as Float64Array;
    const downs = outputs[1] as Float64Array;
    for (let row = from; row < to; row += 1) {
      const top = high[row] as number;
      const bottom = low[row] as number;
      const hasRow = state[HAS_ROW] === 1;
      const rise = top - (state[HIGH] as number);
      const fall = (state[LOW] as number) - bottom;
      const up = rise > 0 && rise > fall ? rise : 0;
      const down = fall > 0 && fall > rise ? fall : 0;
      ups[row] = hasRow ? up : Number.NaN;
      downs[row] = hasRow ? down : Number.NaN;
      state[HAS_ROW] = 1;
      state[HIGH] = top;
      state[LOW] = bottom;
    }
  },
};
