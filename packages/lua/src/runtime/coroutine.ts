// Coroutines without threads. A script that can reach the coroutine library has its functions
// compiled in two forms: the plain one, and a generator in which every call may suspend. A
// coroutine runs the second; code outside of coroutines, and all code of other scripts, runs the
// first and pays nothing.

import { COROUTINES, SLOTS, chargeBytes, chargeSteps, meter } from '#lua/runtime/meter.ts';
import { running } from '#lua/runtime/running.ts';
import { COROUTINE_STEPS, RESUMED_SLOT_STEPS } from '#lua/runtime/step-prices.ts';
import { LuaError } from '#lua/runtime/script-fault.ts';
import { all } from '#lua/runtime/value.ts';
import type { LuaFunction, LuaResult, LuaValue } from '#lua/runtime/value.ts';

export type CoroutineStatus = 'suspended' | 'running' | 'normal' | 'dead';

const COROUTINE_BYTES = 1_000;
const RESUME_SLOTS = 150;

type Body = Generator<LuaValue[], LuaResult, LuaValue[]>;

/** A class for `instanceof`, which is how it is distinguished from tables and host values. */
export class Coroutine {
  readonly body: LuaFunction;
  status: CoroutineStatus = 'suspended';
  activity: Body | null = null;
  /** Who resumed it. */
  resumer: Coroutine | null = null;
  /** Stack slots its frames take again when it is resumed. */
  slots = 0;

  constructor(body: LuaFunction) {
    this.body = body;
  }
}

/** Coroutine of a function, which is charged. Throws past the most that a run may have. */
export function createCoroutine(body: LuaFunction): Coroutine {
  chargeBytes(COROUTINE_BYTES);
  chargeSteps(COROUTINE_STEPS);
  if ((meter[COROUTINES] = (meter[COROUTINES] ?? 0) - 1) < 0) {
    meter[COROUTINES] = 0;
    throw new LuaError('too many coroutines');
  }
  return new Coroutine(body);
}

function enter(coroutine: Coroutine, args: LuaValue[]): IteratorResult<LuaValue[], LuaResult> {
  if (coroutine.activity !== null) return coroutine.activity.next(args);
  const resumable = coroutine.body.resumable;
  // A library function cannot yield, so its plain form is the whole of it.
  if (resumable === undefined) return { done: true, value: coroutine.body(...args) };
  coroutine.activity = resumable(...args);
  return coroutine.activity.next([]);
}

function settle(coroutine: Coroutine, status: CoroutineStatus): void {
  coroutine.status = status;
  running.coroutine = coroutine.resumer;
  if (coroutine.resumer !== null) coroutine.resumer.status = 'running';
  coroutine.resumer = null;
  if (status !== 'dead') return;
  coroutine.activity = null;
  meter[COROUTINES] = (meter[COROUTINES] ?? 0) + 1;
}

/** Runs a suspended coroutine up to its next yield or its end. Throws what its body throws. */
export function resumeCoroutine(coroutine: Coroutine, args: LuaValue[]): LuaValue[] {
  if (coroutine.status !== 'suspended') {
    const state = coroutine.status === 'dead' ? 'dead' : 'non-suspended';
    throw new LuaError(`cannot resume ${state} coroutine`);
  }
  const slotsBefore = meter[SLOTS] ?? 0;
  const slotsInside = slotsBefore - RESUME_SLOTS - coroutine.slots;
  if (slotsInside < 0) throw new LuaError('stack overflow');
  if (coroutine.slots > 0) chargeSteps(coroutine.slots * RESUMED_SLOT_STEPS);
  coroutine.resumer = running.coroutine;
  if (coroutine.resumer !== null) coroutine.resumer.status = 'normal';
  coroutine.status = 'running';
  running.coroutine = coroutine;
  meter[SLOTS] = slotsInside;
  try {
    const step = enter(coroutine, args);
    coroutine.slots += slotsInside - (meter[SLOTS] ?? 0);
    settle(coroutine, step.done === true ? 'dead' : 'suspended');
    return all(step.value);
  } catch (thrown) {
    settle(coroutine, 'dead');
    throw thrown;
  } finally {
    meter[SLOTS] = slotsBefore;
  }
}

/** Gives up a coroutine that does not run; its pending `<close>` variables are closed. */
export function closeCoroutine(coroutine: Coroutine): void {
  if (coroutine.status !== 'suspended' && coroutine.status !== 'dead') {
    throw new LuaError(`cannot close a ${coroutine.status} coroutine`);
  }
  if (coroutine.status === 'dead') return;
  const activity = coroutine.activity;
  coroutine.status = 'dead';
  coroutine.activity = null;
  meter[COROUTINES] = (meter[COROUTINES] ?? 0) + 1;
  activity?.return([]);
}

/** `coroutine.yield` outside of generator code. */
export function yieldOutside(): never {
  throw new LuaError(
    running.coroutine === null
      ? 'attempt to yield from outside a coroutine'
      : 'attempt to yield across a C-call boundary',
  );
}
