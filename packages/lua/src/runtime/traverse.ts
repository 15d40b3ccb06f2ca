// Going through a table: a cursor for `pairs` loops, and `next` as a function of table and key.
// The order is fixed by what the script did: list, then named fields, then the map in order of
// insertion.

import { keyOfPlace } from '#lua/runtime/key-places.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';
import { CLEARED_STEPS, ENTRY_STEPS, NAME_STEPS } from '#lua/runtime/step-prices.ts';
import { NO_FIELDS, rawGet } from '#lua/runtime/table.ts';
import type { LuaTable } from '#lua/runtime/table.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

const NO_NAMES: string[] = [];

/** Cleared entries that are passed over within the step of going on. */
const PASSED_FREE = 8;

/**
 * A place in a table. Fields may be set to nil while it goes on. A class for the sake of its hidden
 * class.
 */
export class TableCursor {
  key: LuaValue = undefined;
  value: LuaValue = undefined;
  readonly table: LuaTable;
  index = 0;
  names: string[] | null = null;
  nameIndex = 0;
  entries: Iterator<LuaValue> | null = null;

  constructor(table: LuaTable) {
    this.table = table;
  }

  /** Moves to the next entry; false at the end. */
  advance(): boolean {
    const list = this.table.list;
    const from = this.index;
    while (this.index < list.length) {
      const value = list[this.index];
      this.index += 1;
      if (value !== undefined) {
        this.key = this.index;
        this.value = value;
        if (this.index - from > PASSED_FREE) chargeSteps((this.index - from) >> 2);
        return true;
      }
    }
    if (this.index - from > PASSED_FREE) chargeSteps((this.index - from) >> 2);
    return this.advanceName() || this.advanceEntry();
  }

  advanceName(): boolean {
    const hash = this.table.hash;
    if (this.names === null) {
      this.names = hash === NO_FIELDS ? NO_NAMES : Object.keys(hash);
      chargeSteps(this.names.length * NAME_STEPS);
    }
    const names = this.names;
    while (this.nameIndex < names.length) {
      const name = names[this.nameIndex] ?? '';
      this.nameIndex += 1;
      const value = hash[name];
      if (value !== undefined) {
        this.key = name;
        this.value = value;
        return true;
      }
    }
    return false;
  }

  advanceEntry(): boolean {
    const map = this.table.map;
    if (map === null) return false;
    if (this.entries === null) this.entries = map.keys();
    for (;;) {
      const step = this.entries.next();
      if (step.done === true) return false;
      const value = map.get(step.value);
      if (value === undefined) {
        chargeSteps(CLEARED_STEPS);
        continue;
      }
      chargeSteps(typeof step.value === 'number' ? ENTRY_STEPS : NAME_STEPS);
      this.key = keyIn(step.value);
      this.value = value;
      return true;
    }
  }
}

function allKeys(table: LuaTable): LuaValue[] {
  const keys: LuaValue[] = [];
  for (let index = 1; index <= table.list.length; index += 1) keys.push(index);
  if (table.hash !== NO_FIELDS) keys.push(...Object.keys(table.hash));
  if (table.map !== null) for (const key of table.map.keys()) keys.push(keyIn(key));
  return keys;
}

/** A key of the map as the script knows it. */
function keyIn(key: LuaValue): LuaValue {
  return typeof key === 'number' ? keyOfPlace(key) : key;
}

/** The keys of a table in the order in which `next` gives them, and where the last one stood. */
export type Traversal = { readonly order: readonly LuaValue[]; index: number };

/** Traversals that go on by `next`; a table has none until its second entry is requested. */
const traversals = new WeakMap<LuaTable, Traversal>();

function findKey(traversal: Traversal, key: LuaValue): number {
  const { order, index } = traversal;
  if (order[index] === key) return index;
  chargeSteps(order.length);
  return order.indexOf(key);
}

function startTraversal(table: LuaTable): Traversal {
  const traversal = { order: allKeys(table), index: 0 };
  chargeSteps(traversal.order.length);
  traversals.set(table, traversal);
  return traversal;
}

/**
 * The entry after `key` (the first for nil) as [key, value], null at the end, undefined when there
 * is no such key.
 */
export function nextEntry(table: LuaTable, key: LuaValue): LuaValue[] | null | undefined {
  if (key === undefined) {
    traversals.delete(table);
    const cursor = new TableCursor(table);
    return cursor.advance() ? [cursor.key, cursor.value] : null;
  }
  let traversal = traversals.get(table);
  let index = traversal === undefined ? -1 : findKey(traversal, key);
  if (traversal === undefined || index < 0) {
    traversal = startTraversal(table);
    index = findKey(traversal, key);
    if (index < 0) return undefined;
  }
  const { order } = traversal;
  while ((index += 1) < order.length) {
    const candidate = order[index];
    const value = rawGet(table, candidate);
    if (value === undefined) {
      chargeSteps(CLEARED_STEPS);
      continue;
    }
    traversal.index = index;
    return [candidate, value];
  }
  traversals.delete(table);
  return null;
}

/** The traversal by `next` that a table is in; null without one. */
export function traversalOf(table: LuaTable): Traversal | null {
  return traversals.get(table) ?? null;
}

/** Puts a table into the traversal that another one of the same entries was in. */
export function resumeTraversal(table: LuaTable, traversal: Traversal): void {
  traversals.set(table, traversal);
}
