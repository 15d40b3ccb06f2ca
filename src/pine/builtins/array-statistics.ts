// Statistics of `array.*`. Elements that are `na` count for none of them but the percentiles,
// where they are the greatest.

import { TOLERANCE } from '#pine/builtins/window.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';
import { PineFault } from '#pine/runtime/pine-now.ts';
import type { PineArray } from '#pine/runtime/pine-values.ts';
import { arrayOf, checkedIndex, elements, isNa } from '#pine/runtime/pine-values.ts';

function numbers(array: PineArray | null): number[] {
  const values = elements<number>(array);
  chargeSteps(values.length);
  return values.filter((value) => !isNa(value));
}

function total(values: readonly number[]): number {
  let result = 0;
  for (const value of values) result += value;
  return result;
}

function sum(array: PineArray | null): number {
  const values = numbers(array);
  return values.length === 0 ? NaN : total(values);
}

function average(array: PineArray | null): number {
  const values = numbers(array);
  return values.length === 0 ? NaN : total(values) / values.length;
}

function sortedNumbers(array: PineArray | null): number[] {
  const values = numbers(array);
  chargeSteps(4 * values.length * Math.log2(values.length + 1));
  return values.toSorted((a, b) => a - b);
}

function nth(array: PineArray | null, rank: number, sign: 1 | -1): number {
  const values = sortedNumbers(array);
  const at = Number.isNaN(rank) ? 0 : Math.trunc(rank);
  return (sign === 1 ? values[values.length - 1 - at] : values[at]) ?? NaN;
}

function median(array: PineArray | null): number {
  const values = sortedNumbers(array);
  const half = values.length / 2;
  if (values.length % 2 === 1) return values[Math.trunc(half)] ?? NaN;
  return ((values[half - 1] ?? NaN) + (values[half] ?? NaN)) / 2;
}

/** The most frequent value, of equally frequent ones the smallest. */
function mode(array: PineArray | null): number {
  let [best, most, count] = [NaN, 0, 0];
  const values = sortedNumbers(array);
  for (const [at, value] of values.entries()) {
    count = at > 0 && values[at - 1] === value ? count + 1 : 1;
    if (count > most) [best, most] = [value, count];
  }
  return best;
}

function divisor(count: number, isBiased: boolean): number {
  return isBiased ? count : count - 1;
}

function variance(array: PineArray | null, biased = true): number {
  const values = numbers(array);
  const by = divisor(values.length, biased);
  if (by <= 0) return NaN;
  const mean = total(values) / values.length;
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return squares / by;
}

/** Of the pairs of which both are known. */
function covariance(one: PineArray | null, other: PineArray | null, biased = true): number {
  const [a, b] = [elements<number>(one), elements<number>(other)];
  if (a.length !== b.length)
    throw new PineFault(
      `array.covariance: arrays of one size expected, found ${a.length} and ${b.length}`,
    );
  chargeSteps(8 * a.length);
  const pairs = a.flatMap((x, at) => {
    const y = b[at];
    return isNa(x) || y === undefined || isNa(y) ? [] : [[x, y] as const];
  });
  if (pairs.length === 0) return NaN;
  const [meanA, meanB] = [
    total(pairs.map(([x]) => x)) / pairs.length,
    total(pairs.map(([, y]) => y)) / pairs.length,
  ];
  const products = total(pairs.map(([x, y]) => (x - meanA) * (y - meanB)));
  const by = divisor(pairs.length, biased);
  return by === 0 ? 0 : products / by;
}

/** Equal values are one each. */
function standardized(array: PineArray | null): PineArray {
  const [mean, width] = [average(array), Math.sqrt(variance(array))];
  return arrayOf(
    elements<number>(array).map((value) => {
      if (isNa(value)) return NaN;
      return width === 0 ? 1 : (value - mean) / width;
    }),
  );
}

/** Of the other elements, how many do not exceed this one by more than the tolerance. */
function percentRank(array: PineArray | null, index: number): number {
  const values = elements<number>(array);
  if (values.length === 0) return NaN;
  const place = Number.isNaN(index) ? 0 : Math.trunc(index);
  if (place < 0) throw new PineFault(`array.percentrank: index ${place} is out of bounds`);
  const value = values[checkedIndex(place, values.length, 'array.percentrank')] ?? NaN;
  if (values.length === 1 || Number.isNaN(value)) return NaN;
  const count = values.filter((each) => each <= value || each - value <= TOLERANCE).length;
  return ((count - 1) * 100) / (values.length - 1);
}

function checkedPercentage(percentage: number): number {
  if (percentage >= 0 && percentage <= 100) return percentage;
  throw new PineFault(`a percentage from 0 to 100 expected, found ${percentage}`);
}

function percentileLinear(array: PineArray | null, percentage: number): number {
  const values = sortedNumbers(array);
  const size = elements(array).length;
  if (size === 0 || Number.isNaN(percentage)) return NaN;
  const raw = (checkedPercentage(percentage) / 100) * size - 0.5;
  const place = Math.abs(raw - Math.round(raw)) < 1e-9 ? Math.round(raw) : raw;
  if (place <= 0) return values[0] ?? NaN;
  // A place between two values has none where an element is `na`.
  if (place % 1 !== 0 && values.length < size) return NaN;
  if (place >= size - 1) return values[size - 1] ?? NaN;
  const [lower, share] = [Math.floor(place), place % 1];
  return share === 0
    ? (values[lower] ?? NaN)
    : (values[lower] ?? NaN) * (1 - share) + (values[lower + 1] ?? NaN) * share;
}

function percentileNearest(array: PineArray | null, percentage: number): number {
  const values = sortedNumbers(array);
  const size = elements(array).length;
  const share = Number.isNaN(percentage) ? 0 : checkedPercentage(percentage);
  const rank = Math.min(Math.max(Math.ceil((share * size) / 100), 1), size);
  return values[rank - 1] ?? NaN;
}

export const ARRAY_STATISTICS = {
  'array.sum': sum,
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
};
