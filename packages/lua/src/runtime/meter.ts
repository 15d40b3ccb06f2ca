// Meter of the running script's rest: steps, stack slots, bytes, coroutines. One meter for each
// thread, because a thread runs one script at a time; a typed array of module scope is the fastest
// counter that V8 offers to generated code. Whoever starts a run fills it (see run-script.ts).

import { ScriptFault, withDeepTrace } from '#lua/runtime/script-fault.ts';

export const STEPS = 0;
export const SLOTS = 1;
export const BYTES = 2;
export const COROUTINES = 3;
/** What the last update that came to its end had left of its steps. */
export const STEPS_LEFT = 4;

/**
 * Over a buffer of its own, whose place V8 can write into code: small arrays without one move about
 * among other objects.
 */
export const meter = new Int32Array(new ArrayBuffer(32));

const FULL = 2 ** 31 - 1;

/**
 * Fills the meter: work that no script asks for is not charged. Each slice of a run ends with it,
 * so what is counted is written place by place.
 */
export function fillMeter(): void {
  meter[STEPS] = FULL;
  meter[SLOTS] = FULL;
  meter[BYTES] = FULL;
  meter[COROUTINES] = FULL;
  meter[STEPS_LEFT] = FULL;
}

fillMeter();

/** Ends the run: the budget of steps is used up. */
export function outOfSteps(): never {
  meter[STEPS] = 0;
  throw withDeepTrace(() => new ScriptFault('steps', 'instruction budget exceeded'));
}

/** Ends the run: more memory was taken than is allowed. */
export function outOfBytes(): never {
  meter[BYTES] = 0;
  throw withDeepTrace(() => new ScriptFault('memory', 'not enough memory'));
}

/** Charges work; `steps` may be any non-negative number. */
export function chargeSteps(steps: number): void {
  const left = (meter[STEPS] ?? 0) - steps;
  if (!(left >= 0)) outOfSteps();
  meter[STEPS] = left;
}

/** Charges memory before it is taken. */
export function chargeBytes(bytes: number): void {
  const left = (meter[BYTES] ?? 0) - bytes;
  if (!(left >= 0)) outOfBytes();
  meter[BYTES] = left;
}
