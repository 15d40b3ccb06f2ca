// Library of the slow interpreter: as much of Lua's as generated programs use.

import {
  asFigure,
  fault,
  newest,
  SlowPairs,
  SlowSeries,
  SlowTable,
  writtenText,
} from './slow-values.ts';
import type { SlowFunction, SlowValue } from './slow-values.ts';

function asText(value: SlowValue): string {
  return typeof value === 'string' ? value : fault('not a text');
}

function asWhole(value: SlowValue): number {
  const figure = value instanceof SlowSeries ? newest(value) : asFigure(value);
  return figure === undefined ? fault('not a number') : Math.trunc(figure);
}

const STRING_METHODS: ReadonlyMap<string, SlowFunction> = new Map<string, SlowFunction>([
  ['len', ([text]) => [asText(text).length]],
  ['upper', ([text]) => [asText(text).toUpperCase()]],
  ['rep', ([text, count]) => [asText(text).repeat(Math.max(0, asWhole(count)))]],
  [
    'sub',
    ([text, place]) => {
      const from = asWhole(place);
      return [asText(text).slice(from > 0 ? from - 1 : from)];
    },
  ],
]);

/** The method of a text; undefined when there is none. */
export function stringMethod(name: string): SlowFunction | undefined {
  return STRING_METHODS.get(name);
}

/** The elements from 1 on, up to the first nil. */
function listed(value: SlowValue): SlowTable {
  if (!(value instanceof SlowTable)) return fault('not a table');
  const found = new SlowPairs();
  for (let at = 1; value.entries.get(at) !== undefined; at += 1) {
    found.entries.set(at, value.entries.get(at));
  }
  return found;
}

/** What the table holds: its list, then the rest in the order in which it came. */
function paired(value: SlowValue): SlowTable {
  const found = listed(value);
  if (!(value instanceof SlowTable)) return found;
  for (const [key, each] of value.entries) {
    if (each !== undefined && !found.entries.has(key)) found.entries.set(key, each);
  }
  return found;
}

const TYPES: Readonly<Record<string, string>> = {
  undefined: 'nil',
  boolean: 'boolean',
  number: 'number',
  string: 'string',
  function: 'function',
};

export const SLOW_LIBRARY: readonly (readonly [string, SlowFunction])[] = [
  ['ipairs', ([table]) => [listed(table)]],
  ['pairs', ([table]) => [paired(table)]],
  [
    'select',
    ([which, ...values]) => (which === '#' ? [values.length] : values.slice(asWhole(which) - 1)),
  ],
  [
    'tostring',
    (args) => {
      const [value] = args;
      if (args.length === 0) return fault('a value is missing');
      if (value === undefined) return ['nil'];
      if (typeof value === 'boolean') return [String(value)];
      return [writtenText(value) ?? fault('has no text here')];
    },
  ],
  [
    'type',
    (args) => {
      const [value] = args;
      if (args.length === 0) return fault('a value is missing');
      return [TYPES[typeof value] ?? (value instanceof SlowTable ? 'table' : 'userdata')];
    },
  ],
];
