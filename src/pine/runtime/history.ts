// The past of a value: one entry for each bar on which it was set. A second setting on the same bar
// replaces the first, so a loop and a function that is called twice leave their last value.

import { PineFault, now } from '#pine/runtime/pine-now.ts';

export type History = {
  /** The bar of the newest entry. */
  bar: number;
  readonly values: unknown[];
  /** How far back it is read. */
  readonly most: number;
};

/** History without values, of so many bars. */
export function history(most: number): History {
  return { bar: -1, values: [], most };
}

/** Sets the value of the current bar. */
export function set(retained: History, value: unknown): void {
  const { values } = retained;
  if (retained.bar === now.bar) {
    values[values.length - 1] = value;
    return;
  }
  retained.bar = now.bar;
  values.push(value);
  if (values.length > 2 * retained.most + 64) values.splice(0, values.length - retained.most - 1);
}

/** The value of so many bars ago; `value` is the current one, `na` stands where there is none. */
export function past(retained: History, value: unknown, offset: number, na: unknown): unknown {
  if (offset === 0) return value;
  if (!(offset > 0)) {
    if (offset < 0) throw new PineFault('an offset below zero would look ahead');
    return na;
  }
  const { values } = retained;
  const newest = retained.bar === now.bar ? values.length - 1 : values.length;
  const at = newest - Math.trunc(offset);
  return at >= 0 && at < values.length ? values[at] : na;
}

/** Notes the value, and reads its past. */
export function noted(retained: History, value: unknown, offset: number, na: unknown): unknown {
  set(retained, value);
  return past(retained, value, offset, na);
}
