// The library of the slow interpreter beyond what series programs use: functions on tables and
// texts, written from the manual of Lua 5.2.

import {
  asFigure,
  fault,
  isBelow,
  lengthOf,
  SlowTable,
  writtenText,
} from '../../reference/slow-values.ts';
import type { SlowFunction, SlowValue } from '../../reference/slow-values.ts';
import { SLOW_LIBRARY, stringMethod } from '../../reference/slow-library.ts';

/** Names of functions that it has; programs of the others are not given to it. */
export const SLOW_NAMES: ReadonlySet<string> = new Set([
  'rawequal',
  'rawget',
  'rawset',
  'tostring',
  'type',
  'unpack',
  'string.len',
  'string.upper',
  'string.rep',
  'table.concat',
  'table.insert',
  'table.pack',
  'table.remove',
  'table.unpack',
]);

function tableAt(args: readonly SlowValue[], at: number): SlowTable {
  const value = args[at];
  return value instanceof SlowTable ? value : fault('not a table');
}

function wholeAt(args: readonly SlowValue[], at: number, otherwise?: number): number {
  const value = args[at];
  if (value === undefined && otherwise !== undefined) return otherwise;
  const figure = asFigure(value);
  return figure === undefined ? fault('not a number') : Math.trunc(figure);
}

function textAt(args: readonly SlowValue[], at: number, otherwise?: string): string {
  const value = args[at];
  if (value === undefined && otherwise !== undefined) return otherwise;
  if (typeof value !== 'string' && typeof value !== 'number') return fault('not a text');
  return writtenText(value) ?? fault('not a text');
}

function setEntry(table: SlowTable, key: SlowValue, value: SlowValue): void {
  if (key === undefined || Number.isNaN(key)) fault('not a key');
  table.entries.set(key, value);
}

const insert: SlowFunction = (args) => {
  const table = tableAt(args, 0);
  const size = lengthOf(table);
  if (args.length === 2) {
    setEntry(table, size + 1, args[1]);
    return [];
  }
  if (args.length !== 3) return fault('wrong number of arguments');
  const place = wholeAt(args, 1);
  if (place < 1 || place > size + 1) return fault('out of bounds');
  for (let at = size; at >= place; at -= 1) setEntry(table, at + 1, table.entries.get(at));
  setEntry(table, place, args[2]);
  return [];
};

const remove: SlowFunction = (args) => {
  const table = tableAt(args, 0);
  const size = lengthOf(table);
  const place = wholeAt(args, 1, size);
  if (place !== size && (place < 1 || place > size + 1)) return fault('out of bounds');
  const removed = table.entries.get(place);
  for (let at = place; at < size; at += 1) setEntry(table, at, table.entries.get(at + 1));
  setEntry(table, Math.max(place, size), undefined);
  if (place > size) setEntry(table, place, undefined);
  return [removed];
};

const concat: SlowFunction = (args) => {
  const table = tableAt(args, 0);
  const between = textAt(args, 1, '');
  const from = wholeAt(args, 2, 1);
  const to = wholeAt(args, 3, lengthOf(table));
  const parts: string[] = [];
  for (let at = from; at <= to; at += 1) parts.push(textAt([table.entries.get(at)], 0));
  return [parts.join(between)];
};

const unpack: SlowFunction = (args) => {
  const table = tableAt(args, 0);
  const from = wholeAt(args, 1, 1);
  const to = wholeAt(args, 2, lengthOf(table));
  const values: SlowValue[] = [];
  for (let at = from; at <= to; at += 1) values.push(table.entries.get(at));
  return values;
};

const pack: SlowFunction = (args) => {
  const table = new SlowTable();
  for (const [at, value] of args.entries()) table.entries.set(at + 1, value);
  table.entries.set('n', args.length);
  return [table];
};

const sort: SlowFunction = ([table]) => {
  if (!(table instanceof SlowTable)) return fault('not a table');
  const list = unpack([table], null).toSorted((a, b) =>
    isBelow(a, b, false) ? -1 : Number(isBelow(b, a, false)),
  );
  for (const [at, value] of list.entries()) table.entries.set(at + 1, value);
  return [];
};

const LIBRARIES: Readonly<Record<string, Readonly<Record<string, SlowFunction>>>> = {
  table: { concat, insert, pack, remove, sort, unpack },
  string: {
    len: stringFunction('len'),
    upper: stringFunction('upper'),
    rep: (args) => [repeated(args)],
  },
};

const next: SlowFunction = (args) => {
  const entries = [...tableAt(args, 0).entries].filter(([, value]) => value !== undefined);
  const at = args[1] === undefined ? -1 : entries.findIndex(([key]) => key === args[1]);
  if (args[1] !== undefined && at < 0) return fault('no such key');
  return entries[at + 1] ?? [undefined];
};

function repeated(args: readonly SlowValue[]): string {
  const text = textAt(args, 0);
  const count = wholeAt(args, 1);
  const between = textAt(args, 2, '');
  return Array.from({ length: Math.max(0, count) }, () => text).join(between);
}

function stringFunction(name: string): SlowFunction {
  return (args, place) => stringMethod(name)?.([textAt(args, 0), ...args.slice(1)], place) ?? [];
}

export function slowGlobals(): Map<string, SlowValue> {
  const globals = new Map<string, SlowValue>(SLOW_LIBRARY);
  globals.set('pcall', () => fault('called by name alone'));
  globals.set('unpack', unpack);
  globals.set('tostring', (args, place) => {
    const [value] = args;
    if (typeof value === 'function') return ['function: address'];
    if (value instanceof SlowTable) return ['table: address'];
    return SLOW_LIBRARY.find(([name]) => name === 'tostring')?.[1](args, place) ?? [];
  });
  globals.set('next', next);
  globals.set('rawequal', (args) => {
    if (args.length < 2) return fault('a value is missing');
    return [args[0] === args[1]];
  });
  globals.set('rawget', (args) => [tableAt(args, 0).entries.get(args[1])]);
  globals.set('rawset', (args) => {
    setEntry(tableAt(args, 0), args[1], args[2]);
    return [args[0]];
  });
  for (const [name, functions] of Object.entries(LIBRARIES)) {
    const table = new SlowTable();
    for (const [field, each] of Object.entries(functions)) table.entries.set(field, each);
    globals.set(name, table);
  }
  return globals;
}
