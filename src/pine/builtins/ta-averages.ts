// `ta.*`: averages, and what is computed of a window of values. Formulas are those of the reference
// manual.

import type { Running, Window } from '#pine/builtins/window.ts';
import { before, checkedLength, feed, feedKnown, part } from '#pine/builtins/window.ts';

type Parts = Record<string, object>;

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

export function sum(
  state: Window,
  source: number,
  length: number,
  name: string = 'math.sum',
): number {
  const n = checkedLength(length, name);
  const values = feedKnown(state, source, n);
  if (values.length < n) return NaN;
  let total = 0;
  for (let at = values.length - n; at < values.length; at += 1) total += values[at] ?? NaN;
  return total;
}

export function sma(state: Window, source: number, length: number): number {
  return sum(state, source, length, 'ta.sma') / Math.trunc(length);
}

export function ema(state: Running, source: number, length: number): number {
  const alpha = 2 / (checkedLength(length, 'ta.ema') + 1);
  const last = before(state);
  if (Number.isNaN(source)) state.value = last;
  else state.value = Number.isNaN(last) ? source : alpha * source + (1 - alpha) * last;
  return Number.isNaN(source) ? NaN : state.value;
}

export function rma(state: Parts, source: number, length: number): number {
  const n = checkedLength(length, 'ta.rma');
  const running = part<Running>(state, 'running');
  const last = before(running);
  const first = Number.isNaN(last) ? sma(part<Window>(state, 'first'), source, n) : NaN;
  if (Number.isNaN(last)) running.value = first;
  else running.value = Number.isNaN(source) ? last : source / n + (1 - 1 / n) * last;
  return running.value;
}

function wma(state: Window, source: number, length: number): number {
  const n = checkedLength(length, 'ta.wma');
  const values = feedKnown(state, source, n);
  if (values.length < n) return NaN;
  let total = 0;
  for (let age = 0; age < n; age += 1)
    total += (values[values.length - 1 - age] ?? NaN) * (n - age);
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
  return a / 6 + (b * 2) / 6 + (c * 2) / 6 + d / 6;
}

export function vwma(state: Parts, source: number, volume: number, length: number): number {
  return (
    sma(part(state, 'weighed'), source * volume, length) /
    sma(part(state, 'volume'), volume, length)
  );
}

function alma(
  state: Window,
  source: number,
  length: number,
  offset = 0.85,
  sigma = 6,
  floors = false,
): number {
  const n = checkedLength(length, 'ta.alma');
  const last = whole(feedKnown(state, source, n), n);
  if (last === null) return NaN;
  const middle = floors ? Math.floor(offset * (n - 1)) : offset * (n - 1);
  const width = n / sigma;
  let weights = 0;
  let total = 0;
  for (const [at, value] of last.entries()) {
    const weight = Math.exp(-((at - middle) ** 2) / (2 * width ** 2));
    weights += weight;
    total += value * weight;
  }
  return total / weights;
}

function linreg(state: Window, source: number, length: number, offset = 0): number {
  const n = checkedLength(length, 'ta.linreg');
  const last = whole(feedKnown(state, source, n), n);
  if (last === null) return NaN;
  let [sumX, sumY, sumXX, sumXY] = [0, 0, 0, 0];
  for (const [x, y] of last.entries()) {
    sumX += x;
    sumY += y;
    sumXX += x * x;
    sumXY += x * y;
  }
  if (n === 1) return sumY;
  const slope = (n * sumXY - sumX * sumY) / (n * sumXX - sumX * sumX);
  const intercept = (sumY - slope * sumX) / n;
  return intercept + slope * (n - 1 - offset);
}

function variance(state: Window, source: number, length: number, biased = true): number {
  const n = checkedLength(length, 'ta.variance');
  const last = whole(feedKnown(state, source, n), n);
  if (last === null) return NaN;
  let total = 0;
  for (const value of last) total += value;
  const mean = total / n;
  let squares = 0;
  for (const value of last) squares += (value - mean) ** 2;
  return squares / (biased ? n : n - 1);
}

export function stdev(state: Window, source: number, length: number, biased = true): number {
  return Math.sqrt(variance(state, source, length, biased));
}

export function dev(state: Window, source: number, length: number): number {
  const n = checkedLength(length, 'ta.dev');
  const last = whole(feedKnown(state, source, n), n);
  if (last === null) return NaN;
  let total = 0;
  for (const value of last) total += value;
  const mean = total / n;
  let distance = 0;
  for (const value of last) distance += Math.abs(value - mean);
  return distance / n;
}

function sorted(state: Window, source: number, length: number, name: string): Float64Array | null {
  const n = checkedLength(length, name);
  const last = whole(feedKnown(state, source, n), n);
  return last === null ? null : Float64Array.from(last).toSorted();
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

function percentRank(state: Window, source: number, length: number): number {
  const n = checkedLength(length, 'ta.percentrank');
  const last = whole(feed(state, source, n + 1), n + 1);
  if (last === null) return NaN;
  let count = 0;
  for (const value of last.slice(0, n)) if (value <= source) count += 1;
  return (count * 100) / n;
}

function percentileLinear(
  state: Window,
  source: number,
  length: number,
  percentage: number,
): number {
  const last = sorted(state, source, length, 'ta.percentile_linear_interpolation');
  if (last === null) return NaN;
  const place = Math.min(Math.max((percentage / 100) * last.length - 0.5, 0), last.length - 1);
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
  const last = sorted(state, source, length, 'ta.percentile_nearest_rank');
  if (last === null) return NaN;
  const place = Math.ceil((percentage / 100) * last.length) - 1;
  return last[Math.min(Math.max(place, 0), last.length - 1)] ?? NaN;
}

function correlation(state: Parts, one: number, other: number, length: number): number {
  const n = checkedLength(length, 'ta.correlation');
  const a = whole(feed(part(state, 'one'), one, n), n);
  const b = whole(feed(part(state, 'other'), other, n), n);
  if (a === null || b === null) return NaN;
  const meanA = a.reduce((total, value) => total + value, 0) / n;
  const meanB = b.reduce((total, value) => total + value, 0) / n;
  let [ab, aa, bb] = [0, 0, 0];
  for (let at = 0; at < n; at += 1) {
    const [x, y] = [(a[at] ?? NaN) - meanA, (b[at] ?? NaN) - meanB];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return ab / Math.sqrt(aa * bb);
}

function cog(state: Window, source: number, length: number): number {
  const n = checkedLength(length, 'ta.cog');
  const last = whole(feed(state, source, n), n);
  if (last === null) return NaN;
  let [weighed, total] = [0, 0];
  for (let age = 0; age < n; age += 1) {
    const value = last[n - 1 - age] ?? NaN;
    weighed += value * (age + 1);
    total += value;
  }
  return -weighed / total;
}

function cum(state: Running, source: number): number {
  const last = before(state);
  state.value = (Number.isNaN(last) ? 0 : last) + (Number.isNaN(source) ? 0 : source);
  return state.value;
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
