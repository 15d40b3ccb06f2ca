// `ta.*`: averages, and what is computed of a window of values. Formulas are those of the reference
// manual.

import type { RollingSum } from '#pine/builtins/rolling-sum.ts';
import { rollingSum } from '#pine/builtins/rolling-sum.ts';
import type { Running, Window } from '#pine/builtins/window.ts';
import {
  TOLERANCE,
  before,
  checkedLength,
  feed,
  feedKnown,
  part,
  quotient,
} from '#pine/builtins/window.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';

type Parts = Record<string, unknown>;

export const AVERAGE_SIGNATURES = `
*ta.sma(float source, int length) => series float
*ta.ema(float source, simple int length) => series float
*ta.rma(float source, simple int length) => series float
*ta.wma(float source, int length) => series float
*ta.hma(float source, simple int length) => series float
*ta.swma(float source) => series float
*ta.alma(float series, int length, simple float offset?, simple float sigma?, simple bool floor?) => series float
*ta.linreg(float source, int length, simple int offset?) => series float
*ta.stdev(float source, int length, bool biased?) => series float
*ta.variance(float source, int length, bool biased?) => series float
*ta.dev(float source, int length) => series float
*ta.median(float source, int length) => series float
*ta.mode(float source, int length) => series float
*ta.percentrank(float source, int length) => series float
*ta.percentile_linear_interpolation(float source, int length, simple float percentage) => series float
*ta.percentile_nearest_rank(float source, int length, simple float percentage) => series float
*ta.correlation(float source1, float source2, int length) => series float
*ta.cog(float source, int length) => series float
*ta.cum(float source) => series float
*math.sum(float source, int length) => series float
`;

/** The newest `length` values, oldest first; null where there are fewer or one is `na`. */
function whole(values: readonly number[], length: number): readonly number[] | null {
  if (values.length < length) return null;
  return values.slice(values.length - length);
}

/** Sum of the newest values; `name` is that of the function in errors. */
export function sum(
  state: RollingSum,
  source: number,
  length: number,
  name: string = 'math.sum',
): number {
  return rollingSum(state, source, length, name);
}

/** Simple moving average. */
export function sma(state: RollingSum, source: number, length: number): number {
  return rollingSum(state, source, length, 'ta.sma') / Math.trunc(length);
}

/** An average that begins with the simple one; a bar without a value leaves it as it is. */
function smoothed(
  state: Parts,
  source: number,
  length: number,
  next: (last: number, source: number) => number,
): number {
  if (Number.isNaN(source)) return NaN;
  if (length === 1) return source;
  const running = part<Running>(state, 'running');
  const last = before(running);
  running.value = Number.isNaN(last)
    ? sma(part<RollingSum>(state, 'first'), source, length)
    : next(last, source);
  chargeSteps(1);
  return running.value;
}

/** Exponential moving average, alpha 2 / (n + 1), which begins with a simple one. */
export function ema(state: Parts, source: number, length: number): number {
  const n = checkedLength(length, 'ta.ema');
  const alpha = 2 / (n + 1);
  return smoothed(state, source, n, (last, value) => last + alpha * (value - last));
}

/** Moving average of Wilder, alpha 1 / n, which begins with a simple one. */
export function rma(state: Parts, source: number, length: number): number {
  const n = checkedLength(length, 'ta.rma');
  return smoothed(state, source, n, (last, value) => (last * (n - 1) + value) / n);
}

type WeightedWindow = { window?: Window; known?: Running; newest?: Running; keep?: number };

/** A bar without a value has the one before it in the window, and no average. */
function wma(state: WeightedWindow, source: number, length: number): number {
  const n = checkedLength(length, 'ta.wma');
  const isKnown = !Number.isNaN(source);
  const known = (state.known ??= {});
  const newest = (state.newest ??= {});
  const countBefore = before(known);
  known.value = (Number.isNaN(countBefore) ? 0 : countBefore) + Number(isKnown);
  const valueBefore = before(newest);
  newest.value = isKnown ? source : valueBefore;
  const values = feed(part(state, 'window'), newest.value, n);
  if (!isKnown || known.value < n) return NaN;
  let total = 0;
  for (let weight = 1; weight <= n; weight += 1)
    total += (values[values.length - 1 - n + weight] ?? NaN) * weight;
  return total / ((n * (n + 1)) / 2);
}

function hma(state: Parts, source: number, length: number): number {
  const n = checkedLength(length, 'ta.hma');
  const half = wma(part(state, 'half'), source, Math.max(1, Math.trunc(n / 2)));
  const full = wma(part(state, 'full'), source, n);
  return wma(part(state, 'outer'), 2 * half - full, Math.max(1, Math.trunc(Math.sqrt(n))));
}

function swma(state: Window, source: number): number {
  const last = whole(feed(state, source, 4), 4);
  if (last === null) return NaN;
  const [a = NaN, b = NaN, c = NaN, d = NaN] = last;
  return (d + 2 * c + 2 * b + a) / 6;
}

/** Moving average weighted by volume; NaN where there is none. */
export function vwma(state: Parts, source: number, volume: number, length: number): number {
  return quotient(
    sma(part(state, 'weighed'), source * volume, length),
    sma(part(state, 'volume'), volume, length),
  );
}

const EXPONENTIAL_STEPS = 8;

function alma(
  state: Window,
  source: number,
  length: number,
  offset = 0.85,
  sigma = 6,
  floors = false,
): number {
  const n = checkedLength(length, 'ta.alma');
  const last = whole(feed(state, source, n), n);
  if (last === null) return NaN;
  const middle = floors ? Math.floor(offset * (n - 1)) : offset * (n - 1);
  const width = n / sigma;
  chargeSteps(EXPONENTIAL_STEPS * n);
  let weights = 0;
  let total = 0;
  for (let at = n - 1; at >= 0; at -= 1) {
    const weight = Math.exp((-1 * ((at - middle) * (at - middle))) / (2 * width * width));
    weights += weight;
    total += weight * (last[at] ?? NaN);
  }
  return total / weights;
}

/** The line is anchored one bar before the one at which it is read. */
function linreg(state: Window, source: number, length: number, offset = 0): number {
  const n = checkedLength(length, 'ta.linreg');
  const last = whole(feedKnown(state, source, n), n);
  if (last === null) return NaN;
  if (n === 1) return last[0] ?? NaN;
  let [sumX, sumY, sumXX, sumXY] = [0, 0, 0, 0];
  for (const [at, y] of last.entries()) {
    const x = at + 1;
    sumX += x;
    sumY += y;
    sumXX += x * x;
    sumXY += x * y;
  }
  const slope = (n * sumXY - sumX * sumY) / (n * sumXX - sumX * sumX);
  const intercept = sumY / n - (slope * sumX) / n + slope;
  return intercept + slope * (n - 1 - Math.trunc(offset));
}

/** From the sums of the values and of their squares; cancellation never leaves less than zero. */
function variance(state: Parts, source: number, length: number, biased = true): number {
  const n = checkedLength(length, 'ta.variance');
  const total = sum(part(state, 'sum'), source, n);
  const squares = sum(part(state, 'squares'), source * source, n);
  if (Number.isNaN(total) || Number.isNaN(squares) || (!biased && n === 1)) return NaN;
  const mean = total / n;
  return Math.max(
    0,
    biased ? squares / n - mean * mean : squares / (n - 1) - (total * mean) / (n - 1),
  );
}

/** Standard deviation, of the population unless `biased` is false. */
export function stdev(state: Parts, source: number, length: number, biased = true): number {
  return Math.sqrt(variance(state, source, length, biased));
}

/** Mean distance from the simple moving average. */
export function dev(state: Parts, source: number, length: number): number {
  const n = checkedLength(length, 'ta.dev');
  const mean = sma(part(state, 'mean'), source, n);
  const last = whole(feed(part(state, 'window'), source, n), n);
  if (last === null) return NaN;
  let distance = 0;
  for (let at = n - 1; at >= 0; at -= 1) distance += Math.abs((last[at] ?? NaN) - mean);
  return distance / n;
}

function sorted(state: Window, source: number, length: number, name: string): Float64Array | null {
  const n = checkedLength(length, name);
  const last = whole(feedKnown(state, source, n), n);
  return last === null || Number.isNaN(source) ? null : sortedWindow(last);
}

function sortedWindow(values: readonly number[]): Float64Array {
  chargeSteps(2 * values.length * Math.log2(values.length + 1));
  return Float64Array.from(values).toSorted();
}

/** By size; values that are `na` come behind all others, and the bar itself has one. */
function ranked(state: Window, source: number, length: number, name: string): Float64Array | null {
  const n = checkedLength(length, name);
  const last = whole(feed(state, source, n), n);
  return last === null || Number.isNaN(source) ? null : sortedWindow(last);
}

function median(state: Window, source: number, length: number): number {
  const last = sorted(state, source, length, 'ta.median');
  if (last === null) return NaN;
  const half = last.length / 2;
  if (last.length % 2 === 1) return last[Math.trunc(half)] ?? NaN;
  return ((last[half - 1] ?? NaN) + (last[half] ?? NaN)) / 2;
}

/** The most frequent value, of equally frequent ones the smallest. */
function mode(state: Window, source: number, length: number): number {
  const last = sorted(state, source, length, 'ta.mode');
  if (last === null) return NaN;
  let [best, most, count] = [NaN, 0, 0];
  for (const [at, value] of last.entries()) {
    count = at > 0 && last[at - 1] === value ? count + 1 : 1;
    if (count > most) [best, most] = [value, count];
  }
  return best;
}

/** Of the values before, how many do not exceed this one by more than the tolerance. */
function percentRank(state: Window, source: number, length: number): number {
  const n = checkedLength(length, 'ta.percentrank');
  const last = whole(feed(state, source, n + 1), n + 1);
  if (last === null || Number.isNaN(source)) return NaN;
  let count = 0;
  for (const value of last.slice(0, n)) if (value - source <= TOLERANCE) count += 1;
  return (count * 100) / n;
}

function percentileLinear(
  state: Window,
  source: number,
  length: number,
  percentage: number,
): number {
  if (Number.isNaN(length)) return NaN;
  const last = ranked(state, source, length, 'ta.percentile_linear_interpolation');
  if (last === null) return NaN;
  const place = Math.min(Math.max((last.length * percentage) / 100 - 0.5, 0), last.length - 1);
  // A place between two values has none where one of the window is `na`.
  if (place > 0 && place % 1 !== 0 && Number.isNaN(last.at(-1))) return NaN;
  const lower = last[Math.floor(place)] ?? NaN;
  const upper = last[Math.ceil(place)] ?? NaN;
  return lower + (upper - lower) * (place - Math.floor(place));
}

function percentileNearest(
  state: Window,
  source: number,
  length: number,
  percentage: number,
): number {
  if (Number.isNaN(length)) return NaN;
  const last = ranked(state, source, length, 'ta.percentile_nearest_rank');
  if (last === null) return NaN;
  const place = Math.ceil((percentage * last.length) / 100) - 1;
  return last[Math.min(Math.max(place, 0), last.length - 1)] ?? NaN;
}

function correlation(state: Parts, one: number, other: number, length: number): number {
  const n = checkedLength(length, 'ta.correlation');
  const mean = (name: string, value: number): number => sum(part(state, name), value, n) / n;
  const [x, y] = [mean('x', one), mean('y', other)];
  const xy = mean('xy', one * other);
  const [xx, yy] = [mean('xx', one * one), mean('yy', other * other)];
  const shared = xy - x * y;
  if (Math.abs(shared) <= TOLERANCE) return 0;
  const widths = Math.max(0, xx - x * x) * Math.max(0, yy - y * y);
  return widths === 0 ? NaN : shared / Math.sqrt(widths);
}

function cog(state: Window, source: number, length: number): number {
  const n = checkedLength(length, 'ta.cog');
  const last = whole(feedKnown(state, source, n), n);
  if (last === null) return NaN;
  let [weighed, total] = [0, 0];
  for (let age = 0; age < n; age += 1) {
    const value = last[n - 1 - age] ?? NaN;
    weighed += value * (age + 1);
    total += value;
  }
  return quotient(-weighed, total);
}

/** Of all values so far; a bar without one has no sum. */
export function cum(state: Running, source: number): number {
  const last = before(state);
  state.value = (Number.isNaN(last) ? 0 : last) + (Number.isNaN(source) ? 0 : source);
  return Number.isNaN(source) ? NaN : state.value;
}

export const AVERAGES = {
  'ta.sma': sma,
  'ta.ema': ema,
  'ta.rma': rma,
  'ta.wma': wma,
  'ta.hma': hma,
  'ta.swma': swma,
  'ta.alma': alma,
  'ta.linreg': linreg,
  'ta.stdev': stdev,
  'ta.variance': variance,
  'ta.dev': dev,
  'ta.median': median,
  'ta.mode': mode,
  'ta.percentrank': percentRank,
  'ta.percentile_linear_interpolation': percentileLinear,
  'ta.percentile_nearest_rank': percentileNearest,
  'ta.correlation': correlation,
  'ta.cog': cog,
  'ta.cum': cum,
  'math.sum': sum,
};
