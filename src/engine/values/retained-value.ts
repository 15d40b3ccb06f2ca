// Converts a value that a script saved to data that can be stored, and back: numbers, strings,
// booleans and tables of them.

import { LuaTable, newTable, rawSet } from '#lua/runtime/table.ts';
import { TableCursor } from '#lua/runtime/traverse.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

/** Numbers as text, because JSON has no infinity; a table as its entries. */
export type RetainedValue =
  | boolean
  | { readonly number: string }
  | { readonly text: string }
  | { readonly entries: readonly (readonly [RetainedValue, RetainedValue])[] };

/** Null for what cannot be retained, which `copyForKeeping` refuses before. */
export function retainedValue(value: LuaValue): RetainedValue | null {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return { number: Object.is(value, -0) ? '-0' : String(value) };
  if (typeof value === 'string') return { text: value };
  if (!(value instanceof LuaTable)) return null;
  const entries: [RetainedValue, RetainedValue][] = [];
  const cursor = new TableCursor(value);
  while (cursor.advance()) {
    const [key, item] = [retainedValue(cursor.key), retainedValue(cursor.value)];
    if (key !== null && item !== null) entries.push([key, item]);
  }
  return { entries };
}

/** Lua value of stored data; tables are new on each call. */
export function valueOfRetained(retained: RetainedValue): LuaValue {
  if (typeof retained === 'boolean') return retained;
  if ('number' in retained) return Number(retained.number);
  if ('text' in retained) return retained.text;
  const table = newTable();
  for (const [key, item] of retained.entries)
    rawSet(table, valueOfRetained(key), valueOfRetained(item));
  return table;
}
