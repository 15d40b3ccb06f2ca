// Best trade-offs of the results of a lab: what no other beats in one goal without being worse in
// another.

import type { LabResult } from '@tidemill/client';
import { LABS } from '../words/labs.ts';

const figure = (value: string | null): number => (value === null ? -Infinity : Number(value));

/** Higher is better. */
export const GOALS = {
  profit: [LABS.profit, (of: LabResult) => figure(of.realized_profit)],
  drawdown: [LABS.leastDrawdown, (of: LabResult) => -Number(of.max_drawdown_percent ?? Infinity)],
  sharpe: [LABS.sharpe, (of: LabResult) => figure(of.sharpe_ratio)],
  unseen: [LABS.unseenPart, (of: LabResult) => figure(of.out_of_sample_return)],
  stability: [LABS.stability, (of: LabResult) => figure(of.stability)],
} as const;
export type Goal = keyof typeof GOALS;

/** By the first goal, best first. Those that lack a figure are left out. */
export function frontOf(results: readonly LabResult[], goals: readonly Goal[]): LabResult[] {
  const [first] = goals;
  if (first === undefined) return [];
  const worthOf = (of: LabResult): readonly number[] => goals.map((goal) => GOALS[goal][1](of));
  const ordered = results
    .map((result) => ({ result, worth: worthOf(result) }))
    .filter(({ worth }) => worth.every(Number.isFinite))
    .toSorted((left, right) => compared(right.worth, left.worth));
  // What is beaten is beaten by one that comes before it in this order.
  const front: typeof ordered = [];
  for (const one of ordered)
    if (!front.some(({ worth }) => beats(worth, one.worth))) front.push(one);
  return front.map(({ result }) => result);
}

const beats = (one: readonly number[], other: readonly number[]): boolean =>
  one.every((value, goal) => value >= (other[goal] ?? 0)) &&
  one.some((value, goal) => value > (other[goal] ?? 0));

function compared(left: readonly number[], right: readonly number[]): number {
  const place = left.findIndex((value, goal) => value !== right[goal]);
  return place < 0 ? 0 : (left[place] ?? 0) - (right[place] ?? 0);
}
