// The highest and the lowest of the last `period` rows in constant time per row (laps, as in
// window-sum.ts), and how many rows ago it stood.

import type { Columns, Kernel } from '#indicators/kernel.ts';
import { workOfWindow } from '#indicators/kernel.ts';

const PERIOD = 0;
const HEAD = 1;
const BEST = 2;
const RING = 3;

/** The highest value of the last `period` rows. Parameters: period. */
export const windowHighest: Kernel = {
  name: 'highest',
  outputs: 1,
  lookback: ([period = 0]) => period - 1,
  size: ([period = 0]) => RING + period + 1,
  begin: (state, [period = 0]) => {
    state[PERIOD] = period;
    state[BEST] = Number.NEGATIVE_INFINITY;
    state.fill(Number.NaN, RING, RING + period);
    state[RING + period] = Number.NEGATIVE_INFINITY;
  },
  run: highestRows,
};

/** The lowest value of the last `period` rows. Parameters: period. */
export const windowLowest: Kernel = {
  ...windowHighest,
  name: 'lowest',
  begin: (state, [period = 0]) => {
    state[PERIOD] = period;
    state[BEST] = Number.POSITIVE_INFINITY;
    state.fill(Number.NaN, RING, RING + period);
    state[RING + period] = Number.POSITIVE_INFINITY;
  },
  run: lowestRows,
};

function highestRows(
  state: Float64Array,
  inputs: Columns,
  outputs: Columns,
  from: number,
  to: number,
): void {
  const source = inputs[0] as Float64Array;
  const target = outputs[0] as Float64Array;
  const end = RING + (state[PERIOD] as number);
  let place = RING + (state[HEAD] as number);
  let best = state[BEST] as number;
  for (let row = from; row < to; row += 1) {
    const value = source[row] as number;
    best = Math.max(best, value);
    target[row] = Math.max(best, state[place + 1] as number);
    state[place] = value;
    place += 1;
    if (place === end) {
      for (let at = end - 2; at >= RING; at -= 1) {
        state[at] = Math.max(state[at] as number, state[at + 1] as number);
      }
      place = RING;
      best = Number.NEGATIVE_INFINITY;
    }
  }
  state[HEAD] = place - RING;
  state[BEST] = best;
}

function lowestRows(
  state: Float64Array,
  inputs: Columns,
  outputs: Columns,
  from: number,
  to: number,
): void {
  const source = inputs[0] as Float64Array;
  const target = outputs[0] as Float64Array;
  const end = RING + (state[PERIOD] as number);
  let place = RING + (state[HEAD] as number);
  let best = state[BEST] as number;
  for (let row = from; row < to; row += 1) {
    const value = source[row] as number;
    best = Math.min(best, value);
    target[row] = Math.min(best, state[place + 1] as number);
    state[place] = value;
    place += 1;
    if (place === end) {
      for (let at = end - 2; at >= RING; at -= 1) {
        state[at] = Math.min(state[at] as number, state[at + 1] as number);
      }
      place = RING;
      best = Number.POSITIVE_INFINITY;
    }
  }
  state[HEAD] = place - RING;
  state[BEST] = best;
}

/** Which of equal extremes counts when the window is searched anew. */
export const TIE_OLDEST = 0;
export const TIE_NEWEST = 1;

const SIGN = 1;
const TIE = 2;
const PLACE = 3;
const MISSING = 4;
const AGE = 5;
const AGES = 6;

/**
 * How many rows ago the highest (`sign` 1) or lowest (`sign` -1) of the last `period` rows stood, 0
 * for the newest. TA-Lib's ties: a new row that equals the extreme takes its place; when the
 * extreme leaves the window, `tie` says which of equal ones is taken. Parameters: period, sign,
 * tie.
 */
export const windowExtremeAge: Kernel = {
  name: 'age of extreme',
  outputs: 1,
  lookback: ([period = 0]) => period - 1,
  size: ([period = 0]) => AGES + period,
  rowWork: workOfWindow,
  begin: (state, parameters) => {
    state.set(parameters);
    state[MISSING] = state[PERIOD] as number;
  },
  run: (state, inputs, outputs, from, to) => {
    const source = inputs[0] as Float64Array;
    const target = outputs[0] as Float64Array;
    const sign = state[SIGN] as number;
    const period = (state[PERIOD] as number) | 0;
    let place = (state[PLACE] as number) | 0;
    let missing = (state[MISSING] as number) | 0;
    let age = (state[AGE] as number) | 0;
    for (let row = from; row < to; row += 1) {
      const value = (source[row] as number) * sign;
      // The ring's oldest row is the one that is overwritten, so the extreme is looked at before.
      const best = state[AGES + placeOf(place - 1 - age, period)] as number;
      state[AGES + place] = value;
      age += 1;
      if (missing > 0) missing -= 1;
      if (missing > 0) {
        target[row] = Number.NaN;
        age = period;
      } else {
        if (age >= period) age = searchAge(state, place, period);
        else if (value >= best) age = 0;
        target[row] = age;
      }
      place = place + 1 === period ? 0 : place + 1;
    }
    state[PLACE] = place;
    state[MISSING] = missing;
    state[AGE] = age;
  },
};

function placeOf(place: number, period: number): number {
  return place < 0 ? Math.max(place + period, 0) : place;
}

/** The age of the extreme in a full window whose newest row is at `newest`, from the oldest on. */
function searchAge(state: Float64Array, newest: number, period: number): number {
  const takesNewest = state[TIE] === TIE_NEWEST;
  let best = Number.NEGATIVE_INFINITY;
  let found = 0;
  let place = newest;
  for (let age = period - 1; age >= 0; age -= 1) {
    place = place + 1 === period ? 0 : place + 1;
    const value = state[AGES + place] as number;
    if (value > best || (takesNewest && value === best)) {
      best = value;
      found = age;
    }
  }
  return found;
}
