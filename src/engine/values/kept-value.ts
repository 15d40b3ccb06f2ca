// What a script saved, as data that can be stored, and back: numbers, strings, booleans and tables
// of them.

import { LuaTable, newTable, rawSet } from '#script/runtime/table.ts';
import { TableCursor } from '#script/runtime/traverse.ts';
import type { LuaValue } from '#script/runtime/value.ts';

/** Numbers as text, because JSON has no infinity; a table as its entries. */
export type KeptValue =
  | boolean
  | { readonly number: string }
  | { readonly text: string }
  | { readonly entries: readonly (readonly [KeptValue, KeptValue])[] };

/** Null for what cannot be kept, which `copyForKeeping` refuses before. */
export function keptValue(value: LuaValue): KeptValue | null {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return { number: Object.is(value, -0) ? '-0' : String(value) };
  if (typeof value === 'string') return { text: value };
  if (!(value instanceof LuaTable)) return null;
  const entries: [KeptValue, KeptValue][] = [];
  const cursor = new TableCursor(value);
  while (cursor.advance()) {
    const [key, item] = [keptValue(cursor.key), keptValue(cursor.value)];
    if (key !== null && item !== null) entries.push([key, item]);
  }
  return { entries };
}

export function valueOfKept(kept: KeptValue): LuaValue {
  if (typeof kept === 'boolean') return kept;
  if ('number' in kept) return Number(kept.number);
  if ('text' in kept) return kept.text;
  const table = newTable();
  for (const [key, item] of kept.entries) rawSet(table, valueOfKept(key), valueOfKept(item));
  return table;
}
