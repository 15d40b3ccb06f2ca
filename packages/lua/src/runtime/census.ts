// Measures the memory that an instance still holds between two updates: everything that its globals
// lead to, through tables, metatables and what functions have captured. Charges cannot tell, since
// they never learn what was dropped. Host values say themselves what they keep; the frames of
// suspended coroutines are not looked into.

import { LuaTable } from '#lua/runtime/table.ts';
import type { HeldByHost, HostValue, LuaFunction, LuaValue } from '#lua/runtime/value.ts';

const TABLE_BYTES = 96;
const LIST_ITEM_BYTES = 8;
const FIELD_BYTES = 16;
const MAP_ENTRY_BYTES = 64;
const FUNCTION_BYTES = 120;
const STRING_BYTES = 16;

const NOTHING_HELD: HeldByHost = { bytes: 0, values: [] };

type Holder = LuaTable | LuaFunction | HostValue;

type Census = {
  bytes: number;
  readonly seen: Set<Holder>;
  readonly open: Holder[];
};

/** Whether a value of the host says what it retains. */
function isHolding(value: LuaValue): value is HostValue {
  // A series of columns has a member of this name, which is none of its script's memory.
  return typeof value === 'object' && 'held' in value && typeof value.held === 'function';
}

function meet(census: Census, value: LuaValue): void {
  if (typeof value === 'string') {
    // Equal strings may be one or many, which cannot be seen; so each place counts.
    census.bytes += STRING_BYTES + value.length;
    return;
  }
  if (typeof value !== 'function' && !(value instanceof LuaTable) && !isHolding(value)) return;
  if (census.seen.has(value)) return;
  census.seen.add(value);
  census.open.push(value);
}

function meetTable(census: Census, table: LuaTable): void {
  const { list, hash, map, meta } = table;
  census.bytes += TABLE_BYTES + LIST_ITEM_BYTES * list.length;
  for (const item of list) meet(census, item);
  for (const name of Object.keys(hash)) {
    census.bytes += FIELD_BYTES;
    meet(census, hash[name]);
  }
  if (map !== null) {
    census.bytes += MAP_ENTRY_BYTES * map.size;
    for (const [key, value] of map) {
      meet(census, key);
      meet(census, value);
    }
  }
  if (meta !== null) meet(census, meta);
}

/** The bytes that are held, or any number above `bytesMax` as soon as they are more. */
export function heldBytes(globals: LuaTable, bytesMax: number): number {
  const census: Census = { bytes: 0, seen: new Set(), open: [] };
  meet(census, globals);
  for (let next = census.open.pop(); next !== undefined; next = census.open.pop()) {
    if (next instanceof LuaTable) meetTable(census, next);
    else if (typeof next === 'object') {
      const { bytes, values } = next.held?.() ?? NOTHING_HELD;
      census.bytes += bytes;
      for (const value of values) meet(census, value);
    } else {
      census.bytes += FUNCTION_BYTES;
      for (const value of next.held?.() ?? []) meet(census, value);
    }
    if (census.bytes > bytesMax) break;
  }
  return census.bytes;
}
