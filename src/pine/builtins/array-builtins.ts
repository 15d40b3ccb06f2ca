// `array.*`. An index that is `na` is no place: what is read there is `na`, and nothing is changed.

import { chargeSteps } from '#lua/runtime/meter.ts';
import { ARRAY_STATISTICS } from '#pine/builtins/array-statistics.ts';
import { compare, sortKey } from '#pine/builtins/sort-order.ts';
import { joinTexts, shownItems } from '#pine/builtins/text-builtins.ts';
import { TOLERANCE } from '#pine/builtins/window.ts';
import { PineFault } from '#pine/runtime/pine-now.ts';
import type { PineArray } from '#pine/runtime/pine-values.ts';
import {
  ELEMENTS_MAX,
  arrayOf,
  checkedIndex,
  checkedSize,
  elements,
  isNa,
  writeSlice,
} from '#pine/runtime/pine-values.ts';

export const ARRAY_SIGNATURES = `
array.new(int size?, T initial_value?) => series array<T>
array.new_float(int size?, float initial_value?) => series array<float>
array.new_int(int size?, int initial_value?) => series array<int>
array.new_bool(int size?, bool initial_value?) => series array<bool>
array.new_string(int size?, string initial_value?) => series array<string>
array.new_color(int size?, color initial_value?) => series array<color>
array.new_line(int size?, line initial_value?) => series array<line>
array.new_label(int size?, label initial_value?) => series array<label>
array.new_box(int size?, box initial_value?) => series array<box>
array.new_table(int size?, table initial_value?) => series array<table>
array.new_linefill(int size?, linefill initial_value?) => series array<linefill>
array.from(...T arg0) => series array<T>
array.size(array<T> id) => series int
array.get(array<T> id, int index) => series T
array.set(array<T> id, int index, T value) => void
array.push(array<T> id, T value) => void
array.pop(array<T> id) => series T
array.unshift(array<T> id, T value) => void
array.shift(array<T> id) => series T
array.insert(array<T> id, int index, T value) => void
array.remove(array<T> id, int index) => series T
array.clear(array<T> id) => void
array.first(array<T> id) => series T
array.last(array<T> id) => series T
array.copy(array<T> id) => series array<T>
array.slice(array<T> id, int index_from, int index_to) => series array<T>
array.concat(array<T> id1, array<T> id2) => series array<T>
array.fill(array<T> id, T value, int index_from?, int index_to?) => void
array.reverse(array<T> id) => void
array.includes(array<T> id, T value) => series bool
array.indexof(array<T> id, T value) => series int
array.lastindexof(array<T> id, T value) => series int
array.join(array<T> id, string separator?) => series string
array.sort(array<T> id, string order?, any sort_field?) => void
array.sort_indices(array<T> id, string order?, any sort_field?) => series array<int>
array.binary_search(array<T> id, any val, any sort_field?) => series int
array.binary_search_leftmost(array<T> id, any val, any sort_field?) => series int
array.binary_search_rightmost(array<T> id, any val, any sort_field?) => series int
array.sum(array<T> id) => series T
array.avg(array<T> id) => series float
array.min(array<T> id, int nth?) => series T
array.max(array<T> id, int nth?) => series T
array.range(array<T> id) => series T
array.median(array<T> id) => series float
array.mode(array<T> id) => series T
array.variance(array<T> id, bool biased?) => series float
array.stdev(array<T> id, bool biased?) => series float
array.covariance(array<T> id1, array<T> id2, bool biased?) => series float
array.abs(array<T> id) => series array<T>
array.standardize(array<T> id) => series array<float>
array.percentrank(array<T> id, int index) => series float
array.percentile_linear_interpolation(array<T> id, float percentage) => series float
array.percentile_nearest_rank(array<T> id, float percentage) => series float
array.every(array<T> id) => series bool
array.some(array<T> id) => series bool
`;

function made(size = 0, initial: unknown = NaN): PineArray {
  const count = Number.isNaN(size) ? 0 : checkedSize(size, 'array.new');
  return arrayOf(Array.from({ length: count }, () => initial));
}

function makeOf(empty: unknown) {
  return (size?: number, initial: unknown = empty): PineArray => made(size, initial);
}

function grown(array: PineArray | null): unknown[] {
  const values = elements(array);
  if (values.length >= ELEMENTS_MAX)
    throw new PineFault(`an array has at most ${ELEMENTS_MAX} elements`);
  chargeSteps(1);
  return values;
}

function nonEmpty(array: PineArray | null, what: string): unknown[] {
  const values = elements(array);
  if (values.length === 0) throw new PineFault(`${what}: the array is empty`);
  return values;
}

function shiftCost(values: readonly unknown[]): void {
  chargeSteps(values.length / 16);
}

/** `na` of the kind of the elements. */
function naLike(values: readonly unknown[]): unknown {
  return typeof values[0] === 'object' || typeof values[0] === 'string' ? null : NaN;
}

const COMPARED_STEPS = 8;

/** Texts are compared to their end, the first of them stands for all. */
function sortCost(values: readonly unknown[]): void {
  const [first] = values;
  const steps = COMPARED_STEPS + (typeof first === 'string' ? first.length / 16 : 0);
  chargeSteps(steps * values.length * Math.log2(values.length + 1));
}

function sort(array: PineArray | null, wanted?: string, sortField?: string | number): void {
  const values = elements(array);
  sortCost(values);
  const keyOf = sortKey(sortField);
  values.sort((a, b) => compare(keyOf(a), keyOf(b)));
  if (wanted === 'descending') values.reverse();
}

function sortIndices(
  array: PineArray | null,
  wanted?: string,
  sortField?: string | number,
): PineArray {
  const values = elements(array);
  sortCost(values);
  const keys = values.map(sortKey(sortField));
  const places = [...keys.keys()].toSorted((a, b) => compare(keys[a], keys[b]) || a - b);
  return arrayOf(wanted === 'descending' ? places.toReversed() : places);
}

/** Searches an array that ascends, by the field where its elements are objects. */
function searching(side: -1 | 0 | 1) {
  return (array: PineArray | null, value: unknown, sortField?: string | number): number => {
    const values = elements(array);
    const keyOf = sortKey(sortField);
    const compared = (at: number): number => compare(keyOf(values[at]), value);
    let [from, to] = [0, values.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      const order = compared(middle);
      if (side === 1 ? order <= 0 : order < 0) from = middle + 1;
      else to = middle;
    }
    const isAt = (at: number): boolean => at >= 0 && at < values.length && compared(at) === 0;
    if (side === 1) return isAt(from - 1) ? from - 1 : from;
    if (isAt(from)) return from;
    return side === -1 ? Math.max(from - 1, 0) : -1;
  };
}

/** Numbers within the tolerance are found. */
function isSame(wanted: unknown): (each: unknown) => boolean {
  if (typeof wanted !== 'number') return (each) => each === wanted;
  return (each) => typeof each === 'number' && Math.abs(each - wanted) <= TOLERANCE;
}

/** Elements of which each is compared with the one that is looked for, texts to their end. */
function compared(array: PineArray | null, value: unknown): unknown[] {
  const values = elements(array);
  if (typeof value === 'string') chargeSteps((values.length * value.length) / 16);
  return values;
}

function bounds(
  values: readonly unknown[],
  from: number,
  to: number | undefined,
  what: string,
): readonly [from: number, to: number] {
  const first = Number.isNaN(from) ? 0 : Math.trunc(from);
  const end = to === undefined || Number.isNaN(to) ? values.length : Math.trunc(to);
  const isWithin = first >= 0 && first < values.length && end >= 0 && end <= values.length;
  if (!isWithin)
    throw new PineFault(
      `${what}: ${first} to ${end} is out of bounds; the size is ${values.length}`,
    );
  return [first, end];
}

function fill(array: PineArray | null, value: unknown, from = 0, to?: number): void {
  const values = elements(array);
  shiftCost(values);
  values.fill(value, ...bounds(values, from, to, 'array.fill'));
}

/** A part that remains one of its array: what changes in it changes there. */
function slice(array: PineArray | null, from: number, to: number): PineArray {
  const values = elements(array);
  const [first, end] = bounds(values, from, to, 'array.slice');
  if (first > end) throw new PineFault(`array.slice: ${first} is behind ${end}`);
  const part = arrayOf(values.slice(first, end));
  return array === null ? part : { ...part, of: { array, from: first } };
}

function concat(one: PineArray | null, other: PineArray | null): PineArray | null {
  const values = elements(one);
  const added = [...elements(other)];
  checkedSize(values.length + added.length, 'array.concat');
  for (const value of added) values.push(value);
  return one;
}

function get(array: PineArray | null, index: number): unknown {
  const values = elements(array);
  if (Number.isNaN(index)) return naLike(values);
  return values[checkedIndex(index, values.length, 'array.get')];
}

function set(array: PineArray | null, index: number, value: unknown): void {
  const values = elements(array);
  if (Number.isNaN(index)) return;
  values[checkedIndex(index, values.length, 'array.set')] = value;
}

function insert(array: PineArray | null, index: number, value: unknown): void {
  const values = grown(array);
  shiftCost(values);
  const size = values.length;
  const place = Number.isNaN(index) ? size : Math.trunc(index);
  if (place < -size || place > size)
    throw new PineFault(`array.insert: index ${place} is out of bounds; the size is ${size}`);
  values.splice(place, 0, value);
}

function remove(array: PineArray | null, index: number): unknown {
  const values = elements(array);
  if (Number.isNaN(index)) return naLike(values);
  shiftCost(values);
  return values.splice(checkedIndex(index, values.length, 'array.remove'), 1)[0];
}

function join(array: PineArray | null, separator = ','): string {
  elements(array);
  return array === null ? '' : joinTexts(shownItems(array), separator);
}

type Change = (array: PineArray | null, ...rest: never[]) => unknown;
type AnyChange = (array: PineArray | null, a?: unknown, b?: unknown, c?: unknown) => unknown;

/** What changes a slice changes its array. */
function throughSlices(
  changes: Readonly<Record<string, Change>>,
): Readonly<Record<string, Change>> {
  const through =
    (change: AnyChange): AnyChange =>
    (array, a, b, c) => {
      if (array?.of === undefined) return change(array, a, b, c);
      const countBefore = array.v.length;
      const result = change(array, a, b, c);
      writeSlice(array, countBefore);
      return result;
    };
  return Object.fromEntries(
    Object.entries(changes).map(([name, change]) => [name, through(change as AnyChange)]),
  );
}

const CHANGES = {
  'array.set': set,
  'array.push': (array: PineArray | null, value: unknown) => {
    grown(array).push(value);
  },
  'array.pop': (array: PineArray | null) => nonEmpty(array, 'array.pop').pop(),
  'array.unshift': (array: PineArray | null, value: unknown) => {
    const values = grown(array);
    shiftCost(values);
    values.unshift(value);
  },
  'array.shift': (array: PineArray | null) => {
    const values = nonEmpty(array, 'array.shift');
    shiftCost(values);
    return values.shift();
  },
  'array.insert': insert,
  'array.remove': remove,
  'array.clear': (array: PineArray | null) => {
    elements(array).length = 0;
  },
  'array.concat': concat,
  'array.fill': fill,
  'array.reverse': (array: PineArray | null) => {
    const values = elements(array);
    shiftCost(values);
    values.reverse();
  },
  'array.sort': sort,
};

export const ARRAYS = {
  'array.new': made,
  'array.new_float': makeOf(NaN),
  'array.new_int': makeOf(NaN),
  'array.new_bool': makeOf(false),
  'array.new_string': makeOf(null),
  'array.new_color': makeOf(null),
  'array.new_line': makeOf(null),
  'array.new_label': makeOf(null),
  'array.new_box': makeOf(null),
  'array.new_table': makeOf(null),
  'array.new_linefill': makeOf(null),
  'array.from': (...values: unknown[]) => arrayOf(values),
  'array.size': (array: PineArray | null) => elements(array).length,
  'array.get': get,
  'array.first': (array: PineArray | null) => nonEmpty(array, 'array.first')[0],
  'array.last': (array: PineArray | null) => nonEmpty(array, 'array.last').at(-1),
  'array.copy': (array: PineArray | null) => arrayOf([...elements(array)]),
  'array.slice': slice,
  'array.includes': (array: PineArray | null, value: unknown) => {
    return compared(array, value).some(isSame(value));
  },
  'array.indexof': (array: PineArray | null, value: unknown) => {
    return compared(array, value).findIndex(isSame(value));
  },
  'array.lastindexof': (array: PineArray | null, value: unknown) => {
    return compared(array, value).findLastIndex(isSame(value));
  },
  'array.join': join,
  'array.sort_indices': sortIndices,
  'array.binary_search': searching(0),
  'array.binary_search_leftmost': searching(-1),
  'array.binary_search_rightmost': searching(1),
  'array.every': (array: PineArray | null) =>
    elements(array).length > 0 && elements(array).every(isTrue),
  'array.some': (array: PineArray | null) => elements(array).some(isTrue),
  ...throughSlices(CHANGES),
  ...ARRAY_STATISTICS,
};

/** Numbers are true where they are not zero. */
function isTrue(value: unknown): boolean {
  return value !== 0 && !isNa(value) && value !== false;
}
