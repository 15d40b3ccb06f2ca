// Rows of before: the value some rows ago, and the first rows left out.

import type { Kernel } from '#indicators/kernel.ts';

const PERIOD = 0;
const PLACE = 1;
const RING = 2;

/** The value `period` rows ago. Parameters: period, at least 1. */
export const lag: Kernel = {
  name: 'lag',
  outputs: 1,
  lookback: ([period = 0]) => period,
  size: ([period = 0]) => RING + period,
  begin: (state, [period = 0]) => {
    state[PERIOD] = period;
    state.fill(Number.NaN, RING);
  },
  run: (state, inputs, outputs, from, to) => {
    const source = inputs[0] as Float64Array;
    const target = outputs[0] as Float64Array;
    const end = RING + (state[PERIOD] as number);
    let place = RING + (state[PLACE] as number);
    for (let row = from; row < to; row += 1) {
      target[row] = state[place] as number;
      state[place] = source[row] as number;
      place = place + 1 === end ? RING : place + 1;
    }
    state[PLACE] = place - RING;
  },
};

/** The first column, as soon as all have values: brings an indicator's outputs to one start. */
export const together: Kernel = {
  name: 'together',
  outputs: 1,
  lookback: () => 0,
  size: () => 0,
  begin: () => undefined,
  run: (_state, inputs, outputs, from, to) => {
    const source = inputs[0] as Float64Array;
    const target = outputs[0] as Float64Array;
    for (let row = from; row < to; row += 1) target[row] = source[row] as number;
  },
};
