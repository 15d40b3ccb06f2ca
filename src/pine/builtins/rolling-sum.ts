// Sum of the newest values, carried from bar to bar with a compensation of its rounding. Each bar
// takes the oldest entry out and the new value in; an entry is what the sum really gained by it.
// Where the compensation would be lost beside the new value, the window is summed anew, newest
// first. A value that is `na` leaves the window as it is.

import { checkedLength } from '#pine/builtins/window.ts';
import { now } from '#pine/runtime/pine-now.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';

type Machine = { sum: number; rest: number; head: number; count: number; length: number };

/** Plain data: what this bar left, and what the bar before did. */
export type RollingSum = {
  bar?: number;
  here?: Machine;
  last?: Machine;
  /** A ring of what each value added. */
  entries?: number[];
  /** The newest values, oldest first. */
  raw?: number[];
  /** Of the entry that this bar took the place of. */
  replaced?: number;
  hasPushed?: boolean;
  /** So many values are retained at least. */
  keep?: number;
};

const FRESH: Machine = { sum: 0, rest: 0, head: 0, count: 0, length: 0 };

/** Sum of the newest values, NaN before there are enough; values that are na are passed over. */
export function rollingSum(
  state: RollingSum,
  source: number,
  length: number,
  name: string,
): number {
  const n = checkedLength(length, name);
  chargeSteps(1.5);
  const here = begin(state);
  const raw = (state.raw ??= []);
  const isKnown = !Number.isNaN(source);
  if (isKnown) {
    raw.push(source);
    state.hasPushed = true;
    const most = Math.max(n, state.keep ?? 0);
    if (raw.length > 2 * most + 64) raw.splice(0, raw.length - most - 2);
  }
  if (n === 1) {
    here.length = 1;
    return source;
  }
  if (here.length !== n) return restart(state, here, n);
  if (isKnown) take(state, here, source, n);
  return here.count < n ? NaN : here.sum;
}

/** A second call on one bar works from where the bar before left. */
function begin(state: RollingSum): Machine {
  if (state.bar !== now.bar) {
    const here = (state.here ??= { ...FRESH });
    copy((state.last ??= { ...FRESH }), here);
    state.bar = now.bar;
    state.hasPushed = false;
    return here;
  }
  const { here = { ...FRESH }, last = FRESH } = state;
  if (state.hasPushed === true) {
    state.raw?.pop();
    if (here.length === last.length && state.entries !== undefined)
      state.entries[last.head] = state.replaced ?? 0;
  }
  state.hasPushed = false;
  // With another length its entries were written anew.
  const length = here.length === last.length ? last.length : 0;
  copy(here, last);
  here.length = length;
  state.here = here;
  return here;
}

/** Field by field, since this is done for each bar. */
function copy(to: Machine, { sum, rest, head, count, length }: Machine): void {
  to.sum = sum;
  to.rest = rest;
  to.head = head;
  to.count = count;
  to.length = length;
}

/** Of the newest `n` values, newest first. */
function plainSum(raw: readonly number[], n: number): number {
  let total = raw.at(-1) ?? 0;
  for (let age = 1; age < n; age += 1) total = (raw[raw.length - 1 - age] ?? 0) + total;
  return total;
}

function restart(state: RollingSum, here: Machine, n: number): number {
  const raw = state.raw ?? [];
  const count = Math.min(raw.length, n);
  chargeSteps(2 * n);
  const entries = raw.slice(raw.length - count);
  while (entries.length < n) entries.push(0);
  state.entries = entries;
  Object.assign(here, {
    sum: count === 0 ? 0 : plainSum(raw, count),
    rest: 0,
    head: count === n ? 0 : count,
    count,
    length: n,
  });
  return count === n ? here.sum : NaN;
}

function take(state: RollingSum, here: Machine, value: number, n: number): void {
  const entries = (state.entries ??= []);
  const { sum, rest, head, count } = here;
  const isFull = count === n;
  const oldest = isFull ? (entries[head] ?? 0) : 0;
  state.replaced = entries[head] ?? 0;
  if (isLost(rest, value)) {
    chargeSteps(n / 2);
    here.sum = plainSum(state.raw ?? [], isFull ? n : count + 1);
    here.rest = 0;
    entries[head] = value;
  } else {
    const out = -oldest - rest;
    const between = sum + out;
    const error = between - sum - out;
    const gained = value - error;
    here.sum = between + gained;
    here.rest = here.sum - between - gained;
    entries[head] = gained;
  }
  if (!isFull) here.count = count + 1;
  here.head = head + 1 === n ? 0 : head + 1;
}

/** Whether the compensation does not survive an addition to the value. */
function isLost(rest: number, value: number): boolean {
  if (rest === 0 || value === 0) return false;
  const size = Math.abs(rest);
  const both = value + size;
  return both !== 0 && Number.isFinite(both) && size - (both - value) > 0;
}
