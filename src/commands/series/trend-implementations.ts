// Crossings of two values, and how long a series has been rising or falling.

import type { CommandImplementations } from '#commands/definition/command-implementation.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { SeriesLike } from '#engine/run-api/series-api.ts';

type Operand = number | SeriesLike | undefined;

function elementOf(operand: Operand, position: number): number {
  if (operand === undefined) return Number.NaN;
  return typeof operand === 'number' ? operand : operand.at(position);
}

function countOf(operand: Operand): number {
  return typeof operand === 'object' ? operand.count() : Number.POSITIVE_INFINITY;
}

/** Whether `upper` is above at the position, and was not at the one before. */
function hasCrossed(upper: Operand, lower: Operand, position: number): boolean {
  return (
    elementOf(upper, position) > elementOf(lower, position) &&
    elementOf(upper, position + 1) <= elementOf(lower, position + 1)
  );
}

/** The position of the newest crossing; infinite when there is none among the elements. */
function sinceCrossed(upper: Operand, lower: Operand): number {
  const count = Math.min(countOf(upper), countOf(lower));
  if (count === Number.POSITIVE_INFINITY) return count;
  for (let position = 1; position < count; position += 1) {
    if (hasCrossed(upper, lower, position)) return position;
  }
  return Number.POSITIVE_INFINITY;
}

/**
 * How many of the newest elements, at most `most`, stand above (1) or below (-1) the one before.
 */
function runLength(series: SeriesLike, direction: 1 | -1, most: number): number {
  let length = 0;
  while (length < most && (series.at(length + 1) - series.at(length + 2)) * direction > 0) {
    length += 1;
  }
  return length;
}

function swing({ series }: CommandContext, value: Operand, base: Operand): SeriesLike {
  const [a = Number.NaN, b = Number.NaN] = [value, base];
  if (typeof a === 'object' || typeof b === 'object')
    return series.combine('percentChange', [b, a]);
  return series.fromNumbers([((a - b) / b) * 100]);
}

export const TREND_IMPLEMENTATIONS = {
  CrossOver: (_, value: Operand, other: Operand) => hasCrossed(value, other, 1),
  CrossOverSince: (_, value: Operand, other: Operand) => sinceCrossed(value, other),
  CrossUnder: (_, value: Operand, other: Operand) => hasCrossed(other, value, 1),
  CrossUnderSince: (_, value: Operand, other: Operand) => sinceCrossed(other, value),
  GetSwing: swing,
  IsFalling: (_, series: SeriesLike, lookback: number) =>
    runLength(series, -1, lookback) >= lookback,
  IsFallingSince: (_, series: SeriesLike, lookback: number) => runLength(series, -1, lookback),
  IsRising: (_, series: SeriesLike, lookback: number) => runLength(series, 1, lookback) >= lookback,
  IsRisingSince: (_, series: SeriesLike, lookback: number) => runLength(series, 1, lookback),
} satisfies CommandImplementations;
