// Ehlers' cycle measurements by a Hilbert transform ("Rocket Science for Traders", 2001), with
// TA-Lib's constants and warm-up: the price is smoothed from the fourth row on, and the transform
// begins `quiet` rows later with all its memory at zero.

import type { Columns, Kernel } from '#indicators/kernel.ts';

const QUIET = 0;
const COUNT = 1;
const PERIOD = 2;
const SMOOTH_PERIOD = 3;
const IN_PHASE = 4;
const QUADRATURE = 5;
const REAL = 6;
const IMAGINARY = 7;
/**
 * The quadrature and in-phase part that are handed out: that of this row, and of three rows ago.
 */
const Q1 = 8;
const I1 = 9;
const PRICES = 10;
/** Seven rows each of the smoothed price, the detrended price, and its two components. */
const TAPS = 7;
const SMOOTH = 14;
const DETREND = SMOOTH + TAPS;
const FIRST_I = DETREND + TAPS;
const FIRST_Q = FIRST_I + TAPS;

/** Numbers that a cycle takes in the state of a kernel; its own follow behind. */
export const CYCLE_SIZE = FIRST_Q + TAPS;

const DEGREES = 180 / Math.PI;

/** The phase components and periods of the cycle, for kernels that use them. */
export function cyclePeriod(state: Float64Array): number {
  return state[SMOOTH_PERIOD] as number;
}

function cycleQuadrature(state: Float64Array): number {
  return state[Q1] as number;
}

function cycleInPhase(state: Float64Array): number {
  return state[I1] as number;
}

/** Smoothed price of the newest row. */
export function cycleSmoothPrice(state: Float64Array): number {
  return state[SMOOTH] as number;
}

/** Takes in a price. True as soon as the transform has begun. */
export function advanceCycle(state: Float64Array, price: number): boolean {
  const count = state[COUNT] as number;
  state.copyWithin(PRICES + 1, PRICES, PRICES + 3);
  state[PRICES] = price;
  const begins = 3 + (state[QUIET] as number);
  if (count < begins) {
    state[COUNT] = count + 1;
    return false;
  }
  const smooth =
    (4 * price +
      3 * (state[PRICES + 1] as number) +
      2 * (state[PRICES + 2] as number) +
      (state[PRICES + 3] as number)) /
    10;
  const scale = 0.075 * (state[PERIOD] as number) + 0.54;
  push(state, SMOOTH, smooth);
  push(state, DETREND, transform(state, SMOOTH) * scale);
  push(state, FIRST_Q, transform(state, DETREND) * scale);
  push(state, FIRST_I, state[DETREND + 3] as number);
  const phaseI = transform(state, FIRST_I) * scale;
  const phaseQ = transform(state, FIRST_Q) * scale;
  const quarter = state[FIRST_Q] as number;
  const inner = state[FIRST_I] as number;
  state[Q1] = quarter;
  state[I1] = inner;
  const quadrature = 0.2 * (quarter + phaseI) + 0.8 * (state[QUADRATURE] as number);
  const inPhase = 0.2 * (inner - phaseQ) + 0.8 * (state[IN_PHASE] as number);
  measurePeriod(state, inPhase, quadrature);
  return true;
}

/** The taps of the transform, applied to a series of which every second row counts. */
function transform(state: Float64Array, at: number): number {
  const near = 0.0962 * ((state[at] as number) - (state[at + 6] as number));
  return near + 0.5769 * ((state[at + 2] as number) - (state[at + 4] as number));
}

function push(state: Float64Array, at: number, value: number): void {
  for (let tap = at + TAPS - 1; tap > at; tap -= 1) state[tap] = state[tap - 1] as number;
  state[at] = value;
}

/** The period of the cycle from the turn of the phasor since the last row. */
function measurePeriod(state: Float64Array, inPhase: number, quadrature: number): void {
  const lastI = state[IN_PHASE] as number;
  const lastQ = state[QUADRATURE] as number;
  const real = 0.2 * (inPhase * lastI + quadrature * lastQ) + 0.8 * (state[REAL] as number);
  const imaginary =
    0.2 * (inPhase * lastQ - quadrature * lastI) + 0.8 * (state[IMAGINARY] as number);
  const last = state[PERIOD] as number;
  const turned = imaginary !== 0 && real !== 0;
  const measured = turned ? 360 / (Math.atan(imaginary / real) * DEGREES) : last;
  const near = Math.max(Math.min(measured, 1.5 * last), 0.67 * last);
  const period = 0.2 * Math.min(Math.max(near, 6), 50) + 0.8 * last;
  state[IN_PHASE] = inPhase;
  state[QUADRATURE] = quadrature;
  state[REAL] = real;
  state[IMAGINARY] = imaginary;
  state[PERIOD] = period;
  state[SMOOTH_PERIOD] = 0.33 * period + 0.67 * (state[SMOOTH_PERIOD] as number);
}

/** Rows that TA-Lib leaves out before its first value, in the shorter and the longer warm-up. */
const SHORT_LOOKBACK = 32;
const LONG_LOOKBACK = 63;
const SHORT_QUIET = 9;
const LONG_QUIET = 34;

/** Of a row, in recurrences; see Kernel. */
const ROW_WORK = 16;

/**
 * A kernel over a cycle: `write` takes the row in and writes it; before the lookback it is erased.
 */
export function cycleKernel(
  name: string,
  shape: { readonly outputs: number; readonly isLong: boolean; readonly size: number },
  write: (state: Float64Array, price: number, outputs: Columns, row: number) => void,
): Kernel {
  const lookback = shape.isLong ? LONG_LOOKBACK : SHORT_LOOKBACK;
  // How many rows were seen, behind the cycle and what the kernel itself remembers.
  const seenAt = CYCLE_SIZE + shape.size;
  return {
    name,
    outputs: shape.outputs,
    lookback: () => lookback,
    size: () => seenAt + 1,
    rowWork: () => ROW_WORK,
    begin: (state, parameters) => {
      state[QUIET] = shape.isLong ? LONG_QUIET : SHORT_QUIET;
      state.set(parameters, CYCLE_SIZE);
    },
    run: (state, inputs, outputs, from, to) => {
      const source = inputs[0] as Float64Array;
      for (let row = from; row < to; row += 1) {
        write(state, source[row] as number, outputs, row);
        const seen = state[seenAt] as number;
        if (seen >= lookback) continue;
        state[seenAt] = seen + 1;
        for (const column of outputs) column[row] = Number.NaN;
      }
    },
  };
}

/** The period of the dominant cycle in rows. */
export const dominantPeriod = cycleKernel(
  'dominant period',
  { outputs: 1, isLong: false, size: 0 },
  (state, price, outputs, row) => {
    advanceCycle(state, price);
    (outputs[0] as Float64Array)[row] = cyclePeriod(state);
  },
);

/** The phasor: in-phase and quadrature component. */
export const phasor = cycleKernel(
  'phasor',
  { outputs: 2, isLong: false, size: 0 },
  (state, price, outputs, row) => {
    advanceCycle(state, price);
    (outputs[0] as Float64Array)[row] = cycleInPhase(state);
    (outputs[1] as Float64Array)[row] = cycleQuadrature(state);
  },
);

const FAST_LIMIT = CYCLE_SIZE;
const SLOW_LIMIT = CYCLE_SIZE + 1;
const PHASE = CYCLE_SIZE + 2;
const MAMA = CYCLE_SIZE + 3;
const FAMA = CYCLE_SIZE + 4;

/**
 * Ehlers' MESA adaptive average and its follower: the faster the phase turns, the slower they move
 * ("MESA Adaptive Moving Averages", 2001). Parameters: fast limit, slow limit.
 */
export const phaseAdaptiveMean = cycleKernel(
  'phase-adaptive mean',
  { outputs: 2, isLong: false, size: 5 },
  (state, price, outputs, row) => {
    if (!advanceCycle(state, price)) return;
    const inPhase = cycleInPhase(state);
    const phase = inPhase === 0 ? 0 : Math.atan(cycleQuadrature(state) / inPhase) * DEGREES;
    const turn = Math.max((state[PHASE] as number) - phase, 1);
    state[PHASE] = phase;
    const fast = state[FAST_LIMIT] as number;
    const share = turn > 1 ? Math.max(fast / turn, state[SLOW_LIMIT] as number) : fast;
    const mama = share * price + (1 - share) * (state[MAMA] as number);
    const follow = 0.5 * share;
    const fama = follow * mama + (1 - follow) * (state[FAMA] as number);
    state[MAMA] = mama;
    state[FAMA] = fama;
    (outputs[0] as Float64Array)[row] = mama;
    (outputs[1] as Float64Array)[row] = fama;
  },
);
