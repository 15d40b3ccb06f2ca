// Causes of the difference between a bot and its backtest, and what each comes to.

import type { ComparedOrders, ComparisonEffects } from '@tidemill/client';
import { compareDecimals, sumOf } from '../parts/steps.ts';
import { COMPARISON } from '../words/comparison.ts';

export type Cause = keyof ComparisonEffects;

export const CAUSES: readonly (readonly [cause: Cause, name: string, meaning: string])[] = [
  ['missed', COMPARISON.missed, COMPARISON.onlyTheBacktestsOrder],
  ['extra', COMPARISON.extra, COMPARISON.onlyTheBotsOrder],
  ['size', COMPARISON.size, COMPARISON.anotherAmountFilled],
  ['delay', COMPARISON.delay, COMPARISON.itFilledInAnother],
  ['price', COMPARISON.price, COMPARISON.itFilledAtAnother],
  ['fee', COMPARISON.fee, COMPARISON.anotherFeeWasPaid],
];

export const isNothing = (value: string): boolean => !/[1-9]/.test(value);

export const isEqual = ({ effects }: ComparedOrders): boolean =>
  CAUSES.every(([cause]) => isNothing(effects[cause]));

/** What the bot made more than the backtest, by all causes together. */
export const wholeOf = (effects: ComparisonEffects): string =>
  sumOf(CAUSES.map(([cause]) => effects[cause]));

const sizeOf = (value: string): string => (value.startsWith('-') ? value.slice(1) : value);

/** Also where causes cancel one another out. */
const weightOf = ({ effects }: ComparedOrders): string =>
  sumOf(CAUSES.map(([cause]) => sizeOf(effects[cause])));

/** The largest effect of a cause, without its sign. */
export const largestOf = (effects: ComparisonEffects): number =>
  Math.max(...CAUSES.map(([cause]) => Math.abs(Number(effects[cause]))));

/** Those that differ most and the others, each in the order in which they were placed. */
export function splitByWeight(
  pairs: readonly ComparedOrders[],
  count: number,
): readonly [most: readonly ComparedOrders[], less: readonly ComparedOrders[]] {
  const weighed = pairs
    .map((pair) => ({ pair, weight: weightOf(pair) }))
    .toSorted((left, right) => compareDecimals(right.weight, left.weight));
  const most = new Set(weighed.slice(0, count).map(({ pair }) => pair));
  return [pairs.filter((pair) => most.has(pair)), pairs.filter((pair) => !most.has(pair))];
}
