// Copies of values that are retained beyond an update: what is retained does not change with its
// origin, and holds nothing that lives on.

import { ownText } from '#lib/own-text.ts';
import { isSeries } from '#engine/values/elements-of.ts';
import { isWeighedSignal } from '#engine/values/signal.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';
import { libraryError } from '#lua/runtime/errors.ts';
import { isHostValue } from '#lua/runtime/metamethod.ts';
import { LuaTable, newTable, rawSet } from '#lua/runtime/table.ts';
import { TableCursor } from '#lua/runtime/traverse.ts';
import { typeName } from '#lua/runtime/type-name.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

const DEPTH_MAX = 32;
const ENTRIES_MAX = 100_000;
/** Of reading an entry and writing it. */
const ENTRY_STEPS = 6;

type Progress = { entries: number; readonly open: Set<LuaTable> };

function copyTable(table: LuaTable, progress: Progress): LuaTable {
  if (progress.open.has(table)) throw libraryError('cannot save a table that contains itself');
  if (progress.open.size >= DEPTH_MAX) throw libraryError('cannot save tables so deep');
  progress.open.add(table);
  const copy = newTable();
  const cursor = new TableCursor(table);
  while (cursor.advance()) {
    progress.entries += 1;
    chargeSteps(ENTRY_STEPS);
    if (progress.entries > ENTRIES_MAX) throw libraryError('cannot save so large a table');
    rawSet(copy, copyKey(cursor.key, progress), copyPart(cursor.value, progress));
  }
  progress.open.delete(table);
  return copy;
}

function copyPart(value: LuaValue, progress: Progress): LuaValue {
  // What stands for a number is retained as that number: it has no meaning outside its update.
  if (isSeries(value)) return value.at(1);
  return isWeighedSignal(value) ? value.signal : copyKey(value, progress);
}

function copyKey(value: LuaValue, progress: Progress): LuaValue {
  if (value instanceof LuaTable) return copyTable(value, progress);
  if (typeof value === 'object' || typeof value === 'function') {
    const found = isHostValue(value) ? value.kind : typeName(value);
    throw libraryError(`cannot save a ${found}`);
  }
  return typeof value === 'string' ? ownText(value) : value;
}

/**
 * A deep copy. A series becomes its newest number (NaN where it has none), a signal its constant.
 * Throws LuaError on functions, containers and other values that live on, on tables that contain
 * themselves, and on what is too deep or too large. Metatables are left behind.
 */
export function copyForKeeping(value: LuaValue): LuaValue {
  return copyPart(value, { entries: 0, open: new Set() });
}
