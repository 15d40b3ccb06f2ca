// Measures the memory of a value that a run retains beyond an update.

import type { Json } from '#lib/json.ts';
import { LuaTable } from '#lua/runtime/table.ts';
import { TableCursor } from '#lua/runtime/traverse.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

const VALUE_BYTES = 16;
const TABLE_BYTES = 96;
const ENTRY_BYTES = 48;

/** Of a copy made by copyForKeeping, in bytes: texts by their length, tables with all in them. */
export function retainedBytes(value: LuaValue): number {
  if (typeof value === 'string') return VALUE_BYTES + value.length;
  if (!(value instanceof LuaTable)) return VALUE_BYTES;
  let bytes = TABLE_BYTES;
  const cursor = new TableCursor(value);
  while (cursor.advance()) {
    const isListed = typeof cursor.key === 'number' && cursor.key <= value.list.length;
    bytes += (isListed ? 0 : ENTRY_BYTES + retainedBytes(cursor.key)) + retainedBytes(cursor.value);
  }
  return bytes;
}

/** The same of plain data. */
export function jsonBytes(json: Json): number {
  if (typeof json === 'string') return VALUE_BYTES + json.length;
  if (typeof json !== 'object' || json === null) return VALUE_BYTES;
  if (Array.isArray(json)) {
    const items: readonly Json[] = json;
    return items.reduce<number>((sum, each) => sum + jsonBytes(each), TABLE_BYTES);
  }
  return Object.entries(json).reduce(
    (sum, [key, each]) => sum + ENTRY_BYTES + key.length + jsonBytes(each),
    TABLE_BYTES,
  );
}
