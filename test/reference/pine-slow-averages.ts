// Slow averages and statistics of windows, by the formulas of the public manual of Pine Script.
// Where its remarks and its code differ (`na` within a window), the code counts.

import type { SlowCase, SlowFormula } from './pine-slow-series.ts';
import {
  DUST,
  NEAR,
  argument,
  lastBars,
  lastKnown,
  mapped,
  quotient,
  series,
  slowEma,
  slowRma,
  slowSma,
  slowSum,
  total,
} from './pine-slow-series.ts';

/** The last value, where a bar has none. */
function carried(source: readonly number[]): readonly number[] {
  let last = NaN;
  return source.map((value) => (last = Number.isNaN(value) ? last : value));
}

function wma(source: readonly number[], at: number, length: number): number {
  if (Number.isNaN(source[at] ?? NaN) || lastKnown(source, at, length) === null) return NaN;
  const newest = (lastBars(carried(source), at, length) ?? []).toReversed();
  const weights = newest.map((_, age) => length - age);
  return total(newest.map((value, age) => value * (weights[age] ?? NaN))) / total(weights);
}

function hma(source: readonly number[], at: number, length: number): number {
  const [half, root] = [
    Math.max(1, Math.floor(length / 2)),
    Math.max(1, Math.floor(Math.sqrt(length))),
  ];
  const raw = mapped(at + 1, (bar) => 2 * wma(source, bar, half) - wma(source, bar, length));
  return wma(raw, at, root);
}

function alma(slow: SlowCase, at: number): number {
  const length = argument(slow, 1, at);
  const [offset, sigma] = [argument(slow, 2, at), argument(slow, 3, at)];
  const values = lastBars(series(slow, 0), at, length);
  if (values === null) return NaN;
  const middle = offset * (length - 1);
  const width = length / sigma;
  const weights = values.map((_, bar) => Math.exp(-((bar - middle) ** 2 / (2 * width ** 2))));
  return total(values.map((value, bar) => value * (weights[bar] ?? NaN))) / total(weights);
}

function linreg(slow: SlowCase, at: number): number {
  const [length, offset] = [argument(slow, 1, at), argument(slow, 2, at)];
  const values = lastKnown(series(slow, 0), at, length);
  if (values === null) return NaN;
  if (length === 1) return values[0] ?? NaN;
  const middleX = (length - 1) / 2;
  const middleY = total(values) / length;
  const slope =
    total(values.map((value, x) => (x - middleX) * (value - middleY))) /
    total(values.map((_, x) => (x - middleX) ** 2));
  return middleY - slope * middleX + slope * (length - 1 - offset);
}

function variance(slow: SlowCase, at: number): number {
  const length = argument(slow, 1, at);
  const isBiased = argument(slow, 2, at) === 1;
  const values = lastKnown(series(slow, 0), at, length);
  const isMissing = length === 1 && Number.isNaN(argument(slow, 0, at));
  if (values === null || isMissing || (!isBiased && length === 1)) return NaN;
  const mean = total(values) / length;
  return total(values.map((value) => (value - mean) ** 2)) / (isBiased ? length : length - 1);
}

function dev(source: readonly number[], at: number, length: number): number {
  const values = lastBars(source, at, length);
  const mean = slowSma(source, at, length);
  return values === null ? NaN : total(values.map((value) => Math.abs(value - mean))) / length;
}

function cci(slow: SlowCase, at: number): number | null {
  const [source, length] = [series(slow, 0), argument(slow, 1, at)];
  const distance = argument(slow, 0, at) - slowSma(source, at, length);
  const deviation = dev(source, at, length);
  return deviation < DUST ? null : distance / (0.015 * deviation);
}

/** In order of size; null on bars without a value, and before there are enough. */
function sorted(slow: SlowCase, at: number): readonly number[] | null {
  if (Number.isNaN(argument(slow, 0, at))) return null;
  const values = lastKnown(series(slow, 0), at, argument(slow, 1, at));
  return values?.toSorted((a, b) => a - b) ?? null;
}

function median(slow: SlowCase, at: number): number {
  const values = sorted(slow, at) ?? [];
  const half = values.length / 2;
  return ((values[Math.ceil(half) - 1] ?? NaN) + (values[Math.floor(half)] ?? NaN)) / 2;
}

function mode(slow: SlowCase, at: number): number {
  const values = sorted(slow, at) ?? [];
  const counts = values.map((value) => values.filter((other) => other === value).length);
  return values[counts.indexOf(Math.max(...counts))] ?? NaN;
}

/** What is `na` is the greatest of all: a rank that falls on it has no value. */
function ranked(slow: SlowCase, at: number): readonly number[] | null {
  const values = lastBars(series(slow, 0), at, argument(slow, 1, at));
  if (values === null || Number.isNaN(argument(slow, 0, at))) return null;
  const known = values.filter((value) => !Number.isNaN(value)).toSorted((a, b) => a - b);
  return values.map((_, place) => known[place] ?? NaN);
}

function percentileNearest(slow: SlowCase, at: number): number {
  const values = ranked(slow, at);
  if (values === null) return NaN;
  const rank = Math.ceil((argument(slow, 2, at) / 100) * values.length);
  return values[Math.max(rank, 1) - 1] ?? NaN;
}

function percentileLinear(slow: SlowCase, at: number): number {
  const values = ranked(slow, at);
  if (values === null) return NaN;
  const rank = (argument(slow, 2, at) / 100) * values.length + 0.5;
  if (rank <= 1) return values[0] ?? NaN;
  const isWhole = values.every((value) => !Number.isNaN(value));
  if (rank >= values.length) return isWhole ? (values.at(-1) ?? NaN) : NaN;
  const [lower, upper] = [Math.floor(rank), Math.ceil(rank)];
  if (lower === upper) return values[lower - 1] ?? NaN;
  if (!isWhole) return NaN;
  const [below, above] = [values[lower - 1] ?? NaN, values[upper - 1] ?? NaN];
  return below + (rank - lower) * (above - below);
}

function percentRank(slow: SlowCase, at: number): number {
  const [source, length, value] = [series(slow, 0), argument(slow, 1, at), argument(slow, 0, at)];
  const before = at < length ? null : source.slice(at - length, at);
  if (before === null || Number.isNaN(value)) return NaN;
  return (100 * before.filter((other) => other <= value + NEAR).length) / length;
}

function correlation(slow: SlowCase, at: number): number | null {
  const length = argument(slow, 2, at);
  const mean = (values: readonly number[]): number => slowSum(values, at, length) / length;
  const [one, other] = [series(slow, 0), series(slow, 1)];
  const product = (a: readonly number[], b: readonly number[]): readonly number[] =>
    a.map((value, bar) => value * (b[bar] ?? NaN));
  const shared = mean(product(one, other)) - mean(one) * mean(other);
  if (Math.abs(shared) <= NEAR) return 0;
  const widths = [one, other].map((each) => mean(product(each, each)) - mean(each) ** 2);
  if (Math.min(...widths) < DUST) return null;
  return shared / Math.sqrt((widths[0] ?? NaN) * (widths[1] ?? NaN));
}

function cog(slow: SlowCase, at: number): number {
  const values = lastKnown(series(slow, 0), at, argument(slow, 1, at))?.toReversed();
  if (values === undefined) return NaN;
  return quotient(-total(values.map((value, age) => value * (age + 1))), total(values));
}

function rankOf(values: readonly number[], value: number): number {
  const above = values.filter((other) => other > value).length;
  const same = values.filter((other) => other === value).length;
  return above + (same + 1) / 2;
}

/** Spearman's: the correlation of the ranks of the values with those of their ages. */
function rci(slow: SlowCase, at: number): number {
  const [source, length] = [series(slow, 0), argument(slow, 1, at)];
  if (at < length || Number.isNaN(source[at] ?? NaN)) return NaN;
  const values = (lastBars(source, at, length) ?? []).toReversed();
  const ranks = values.map((value) => rankOf(values, value));
  const middle = (length + 1) / 2;
  const pairs = ranks.map((rank, age) => [rank - middle, age + 1 - middle] as const);
  const widths = Math.sqrt(
    total(pairs.map(([rank]) => rank ** 2)) * total(pairs.map(([, age]) => age ** 2)),
  );
  return quotient(100 * total(pairs.map(([rank, age]) => rank * age)), widths);
}

function vwma(slow: SlowCase, at: number): number {
  const [source, length] = [series(slow, 0), argument(slow, 1, at)];
  const weighed = source.map((value, bar) => value * (slow.bars.volume[bar] ?? NaN));
  return quotient(slowSma(weighed, at, length), slowSma(slow.bars.volume, at, length));
}

const of =
  (formula: (source: readonly number[], at: number, length: number) => number): SlowFormula =>
  (slow, at) =>
    formula(series(slow, 0), at, argument(slow, 1, at));

export const SLOW_AVERAGES: Readonly<Record<string, SlowFormula>> = {
  'ta.sma': of(slowSma),
  'ta.ema': of(slowEma),
  'ta.rma': of(slowRma),
  'ta.wma': of(wma),
  'ta.hma': of(hma),
  'ta.swma': (slow, at) => {
    const [a = NaN, b = NaN, c = NaN, d = NaN] = lastBars(series(slow, 0), at, 4) ?? [];
    return (d * 1) / 6 + (c * 2) / 6 + (b * 2) / 6 + (a * 1) / 6;
  },
  'ta.alma': alma,
  'ta.linreg': linreg,
  'ta.variance': variance,
  'ta.stdev': (slow, at) => Math.sqrt(variance(slow, at)),
  'ta.dev': of(dev),
  'ta.cci': cci,
  'ta.median': median,
  'ta.mode': mode,
  'ta.percentile_nearest_rank': percentileNearest,
  'ta.percentile_linear_interpolation': percentileLinear,
  'ta.percentrank': percentRank,
  'ta.correlation': correlation,
  'ta.cog': cog,
  'ta.rci': rci,
  'ta.vwma': vwma,
  'ta.cum': (slow, at) =>
    Number.isNaN(argument(slow, 0, at))
      ? NaN
      : total(
          series(slow, 0)
            .slice(0, at + 1)
            .filter((value) => !Number.isNaN(value)),
        ),
  'math.sum': of(slowSum),
};
