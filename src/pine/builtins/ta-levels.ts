// `ta.*`: extremes, changes, crossings, counts of bars and pivots.

import type { Running, Window } from '#pine/builtins/window.ts';
import { TOLERANCE, before, checkedLength, feed, part, quotient } from '#pine/builtins/window.ts';
import { hostNow, now } from '#pine/runtime/pine-now.ts';

type Parts = Record<string, unknown>;

export const LEVEL_SIGNATURES = `
*ta.highest(int length) => series float
*ta.highest(float source, int length) => series float
*ta.lowest(int length) => series float
*ta.lowest(float source, int length) => series float
*ta.highestbars(int length) => series int
*ta.highestbars(float source, int length) => series int
*ta.lowestbars(int length) => series int
*ta.lowestbars(float source, int length) => series int
*ta.max(float source) => series float
*ta.min(float source) => series float
*ta.range(float source, int length) => series float
*ta.change(bool source) => series bool
*ta.change(float source, int length?) => series float
*ta.mom(float source, int length) => series float
*ta.roc(float source, int length) => series float
*ta.rising(float source, int length) => series bool
*ta.falling(float source, int length) => series bool
*ta.cross(float source1, float source2) => series bool
*ta.crossover(float source1, float source2) => series bool
*ta.crossunder(float source1, float source2) => series bool
*ta.barssince(bool condition) => series int
*ta.valuewhen(bool condition, T source, simple int occurrence) => series T
*ta.pivothigh(int leftbars, int rightbars) => series float
*ta.pivothigh(float source, int leftbars, int rightbars) => series float
*ta.pivotlow(int leftbars, int rightbars) => series float
*ta.pivotlow(float source, int leftbars, int rightbars) => series float
`;

type Extreme = { readonly value: number; readonly age: number };

/** The highest (`sign` 1) or lowest of the newest values, the oldest of equal ones. */
function extreme(state: Window, source: number, length: number, sign: 1 | -1): Extreme {
  const n = checkedLength(length, sign === 1 ? 'ta.highest' : 'ta.lowest');
  const values = feed(state, source, n);
  if (values.length < n) return { value: NaN, age: NaN };
  let [best, age] = [NaN, 0];
  for (let back = 0; back < n; back += 1) {
    const value = values[values.length - 1 - back] ?? NaN;
    if (!Number.isNaN(value) && (Number.isNaN(best) || sign * value >= sign * best))
      [best, age] = [value, back];
  }
  return { value: best, age };
}

/** Of the highs or lows where only a length is given. */
function shortForm(
  sign: 1 | -1,
  source: number,
  length: number | undefined,
): readonly [number, number] {
  if (length !== undefined) return [source, length];
  return [sign === 1 ? now.high : now.low, source];
}

function extremeValue(sign: 1 | -1) {
  return (state: Window, source: number, length?: number): number =>
    extreme(state, ...shortForm(sign, source, length), sign).value;
}

function extremeBars(sign: 1 | -1) {
  return (state: Window, source: number, length?: number): number =>
    -extreme(state, ...shortForm(sign, source, length), sign).age;
}

export const highest = extremeValue(1);
export const lowest = extremeValue(-1);

function bestSoFar(sign: 1 | -1) {
  return (state: Running, source: number): number => {
    const last = before(state);
    const isBetter = Number.isNaN(last) || sign * source > sign * last;
    state.value = isBetter && !Number.isNaN(source) ? source : last;
    return state.value;
  };
}

function range(state: Parts, source: number, length: number): number {
  const [most, least] = [
    highest(part(state, 'most'), source, length),
    lowest(part(state, 'least'), source, length),
  ];
  return Number.isNaN(source) ? NaN : most - least;
}

/** The value of so many bars before. */
function earlier(state: Window, source: number, length: number): number {
  const n = checkedLength(length, 'ta.change');
  const values = feed(state, source, n + 1);
  return values[values.length - 1 - n] ?? NaN;
}

function change(state: Window, source: number | boolean, length = 1): number | boolean {
  if (typeof source !== 'boolean') return source - earlier(state, source, length);
  const last = earlier(state, source ? 1 : 0, 1);
  return !Number.isNaN(last) && (last === 1) !== source;
}

function roc(state: Window, source: number, length: number): number {
  const last = earlier(state, source, length);
  return quotient(100 * (source - last), last);
}

/** A step within the tolerance ends it. */
function goesOn(sign: 1 | -1) {
  return (state: Parts, source: number, length: number): boolean => {
    const n = checkedLength(length, 'ta.rising');
    const value = part<Running>(state, 'value');
    const count = part<Running>(state, 'count');
    const [last, countBefore] = [before(value), before(count)];
    value.value = source;
    count.value = sign * (source - last) > TOLERANCE ? (countBefore || 0) + 1 : 0;
    return count.value >= n;
  };
}

/** What the sources were on the last bar on which both were known. */
function relationBefore(state: Parts, one: number, other: number): readonly [number, number] {
  const [a, b] = [part<Running>(state, 'one'), part<Running>(state, 'other')];
  const [lastOne, lastOther] = [before(a), before(b)];
  const areKnown = !Number.isNaN(one) && !Number.isNaN(other);
  [a.value, b.value] = areKnown ? [one, other] : [lastOne, lastOther];
  return [lastOne, lastOther];
}

function crossover(state: Parts, one: number, other: number): boolean {
  const [lastOne, lastOther] = relationBefore(state, one, other);
  return one > other && lastOne <= lastOther;
}

function crossunder(state: Parts, one: number, other: number): boolean {
  const [lastOne, lastOther] = relationBefore(state, one, other);
  return one < other && lastOne >= lastOther;
}

/** Out of the last side on which the first clearly was; equality keeps the side. */
function cross(state: Running, one: number, other: number): boolean {
  const last = before(state) || 0;
  const difference = one - other;
  if (Math.abs(difference) > TOLERANCE) state.value = Math.sign(difference);
  else state.value = last;
  return (last < 0 && one > other) || (last > 0 && one < other);
}

function barsSince(state: Running, condition: boolean | null): number {
  const last = before(state);
  state.value = condition === true ? 0 : last + 1;
  return state.value;
}

type Occasions = { bar?: number; values?: unknown[]; count?: number };

function valueWhen(
  state: Occasions,
  condition: boolean | null,
  source: unknown,
  occurrence: number,
): unknown {
  const values = (state.values ??= []);
  if (state.bar === now.bar) values.length = Math.min(values.length, state.count ?? 0);
  state.bar = now.bar;
  state.count = values.length;
  if (condition === true) values.push(source);
  const n = Math.trunc(occurrence);
  if (values.length > 2 * n + 64) {
    values.splice(0, values.length - n - 2);
    state.count = values.length - (condition === true ? 1 : 0);
  }
  const found = values[values.length - 1 - n];
  return found === undefined ? (typeof source === 'number' ? NaN : null) : found;
}

function pivot(sign: 1 | -1) {
  return (state: Window, a: number, b: number, c?: number): number => {
    const [source, left, right] =
      c === undefined ? [sign === 1 ? now.high : now.low, a, b] : [a, b, c];
    const [l, r] = [Math.trunc(left), Math.trunc(right)];
    const n = checkedLength(l + r + 1, sign === 1 ? 'ta.pivothigh' : 'ta.pivotlow');
    const values = feed(state, source, n);
    if (values.length < n) return NaN;
    const at = values.length - 1 - r;
    const middle = values[at] ?? NaN;
    if (Number.isNaN(source)) return NaN;
    // Of equal values the newest is the pivot; those that are `na` are passed over.
    for (let other = values.length - n; other < values.length; other += 1) {
      const value = values[other] ?? NaN;
      if (sign * value > sign * middle) return NaN;
      if (other > at && value === middle) return NaN;
    }
    return middle;
  };
}

export const LEVELS = {
  'ta.highest': highest,
  'ta.lowest': lowest,
  'ta.highestbars': extremeBars(1),
  'ta.lowestbars': extremeBars(-1),
  'ta.max': bestSoFar(1),
  'ta.min': bestSoFar(-1),
  'ta.range': range,
  'ta.change': change,
  'ta.mom': (state: Window, source: number, length: number) =>
    source - earlier(state, source, length),
  'ta.roc': roc,
  'ta.rising': goesOn(1),
  'ta.falling': goesOn(-1),
  'ta.cross': cross,
  'ta.crossover': crossover,
  'ta.crossunder': crossunder,
  'ta.barssince': barsSince,
  'ta.valuewhen': valueWhen,
  'ta.pivothigh': pivot(1),
  'ta.pivotlow': pivot(-1),
};

/** A price of the bar before. */
export function pastPrice(name: string, offset: number): number {
  return hostNow().pastPrice(name, offset);
}
