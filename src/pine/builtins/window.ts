// States of built-in functions that look back: each call of a script has one, as plain data. On a
// second call on the same bar they work from where the bar before left them.

import { chargeSteps } from '#lua/runtime/meter.ts';
import { PineFault, now } from '#pine/runtime/pine-now.ts';

/** The newest values that a call has been given, oldest first. */
export type Window = {
  bar?: number;
  values?: number[];
  /** So many are retained at least, where the length changes from bar to bar. */
  keep?: number;
};

const LENGTH_MAX = 100_000;

/** Numbers no farther apart are equal, in comparisons of the language and of some `ta.*`. */
export const TOLERANCE = 1e-10;

/** Length without its fraction. Throws `PineFault` outside of the bounds. */
export function checkedLength(length: number, name: string): number {
  const whole = Math.trunc(length);
  if (!(whole >= 1 && whole <= LENGTH_MAX))
    throw new PineFault(`${name}: a length of 1 to ${LENGTH_MAX} expected, found ${length}`);
  return whole;
}

/** Adds the value of this bar; gives all that are retained, at least the newest `length`. */
export function feed(state: Window, value: number, length: number): readonly number[] {
  const values = (state.values ??= []);
  if (state.bar === now.bar) values[values.length - 1] = value;
  else values.push(value);
  state.bar = now.bar;
  const most = Math.max(length, state.keep ?? 0);
  if (values.length > 2 * most + 32) values.splice(0, values.length - most - 1);
  chargeSteps(1 + length / 2);
  return values;
}

/** As `feed`, of values that are not `na`: others leave it as it is. */
export function feedKnown(state: Window, value: number, length: number): readonly number[] {
  if (!Number.isNaN(value)) return feed(state, value, length);
  const values = (state.values ??= []);
  if (state.bar === now.bar) {
    values.pop();
    delete state.bar;
  }
  chargeSteps(1);
  return values;
}

/** A number that each bar changes. */
export type Running = { bar?: number; before?: number; value?: number };

/** What the bar before left; NaN on the first. */
export function before(state: Running): number {
  if (state.bar !== now.bar) {
    state.before = state.value ?? NaN;
    state.bar = now.bar;
  }
  return state.before ?? NaN;
}

/** The state of a part of a function, by name. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows its kind
export function part<T extends object>(state: Record<string, unknown>, name: string): T {
  return (state[name] ?? makePart(state, name)) as T;
}

function makePart(state: Record<string, unknown>, name: string): object {
  const { keep } = state;
  const made = typeof keep === 'number' ? { keep } : {};
  state[name] = made;
  return made;
}

/** What is divided by zero is `na`. */
export function quotient(one: number, other: number): number {
  return other === 0 ? NaN : one / other;
}
