// `array.*`.

import { chargeSteps } from '#script/runtime/meter.ts';
import { shownValue } from '#pine/builtins/text-builtins.ts';
import { PineFault } from '#pine/runtime/pine-now.ts';
import type { PineArray } from '#pine/runtime/pine-values.ts';
import {
  ELEMENTS_MAX,
  arrayOf,
  checkedIndex,
  checkedSize,
  elements,
  isNa,
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
array.sort(array<T> id, string order?) => void
array.sort_indices(array<T> id, string order?) => series array<int>
array.binary_search(array<T> id, float val) => series int
array.binary_search_leftmost(array<T> id, float val) => series int
array.binary_search_rightmost(array<T> id, float val) => series int
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
  return arrayOf(Array.from({ length: checkedSize(size, 'array.new') }, () => initial));
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

function numbers(array: PineArray | null): number[] {
  const values = elements<number>(array);
  chargeSteps(values.length / 4);
  return values.filter((value) => !isNa(value));
}

function total(values: readonly number[]): number {
  let result = 0;
  for (const value of values) result += value;
  return result;
}

function average(array: PineArray | null): number {
  const values = numbers(array);
  return values.length === 0 ? NaN : total(values) / values.length;
}

function sortedNumbers(array: PineArray | null): number[] {
  const values = numbers(array);
  chargeSteps(values.length * Math.log2(values.length + 1));
  return values.toSorted((a, b) => a - b);
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  const [x, y] = [Number(a), Number(b)];
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) ? (Number.isNaN(y) ? 0 : 1) : -1;
  return x - y;
}

function order(wanted: string | null | undefined): 1 | -1 {
  return wanted === 'descending' ? -1 : 1;
}

function sort(array: PineArray | null, wanted?: string): void {
  const values = elements(array);
  chargeSteps(values.length * Math.log2(values.length + 1));
  const sign = order(wanted);
  values.sort((a, b) => sign * compare(a, b));
}

function sortIndices(array: PineArray | null, wanted?: string): PineArray {
  const values = elements(array);
  chargeSteps(values.length * Math.log2(values.length + 1));
  const sign = order(wanted);
  return arrayOf(
    [...values.keys()].toSorted((a, b) => sign * compare(values[a], values[b]) || a - b),
  );
}

function searched(array: PineArray | null, value: number, side: -1 | 0 | 1): number {
  const values = elements<number>(array);
  let [from, to] = [0, values.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const at = values[middle] ?? NaN;
    if (side === 1 ? at <= value : at < value) from = middle + 1;
    else to = middle;
  }
  if (side === 1) {
    return values[from - 1] === value ? from - 1 : from;
  }
  if (values[from] === value) return from;
  return side === -1 ? from - 1 : -1;
}

function nth(array: PineArray | null, rank: number, sign: 1 | -1): number {
  const values = sortedNumbers(array);
  const at = Math.trunc(rank);
  return (sign === 1 ? values[values.length - 1 - at] : values[at]) ?? NaN;
}

function median(array: PineArray | null): number {
  const values = sortedNumbers(array);
  const half = values.length / 2;
  if (values.length % 2 === 1) return values[Math.trunc(half)] ?? NaN;
  return ((values[half - 1] ?? NaN) + (values[half] ?? NaN)) / 2;
}

function mode(array: PineArray | null): number {
  let [best, most, count] = [NaN, 0, 0];
  const values = sortedNumbers(array);
  for (const [at, value] of values.entries()) {
    count = at > 0 && values[at - 1] === value ? count + 1 : 1;
    if (count > most) [best, most] = [value, count];
  }
  return best;
}

function variance(array: PineArray | null, biased = true): number {
  const values = numbers(array);
  const mean = total(values) / values.length;
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return squares / (biased ? values.length : values.length - 1);
}

function covariance(one: PineArray | null, other: PineArray | null, biased = true): number {
  const [a, b] = [numbers(one), numbers(other)];
  const count = Math.min(a.length, b.length);
  const [meanA, meanB] = [total(a) / a.length, total(b) / b.length];
  let products = 0;
  for (let at = 0; at < count; at += 1)
    products += ((a[at] ?? NaN) - meanA) * ((b[at] ?? NaN) - meanB);
  return products / (biased ? count : count - 1);
}

function standardized(array: PineArray | null): PineArray {
  const [mean, width] = [average(array), Math.sqrt(variance(array))];
  return arrayOf(
    elements<number>(array).map((value) => (width === 0 ? 1 : (value - mean) / width)),
  );
}

function percentRank(array: PineArray | null, index: number): number {
  const values = elements<number>(array);
  const value = values[checkedIndex(index, values.length, 'array.percentrank')] ?? NaN;
  return (100 * (values.filter((each) => each <= value).length - 1)) / (values.length - 1);
}

function percentileLinear(array: PineArray | null, percentage: number): number {
  const values = sortedNumbers(array);
  const place = Math.min(Math.max((percentage / 100) * values.length - 0.5, 0), values.length - 1);
  const lower = values[Math.floor(place)] ?? NaN;
  return lower + ((values[Math.ceil(place)] ?? NaN) - lower) * (place - Math.floor(place));
}

function percentileNearest(array: PineArray | null, percentage: number): number {
  const values = sortedNumbers(array);
  const place = Math.ceil((percentage / 100) * values.length) - 1;
  return values[Math.min(Math.max(place, 0), values.length - 1)] ?? NaN;
}

function fill(array: PineArray | null, value: unknown, from = 0, to?: number): void {
  const values = elements(array);
  chargeSteps(values.length / 8);
  values.fill(
    value,
    Math.trunc(from),
    to === undefined || Number.isNaN(to) ? undefined : Math.trunc(to),
  );
}

function join(array: PineArray | null, separator = ','): string {
  const values = elements(array);
  chargeSteps(values.length);
  return values.map((each) => shownValue(each)).join(separator);
}

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
  'array.get': (array: PineArray | null, index: number) => {
    const values = elements(array);
    // What stands at no place at all is `na` of the kind of the elements.
    if (Number.isNaN(index)) return typeof values[0] === 'object' ? null : NaN;
    return values[checkedIndex(index, values.length, 'array.get')];
  },
  'array.set': (array: PineArray | null, index: number, value: unknown) => {
    const values = elements(array);
    values[checkedIndex(index, values.length, 'array.set')] = value;
  },
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
  'array.insert': (array: PineArray | null, index: number, value: unknown) => {
    const values = grown(array);
    shiftCost(values);
    values.splice(checkedIndex(index, values.length + 1, 'array.insert'), 0, value);
  },
  'array.remove': (array: PineArray | null, index: number) => {
    const values = elements(array);
    shiftCost(values);
    return values.splice(checkedIndex(index, values.length, 'array.remove'), 1)[0];
  },
  'array.clear': (array: PineArray | null) => {
    elements(array).length = 0;
  },
  'array.first': (array: PineArray | null) => nonEmpty(array, 'array.first')[0],
  'array.last': (array: PineArray | null) => nonEmpty(array, 'array.last').at(-1),
  'array.copy': (array: PineArray | null) => arrayOf([...elements(array)]),
  'array.slice': (array: PineArray | null, from: number, to: number) =>
    arrayOf(elements(array).slice(Math.trunc(from), Math.trunc(to))),
  'array.concat': (one: PineArray | null, other: PineArray | null) => {
    const values = elements(one);
    const added = elements(other);
    checkedSize(values.length + added.length, 'array.concat');
    for (const value of added) values.push(value);
    return one;
  },
  'array.fill': fill,
  'array.reverse': (array: PineArray | null) => {
    const values = elements(array);
    shiftCost(values);
    values.splice(0, values.length, ...values.toReversed());
  },
  'array.includes': (array: PineArray | null, value: unknown) => {
    shiftCost(elements(array));
    return elements(array).includes(value);
  },
  'array.indexof': (array: PineArray | null, value: unknown) => {
    shiftCost(elements(array));
    return elements(array).indexOf(value);
  },
  'array.lastindexof': (array: PineArray | null, value: unknown) => {
    shiftCost(elements(array));
    return elements(array).lastIndexOf(value);
  },
  'array.join': join,
  'array.sort': sort,
  'array.sort_indices': sortIndices,
  'array.binary_search': (array: PineArray | null, value: number) => searched(array, value, 0),
  'array.binary_search_leftmost': (array: PineArray | null, value: number) =>
    searched(array, value, -1),
  'array.binary_search_rightmost': (array: PineArray | null, value: number) =>
    searched(array, value, 1),
  'array.sum': (array: PineArray | null) => total(numbers(array)),
  'array.avg': average,
  'array.min': (array: PineArray | null, rank = 0) => nth(array, rank, -1),
  'array.max': (array: PineArray | null, rank = 0) => nth(array, rank, 1),
  'array.range': (array: PineArray | null) => nth(array, 0, 1) - nth(array, 0, -1),
  'array.median': median,
  'array.mode': mode,
  'array.variance': variance,
  'array.stdev': (array: PineArray | null, biased?: boolean) => Math.sqrt(variance(array, biased)),
  'array.covariance': covariance,
  'array.abs': (array: PineArray | null) => arrayOf(elements<number>(array).map(Math.abs)),
  'array.standardize': standardized,
  'array.percentrank': percentRank,
  'array.percentile_linear_interpolation': percentileLinear,
  'array.percentile_nearest_rank': percentileNearest,
  'array.every': (array: PineArray | null) => elements(array).every((value) => value === true),
  'array.some': (array: PineArray | null) => elements(array).some((value) => value === true),
};
