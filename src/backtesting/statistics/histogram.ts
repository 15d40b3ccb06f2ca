// Histogram of values.

import { quantileOf } from '#engine/run/positions/trade-statistics.ts';
import type { Bin } from '#backtesting/statistics/statistics.ts';

const BINS_MAX = 40;
/** Also of few values. */
const BINS_WANTED = 8;
const STEPS = [1, 2, 5, 10];

/**
 * Bins of one width, a round number, so that zero is between two of them: twice the range of the
 * middle half over the cube root of the count (Freedman and Diaconis), within 8 and 40 bins.
 */
export function histogram(values: Float64Array): readonly Bin[] {
  const sorted = values.toSorted();
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) return [];
  const middle = quantileOf(sorted, 0.75) - quantileOf(sorted, 0.25);
  const wanted = (2 * middle) / Math.cbrt(sorted.length);
  const range = most - least;
  const fit = Math.min(wanted, range / BINS_WANTED);
  const width = roundUp(Math.max(fit, range / (BINS_MAX - 2)) || 1);
  const first = Math.floor(least / width + 1e-9);
  const count = Math.max(1, Math.ceil(most / width - 1e-9) - first);
  const counts = Array.from({ length: count }, () => 0);
  for (const value of sorted) {
    const place = Math.floor(value / width + 1e-9) - first;
    const bin = Math.min(place, count - 1);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const edge = (index: number): number => Number(((first + index) * width).toPrecision(12));
  return counts.map((each, index) => ({ from: edge(index), to: edge(index + 1), count: each }));
}

/** To 1, 2 or 5 times a power of ten. */
function roundUp(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  const step = STEPS.find((each) => each * power >= width * (1 - 1e-9)) ?? 10;
  return step * power;
}
