// `ta.rci`: how far the ranks of the newest values follow their ages, from -100 to 100.

import type { Window } from '#pine/builtins/window.ts';
import { TOLERANCE, checkedLength, feed } from '#pine/builtins/window.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';

const RANKED_STEPS = 4;

/** Correlation from -100 to 100; NaN before the window is full and for constant values. */
export function rankCorrelation(state: Window, source: number, length: number): number {
  const n = checkedLength(length, 'ta.rci');
  const values = feed(state, source, n);
  if (values.length <= n || Number.isNaN(source)) return NaN;
  chargeSteps(RANKED_STEPS * n * Math.log2(n + 1));
  const newest = Array.from({ length: n }, (_, age) => values[values.length - 1 - age] ?? NaN);
  const ranks = ranksOf(newest);
  const ages = ranks.map((_, age) => age);
  const [age, rank] = [momentsOf(ages), momentsOf(ranks)];
  if (!(age.variance > 0 && rank.variance > 0)) return NaN;
  let shared = 0;
  for (const [at, each] of ranks.entries()) shared += (at - age.mean) * (each - rank.mean);
  return (100 * (shared / n)) / (Math.sqrt(age.variance) * Math.sqrt(rank.variance));
}

/** From the highest value down; those within the tolerance of their smallest share a rank. */
function ranksOf(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((a, b) => (values[a] ?? NaN) - (values[b] ?? NaN));
  const ranks = values.map(() => NaN);
  for (let from = 0; from < order.length;) {
    const least = values[order[from] ?? 0] ?? NaN;
    let to = from + 1;
    while (to < order.length && (values[order[to] ?? 0] ?? NaN) - least < TOLERANCE) to += 1;
    for (const place of order.slice(from, to))
      ranks[place] = values.length - 1 - (from + to - 1) / 2;
    from = to;
  }
  return ranks;
}

function momentsOf(values: readonly number[]): {
  readonly mean: number;
  readonly variance: number;
} {
  let [total, squares] = [0, 0];
  for (const value of values) {
    total += value;
    squares += value * value;
  }
  const mean = total / values.length;
  return { mean, variance: squares / values.length - mean * mean };
}
