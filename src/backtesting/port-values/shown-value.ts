// Values of ports as they are retained: a number, a condition, a short text, or nothing. Reading
// one changes nothing for the script, and charges it nothing.

import type { TracedPort } from '#domain/visual/traced-visual.ts';
import { CONSTANT_CATALOGUE } from '#commands/constants/constant-catalogue.ts';
import { CONSTANT_GROUPS } from '#commands/definition/command.ts';
import { RECORDED_TEXT_MAX } from '#backtesting/port-values/port-values.ts';
import { ColumnSeries, isSeries } from '#engine/series/series.ts';
import type { Series } from '#engine/series/series.ts';
import type { Container } from '#engine/values/container.ts';
import { isWeighedSignal } from '#engine/values/signal.ts';
import { withFullMeter } from '#lua/run-script.ts';
import { isHostValue } from '#lua/runtime/metamethod.ts';
import { LuaTable } from '#lua/runtime/table.ts';
import type { LuaValue } from '#lua/runtime/value.ts';
import { textFromBytes } from '#lua/syntax/byte-string.ts';

/** Undefined: nothing. */
export type ShownValue = number | boolean | string | undefined;

/** Names of constants by group and value. */
const NAMES: ReadonlyMap<string, string> = new Map(
  CONSTANT_CATALOGUE.toReversed().map(({ group, name, value }) => {
    return [`${CONSTANT_GROUPS[group]} ${value}`, name] as const;
  }),
);

function newestOf(series: Series): number {
  return series instanceof ColumnSeries ? series.at(1) : withFullMeter(() => series.at(1));
}

function isContainer(value: LuaValue): value is Container {
  return typeof value === 'object' && isHostValue(value) && value.kind === 'container';
}

/** What a port of a block gives, of what the block gave. */
export function partOf(value: LuaValue, { name, place }: TracedPort): LuaValue {
  if (name === '') return value;
  // `Branch` is recorded with its condition.
  if (typeof value === 'boolean') return name === 'isFalse' ? !value : value;
  if (isContainer(value)) return value.values[value.names.indexOf(name)];
  if (!(value instanceof LuaTable)) return undefined;
  return place > 0 ? value.list[place - 1] : value.hash[name];
}

/** Value as it is displayed; undefined for nothing, which NaN is too. Long texts are cut. */
export function shownValue(value: LuaValue, { group }: TracedPort): ShownValue {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (Number.isNaN(value)) return undefined;
    return group === null ? value : (NAMES.get(`${group} ${value}`) ?? value);
  }
  if (typeof value === 'string') return textFromBytes(value).slice(0, RECORDED_TEXT_MAX);
  if (isSeries(value)) {
    const newest = newestOf(value);
    return Number.isNaN(newest) ? undefined : newest;
  }
  if (isWeighedSignal(value)) return shownValue(value.signal, SIGNAL_PORT);
  if (value instanceof LuaTable) return `${value.list.length} items`;
  return isContainer(value) ? `${value.values.length} parts` : undefined;
}

const SIGNAL_PORT: TracedPort = {
  name: '',
  kind: 'constant',
  group: CONSTANT_GROUPS.signal,
  place: 0,
};
