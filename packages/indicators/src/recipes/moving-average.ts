// Moving averages as parts of other indicators, of any of the nine types.

import { assert } from '#lib/assert.ts';
import type { Parameter } from '#indicators/indicator.ts';
import { addNode, addOne, lookbackOf } from '#indicators/plan.ts';
import type { PlanDraft, Slot } from '#indicators/plan.ts';
import { adaptiveMean } from '#indicators/kernels/adaptive.ts';
import { exponentialMean, exponentialShare } from '#indicators/kernels/exponential.ts';
import { phaseAdaptiveMean } from '#indicators/kernels/dominant-cycle.ts';
import { lag } from '#indicators/kernels/lag.ts';
import { blend, distance } from '#indicators/kernels/row-arithmetic.ts';
import { windowMean, windowSum, windowWeightedMean } from '#indicators/kernels/window-sum.ts';

/** By TA-Lib's numbers. */
export const AVERAGE_TYPES = [
  'sma',
  'ema',
  'wma',
  'dema',
  'tema',
  'trima',
  'kama',
  'mama',
  't3',
] as const;
export type AverageType = (typeof AVERAGE_TYPES)[number];

/** A parameter that chooses a type of average. */
export function averageType(name: string): Parameter {
  return { name, kind: 'average', initial: 0, least: 0, most: AVERAGE_TYPES.length - 1 };
}

/** Average of a number, which the parameter has checked. */
export function averageTypeOf(number: number): AverageType {
  const type = AVERAGE_TYPES[number];
  assert(type !== undefined, 'the number of an average was checked with its parameter');
  return type;
}

type Recipe = (draft: PlanDraft, series: Slot, period: number, skip: number) => Slot;

/**
 * The average of `period` rows. `skip` rows with values are left out at the start: the averages
 * that are seeded with their first rows depend on it.
 */
export function movingAverage(
  draft: PlanDraft,
  type: AverageType,
  series: Slot,
  period: number,
  skip = 0,
): Slot {
  if (period > 1) return RECIPES[type](draft, series, period, skip);
  return skip === 0 ? series : RECIPES.sma(draft, series, 1, skip);
}

/**
 * The average, begun so late that its first value stands in the row after `lookback` rows: TA-Lib
 * starts all averages of one indicator together.
 */
export function movingAverageFrom(
  draft: PlanDraft,
  type: AverageType,
  series: Slot,
  period: number,
  lookback: number,
): Slot {
  const natural = lookbackOf(draft, series) + averageLookback(type, period);
  return movingAverage(draft, type, series, period, Math.max(0, lookback - natural));
}

/** Rows before the first value. */
export function averageLookback(type: AverageType, period: number): number {
  if (period === 1) return 0;
  switch (type) {
    case 'dema':
      return 2 * (period - 1);
    case 'tema':
      return 3 * (period - 1);
    case 't3':
      return 6 * (period - 1);
    case 'kama':
      return period;
    case 'mama':
      return phaseAdaptiveMean.lookback([]);
    case 'sma':
    case 'ema':
    case 'wma':
    case 'trima':
      return period - 1;
  }
}

/** Exponential averages of averages, the first one first. */
export function repeatedAverages(
  draft: PlanDraft,
  series: Slot,
  period: number,
  times: number,
  skip = 0,
): readonly Slot[] {
  const slots: Slot[] = [];
  for (let index = 0; index < times; index += 1) {
    const source = slots.at(-1) ?? series;
    slots.push(exponential(draft, source, period, index === 0 ? skip : 0));
  }
  return slots;
}

/**
 * Adds an exponential average with the share 2 / (period + 1); `skip` rows are left out at its
 * start.
 */
export function exponential(draft: PlanDraft, series: Slot, period: number, skip = 0): Slot {
  return addOne(draft, exponentialMean, [period, exponentialShare(period)], [series], skip);
}

/** Kaufman's average, between the exponential periods `fastest` and `slowest`. */
export function kaufman(
  draft: PlanDraft,
  series: Slot,
  period: number,
  [fastest, slowest]: readonly [number, number],
  skip = 0,
): Slot {
  const late = skip === 0 ? series : RECIPES.sma(draft, series, 1, skip);
  const before = addOne(draft, lag, [1], [late]);
  const oldest = addOne(draft, lag, [period], [late]);
  const move = addOne(draft, distance, [], [late, before]);
  const way = addOne(draft, windowSum, [period], [move]);
  return addOne(draft, adaptiveMean, [fastest, slowest], [late, before, oldest, way]);
}

/** Tillson's T3 ("Smoothing Techniques for More Accurate Signals", 1998). */
export function tillson(
  draft: PlanDraft,
  series: Slot,
  period: number,
  factor: number,
  skip = 0,
): Slot {
  const [, , third = 0, fourth = 0, fifth = 0, sixth = 0] = repeatedAverages(
    draft,
    series,
    period,
    6,
    skip,
  );
  const square = factor * factor;
  const cube = square * factor;
  const weights = [
    -cube,
    3 * square + 3 * cube,
    -6 * square - 3 * factor - 3 * cube,
    1 + 3 * factor + cube + 3 * square,
  ];
  return addOne(draft, blend, [1, ...weights], [sixth, fifth, fourth, third]);
}

const RECIPES: { readonly [type in AverageType]: Recipe } = {
  sma: (draft, series, period, skip) => addOne(draft, windowMean, [period], [series], skip),
  ema: exponential,
  wma: (draft, series, period, skip) => addOne(draft, windowWeightedMean, [period], [series], skip),
  dema: (draft, series, period, skip) => {
    const [first = 0, second = 0] = repeatedAverages(draft, series, period, 2, skip);
    return addOne(draft, blend, [1, 2, -1], [first, second]);
  },
  tema: (draft, series, period, skip) => {
    const averages = repeatedAverages(draft, series, period, 3, skip);
    return addOne(draft, blend, [1, 3, -3, 1], averages);
  },
  trima: (draft, series, period, skip) => {
    const first = Math.ceil(period / 2);
    const inner = addOne(draft, windowMean, [first], [series], skip);
    return addOne(draft, windowMean, [period + 1 - first], [inner]);
  },
  kama: (draft, series, period, skip) => kaufman(draft, series, period, [2, 30], skip),
  mama: (draft, series, _period, skip) => {
    const [mama = 0] = addNode(draft, phaseAdaptiveMean, [0.5, 0.05], [series], skip);
    return mama;
  },
  t3: (draft, series, period, skip) => tillson(draft, series, period, 0.7, skip),
};
