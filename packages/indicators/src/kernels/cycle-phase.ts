// The phase of the dominant cycle, its sine, the trend line with the cycle taken out, and whether
// the market trends or swings (Ehlers, "Rocket Science for Traders", 2001), as TA-Lib measures
// them.

import type { Columns } from '#indicators/kernel.ts';
import {
  advanceCycle,
  CYCLE_SIZE,
  cycleKernel,
  cyclePeriod,
  cycleSmoothPrice,
} from '#indicators/kernels/dominant-cycle.ts';

/** As many rows as the longest cycle has; prices and smoothed prices, written in a circle. */
const ROWS = 50;
const PLACE = CYCLE_SIZE;
const SMOOTH = CYCLE_SIZE + 1;
const PRICES = SMOOTH + ROWS;
const PHASE = PRICES + ROWS;
/** The three last means over a cycle. */
const TREND = PHASE + 1;
const DAYS = TREND + 3;
const SINE = DAYS + 1;
const LEAD_SINE = DAYS + 2;
const TREND_LINE = DAYS + 3;
const OWN_SIZE = TREND_LINE + 1 - CYCLE_SIZE;

const RADIANS = Math.PI / 180;

/** Takes in a price: afterwards phase and trend line of the row stand in the state. */
function advancePhase(state: Float64Array, price: number): boolean {
  const place = (state[PLACE] as number) | 0;
  state[PRICES + place] = price;
  const hasBegun = advanceCycle(state, price);
  if (hasBegun) {
    state[SMOOTH + place] = cycleSmoothPrice(state);
    const period = (cyclePeriod(state) + 0.5) | 0;
    measurePhase(state, place, period);
    measureTrend(state, place, period);
  }
  state[PLACE] = place + 1 === ROWS ? 0 : place + 1;
  return hasBegun;
}

/**
 * Sines and cosines of the steps of a turn in `period` steps, one pair after another, by period.
 */
const TURNS: Columns = Array.from({ length: ROWS + 1 }, (_, period) =>
  Float64Array.from({ length: 2 * period }, (_, index) => {
    const angle = (Math.trunc(index / 2) * 2 * Math.PI) / period;
    return index % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
  }),
);

function measurePhase(state: Float64Array, newest: number, period: number): void {
  const turn = TURNS[period] as Float64Array;
  let real = 0;
  let imaginary = 0;
  let place = newest;
  for (let step = 0; step < 2 * period; step += 2) {
    const smooth = state[SMOOTH + place] as number;
    real += (turn[step] as number) * smooth;
    imaginary += (turn[step + 1] as number) * smooth;
    place = place === 0 ? ROWS - 1 : place - 1;
  }
  let phase = state[PHASE] as number;
  if (imaginary !== 0) phase = Math.atan(real / imaginary) / RADIANS;
  else if (real !== 0) phase += real < 0 ? -90 : 90;
  // The smoothing of the price lags by one row.
  phase += 90 + 360 / cyclePeriod(state);
  if (imaginary < 0) phase += 180;
  state[PHASE] = phase > 315 ? phase - 360 : phase;
}

function measureTrend(state: Float64Array, newest: number, period: number): void {
  let sum = 0;
  let place = newest;
  for (let step = 0; step < period; step += 1) {
    sum += state[PRICES + place] as number;
    place = place === 0 ? ROWS - 1 : place - 1;
  }
  const mean = period > 0 ? sum / period : sum;
  const last = state[TREND] as number;
  const second = state[TREND + 1] as number;
  const third = state[TREND + 2] as number;
  state[TREND_LINE] = (4 * mean + 3 * last + 2 * second + third) / 10;
  state[TREND + 2] = second;
  state[TREND + 1] = last;
  state[TREND] = mean;
}

const SHAPE = { outputs: 1, isLong: true, size: OWN_SIZE } as const;

/** The phase in degrees, -45 to 315. */
export const cyclePhase = cycleKernel('cycle phase', SHAPE, (state, price, outputs, row) => {
  advancePhase(state, price);
  writeFirst(outputs, row, state[PHASE] as number);
});

/** The sine of the phase, and of the phase 45 degrees ahead. */
export const cycleSine = cycleKernel(
  'cycle sine',
  { ...SHAPE, outputs: 2 },
  (state, price, outputs, row) => {
    advancePhase(state, price);
    const phase = state[PHASE] as number;
    writeFirst(outputs, row, Math.sin(phase * RADIANS));
    (outputs[1] as Float64Array)[row] = Math.sin((phase + 45) * RADIANS);
  },
);

/** The price with its cycle averaged out. */
export const cycleTrendLine = cycleKernel('trend line', SHAPE, (state, price, outputs, row) => {
  advancePhase(state, price);
  writeFirst(outputs, row, state[TREND_LINE] as number);
});

/** 1 while the market trends, 0 while it swings. */
export const cycleTrendMode = cycleKernel('trend mode', SHAPE, (state, price, outputs, row) => {
  const lastPhase = state[PHASE] as number;
  if (!advancePhase(state, price)) return;
  writeFirst(outputs, row, isTrend(state, lastPhase) ? 1 : 0);
});

function isTrend(state: Float64Array, lastPhase: number): boolean {
  const phase = state[PHASE] as number;
  const period = cyclePeriod(state);
  const sine = Math.sin(phase * RADIANS);
  const lead = Math.sin((phase + 45) * RADIANS);
  const wasAbove = (state[SINE] as number) > (state[LEAD_SINE] as number);
  const wasBelow = (state[SINE] as number) < (state[LEAD_SINE] as number);
  const hasCrossed = (sine > lead && !wasAbove) || (sine < lead && !wasBelow);
  const days = (hasCrossed ? 0 : (state[DAYS] as number)) + 1;
  state[SINE] = sine;
  state[LEAD_SINE] = lead;
  state[DAYS] = days;
  const line = state[TREND_LINE] as number;
  if (line !== 0 && Math.abs((cycleSmoothPrice(state) - line) / line) >= 0.015) return true;
  const turn = phase - lastPhase;
  const isCycling = period !== 0 && turn > (0.67 * 360) / period && turn < (1.5 * 360) / period;
  return !hasCrossed && days >= 0.5 * period && !isCycling;
}

function writeFirst(outputs: Columns, row: number, value: number): void {
  (outputs[0] as Float64Array)[row] = value;
}
