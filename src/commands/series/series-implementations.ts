// Implementations of the commands on the elements of a series.

import type { CommandImplementations } from '#commands/definition/command-implementation.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { SeriesLike } from '#engine/run-api/series-api.ts';
import { present } from '#lib/assert.ts';
import { libraryError } from '#lua/runtime/errors.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';

/** As long as a new series may be. */
const SIZE_MAX = 10_000;

/** A count as scripts give it, cut to a whole number; what is none counts as 0. */
function wholeFrom(value: number): number {
  return value >= 1 ? Math.trunc(value) : 0;
}

/** The extreme of some elements behind the first `offset`; NaN of none. */
function extremeOf(
  series: SeriesLike,
  depth: number,
  offset: number,
  pick: (a: number, b: number) => number,
): number {
  const first = 1 + wholeFrom(offset);
  const last = Math.min(series.count(), first + wholeFrom(depth) - 1);
  chargeSteps(Math.max(0, last - first));
  let extreme = last < first ? Number.NaN : series.at(first);
  for (let position = first + 1; position <= last; position += 1) {
    extreme = pick(extreme, series.at(position));
  }
  return extreme;
}

/** For each element the extreme of it and those before it, within the depth. */
function extremes(
  { series }: CommandContext,
  command: string,
  [name, input, depth]: readonly ['MAX' | 'MIN', SeriesLike, number],
): SeriesLike {
  if (!(depth >= 1)) throw libraryError(`${command}: depth must be 1 or more, found "${depth}"`);
  return present(series.indicator(name, [input], [depth])[0], 'an indicator has an output');
}

function filtered(
  { series }: CommandContext,
  input: SeriesLike | undefined,
  keeps: (value: number) => boolean,
): SeriesLike {
  if (input === undefined) return series.fromNumbers([]);
  return series.listed([input], () => input.values().filter(keeps));
}

function halved({ series }: CommandContext, input: SeriesLike): SeriesLike {
  return series.listed([input], () => {
    const values = input.values();
    return Array.from({ length: values.length >> 1 }, (_, index) => {
      const [a = 0, b = 0] = values.subarray(2 * index, 2 * index + 2);
      return (a + b) / 2;
    });
  });
}

function replaced(
  { series }: CommandContext,
  operation: 'replaceAbove' | 'replaceBelow',
  [input, threshold, value]: readonly [SeriesLike | undefined, number, number],
): SeriesLike {
  if (input === undefined) return series.fromNumbers([]);
  return series.combine(operation, [input, threshold, value]);
}

function newSeries({ series }: CommandContext, size: number, value: number): SeriesLike {
  if (!(size >= 0 && size <= SIZE_MAX)) {
    throw libraryError(`HNC: size must be from 0 to ${SIZE_MAX}, found "${size}"`);
  }
  return series.fromNumbers(new Float64Array(Math.trunc(size)).fill(value));
}

export const SERIES_IMPLEMENTATIONS = {
  Change: ({ series }, input: SeriesLike) =>
    series.combine('subtract', [input, input.index(2) as SeriesLike]),
  Compress: halved,
  FilterAbove: (context, input: SeriesLike | undefined, threshold: number) =>
    filtered(context, input, (value) => value <= threshold),
  FilterBelow: (context, input: SeriesLike | undefined, threshold: number) =>
    filtered(context, input, (value) => value >= threshold),
  GetHigh: (_, input: SeriesLike, depth: number, offset: number) =>
    extremeOf(input, depth, offset, Math.max),
  GetHighs: (context, input: SeriesLike, depth: number) =>
    extremes(context, 'GetHighs', ['MAX', input, depth]),
  GetLow: (_, input: SeriesLike, depth: number, offset: number) =>
    extremeOf(input, depth, offset, Math.min),
  GetLows: (context, input: SeriesLike, depth: number) =>
    extremes(context, 'GetLows', ['MIN', input, depth]),
  HNC: newSeries,
  ReplaceAbove: (context, input: SeriesLike | undefined, threshold: number, value: number) =>
    replaced(context, 'replaceAbove', [input, threshold, value]),
  ReplaceBelow: (context, input: SeriesLike | undefined, threshold: number, value: number) =>
    replaced(context, 'replaceBelow', [input, threshold, value]),
} satisfies CommandImplementations;
