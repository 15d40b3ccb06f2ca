// Counts of values in bins of a round width, as the API has those of returns.

import type { ReturnBin } from '@tidemill/client';

const BINS = 24;

/** About so many, from the one with the least value to the one with the most. */
export function binsOf(values: readonly number[]): readonly ReturnBin[] {
  if (values.length === 0) return [];
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const width = roundWidth((most - least) / BINS);
  const first = Math.floor(least / width);
  const counts = Array.from({ length: Math.floor(most / width) - first + 1 }, () => 0);
  for (const value of values) {
    const at = Math.floor(value / width) - first;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  const text = (at: number): string => String(Number(((first + at) * width).toPrecision(12)));
  return counts.map((count, at) => ({ from: text(at), to: text(at + 1), count }));
}

/** 1, 2 or 5 times a power of ten, and not less. */
function roundWidth(width: number): number {
  if (width <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(width));
  return (([1, 2, 5] as const).find((step) => step * power >= width) ?? 10) * power;
}
