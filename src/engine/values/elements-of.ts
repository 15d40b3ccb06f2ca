// Lists as commands take them: a table's positions from 1, a series newest first, a container's
// parts.

import type { SeriesLike } from '#engine/run-api/series-api.ts';
import type { Container } from '#engine/values/container.ts';
import { argumentError } from '#lua/runtime/errors.ts';
import { chargeBytes, chargeSteps } from '#lua/runtime/meter.ts';
import { isHostValue } from '#lua/runtime/metamethod.ts';
import { LuaTable } from '#lua/runtime/table.ts';
import { typeName } from '#lua/runtime/type-name.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

const BYTES_PER_VALUE = 8;

/** Type guard for series and for what behaves as one. */
export function isSeries(value: LuaValue): value is SeriesLike {
  return typeof value === 'object' && isHostValue(value) && value.kind === 'series';
}

function isContainer(value: LuaValue): value is Container {
  return typeof value === 'object' && isHostValue(value) && value.kind === 'container';
}

/** Elements of a series, newest first. */
export function numbersOf(series: SeriesLike): number[] {
  const count = series.count();
  chargeSteps(count);
  chargeBytes(count * BYTES_PER_VALUE);
  return Array.from({ length: count }, (_, index) => series.at(index + 1));
}

/**
 * The elements of a list; a copy that may be changed. Refuses what is no list, as argument number
 * `index` of the command.
 */
export function elementsOf(value: LuaValue, command: string, index = 1): LuaValue[] {
  if (value instanceof LuaTable) {
    chargeSteps(value.list.length);
    chargeBytes(value.list.length * BYTES_PER_VALUE);
    return value.list.slice();
  }
  if (isSeries(value)) return numbersOf(value);
  if (isContainer(value)) return value.values.slice();
  // A number is the list of itself: HaasScript has one type for both.
  if (typeof value === 'number') return [value];
  const found = isHostValue(value) ? value.kind : typeName(value);
  throw argumentError(index, command, `list expected, got ${found}`);
}

/** A value as it is now: a series as its newest number, NaN where it has none. */
export function currentValue(value: LuaValue): LuaValue {
  return isSeries(value) ? value.at(1) : value;
}

/** The same for what is retained or shown: nil where a series has no number. */
export function plainValue(value: LuaValue): LuaValue {
  if (!isSeries(value)) return value;
  const number = value.at(1);
  return Number.isNaN(number) ? undefined : number;
}
