// Lua tables. Three stores, each with what V8 is fastest at: `list` for keys 1..n, `hash` for names
// that stand in the source text (one hidden class per shape, so a field costs one load), `map` for
// all other keys. A class, because generated code tells a table from other values by its hidden
// class alone.

import { keyOfPlace, placeOfKey } from '#lua/runtime/key-places.ts';
import { BYTES, STEPS, chargeSteps, meter, outOfBytes, outOfSteps } from '#lua/runtime/meter.ts';
import {
  ENTRY_STEPS,
  FAR_KEY_STEPS,
  MOVED_ENTRY_STEPS,
  NEW_ENTRY_STEPS,
  NEW_NAME_STEPS,
} from '#lua/runtime/step-prices.ts';
import { LuaError } from '#lua/runtime/script-fault.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

/** Named fields. Never has a prototype with members, so any name is an ordinary one. */
export type Fields = { [name: string]: LuaValue };

/** The prototype of all field objects: nothing. */
export const NO_PROTOTYPE: object = Object.freeze(Object.create(null) as object);

/** The fields of tables that have none; shared and never written. */
export const NO_FIELDS = Object.freeze(Object.create(NO_PROTOTYPE) as Fields);

/** The list of tables that have none; shared and never written. */
export const NO_LIST: LuaValue[] = [];

export const FieldsOfTable = function FieldsOfTable() {
  // An empty constructor of an ordinary object, so that its fields keep V8's fast form.
} as unknown as new () => Fields;
FieldsOfTable.prototype = NO_PROTOTYPE;

const TABLE_ENTRIES_MAX = 4_000_000;

const TABLE_BYTES = 96;
const FIELD_BYTES = 16;
const MAP_ENTRY_BYTES = 64;
const SWEEP_ENTRIES_MIN = 64;

export class LuaTable {
  hash: Fields;
  list: LuaValue[];
  map: Map<LuaValue, LuaValue> | null = null;
  meta: LuaTable | null = null;

  constructor(hash: Fields, list: LuaValue[]) {
    this.hash = hash;
    this.list = list;
    if ((meter[BYTES] = (meter[BYTES] ?? 0) - TABLE_BYTES) < 0) outOfBytes();
  }
}

/** Table without elements; it shares its empty stores until something is set. */
export function newTable(): LuaTable {
  return new LuaTable(NO_FIELDS, NO_LIST);
}

/** A table of the values 1..n; takes the array over. */
export function tableFromList(list: LuaValue[]): LuaTable {
  if ((meter[BYTES] = (meter[BYTES] ?? 0) - 8 * list.length) < 0) outOfBytes();
  const table = new LuaTable(NO_FIELDS, list);
  trim(list);
  return table;
}

/** Keeps the rule that a list does not end in nil. */
function trim(list: LuaValue[]): void {
  while (list.length > 0 && list[list.length - 1] === undefined) list.pop();
}

function tooLarge(): never {
  throw new LuaError('table overflow');
}

/** Appends a value that is not nil, and takes over what stood behind it in the map. */
export function append(table: LuaTable, value: LuaValue): void {
  const { list, map } = table;
  if ((meter[BYTES] = (meter[BYTES] ?? 0) - FIELD_BYTES) < 0) outOfBytes();
  if (list === NO_LIST) {
    table.list = [value];
    if (map !== null) takeOver(table.list, map);
    return;
  }
  if (list.length >= TABLE_ENTRIES_MAX) tooLarge();
  list.push(value);
  if (map !== null) takeOver(list, map);
}

function takeOver(list: LuaValue[], map: Map<LuaValue, LuaValue>): void {
  for (;;) {
    const key = list.length + 1;
    const place = placeOfKey(key);
    const value = map.get(place);
    if (value === undefined) return;
    list.push(value);
    map.delete(place);
  }
}

/** Drops the entries that were set to nil, when they are the greater part. */
function sweep(table: LuaTable, map: Map<LuaValue, LuaValue>): void {
  chargeSteps(map.size * MOVED_ENTRY_STEPS);
  let live = 0;
  for (const value of map.values()) if (value !== undefined) live += 1;
  if (live * 2 > map.size) return;
  table.map = new Map([...map].filter((entry) => entry[1] !== undefined));
  // None of the long keys is forgotten: they cost no less for that.
  const known = longKeys.get(map);
  if (known !== undefined) longKeys.set(table.map, known);
}

/**
 * Stores a constructor's listed values at `from + 1` and on, whatever bracketed keys have put there
 * before; takes the array over.
 */
export function storeListed(table: LuaTable, values: LuaValue[], from: number): void {
  if (values.length === 0) return;
  if ((meter[BYTES] = (meter[BYTES] ?? 0) - 8 * values.length) < 0) outOfBytes();
  const { map } = table;
  if (table.list === NO_LIST) table.list = [];
  const { list } = table;
  while (list.length < from) list.push(undefined);
  for (const [index, value] of values.entries()) {
    list[from + index] = value;
    map?.delete(placeOfKey(from + index + 1));
  }
  trim(list);
  if (map !== null) takeOver(list, map);
}

/** Longer keys are charged: texts that are not the same object are compared to their end. */
const SHORT_KEY_MAX = 64;
/** From here on V8 takes a text's length for its hash, so that keys of one length are compared. */
const HASHED_KEY_MAX = 16_383;
const longKeys = new WeakMap<Map<LuaValue, LuaValue>, number>();

function chargeKey(map: Map<LuaValue, LuaValue>, key: string): void {
  const likeIt = key.length > HASHED_KEY_MAX ? (longKeys.get(map) ?? 0) : 0;
  chargeSteps((key.length >> 3) * (1 + likeIt));
}

function noteLongKey(map: Map<LuaValue, LuaValue>, key: LuaValue): void {
  if (typeof key === 'string' && key.length > HASHED_KEY_MAX) {
    longKeys.set(map, 1 + (longKeys.get(map) ?? 0));
  }
}

/** As `chargeSteps`, for whole numbers. */
function chargeWork(steps: number): void {
  if ((meter[STEPS] = (meter[STEPS] ?? 0) - steps) < 0) outOfSteps();
}

function setInMap(table: LuaTable, name: LuaValue, value: LuaValue): void {
  const key = typeof name === 'number' ? placeOfKey(name) : name;
  if (typeof key === 'number') chargeWork(ENTRY_STEPS);
  let map = table.map;
  if (typeof key === 'string' && key.length > SHORT_KEY_MAX && map !== null) chargeKey(map, key);
  if (value === undefined) {
    // The entry stays, so that a traversal which clears fields finds its place again.
    if (map !== null && map.has(key)) map.set(key, undefined);
    return;
  }
  if (map === null) map = table.map = new Map();
  const before = map.size;
  map.set(key, value);
  if (map.size === before) return;
  noteLongKey(map, key);
  chargeWork(NEW_ENTRY_STEPS);
  if ((meter[BYTES] = (meter[BYTES] ?? 0) - MAP_ENTRY_BYTES) < 0) outOfBytes();
  if (map.size > TABLE_ENTRIES_MAX) tooLarge();
  const { size } = map;
  if (size >= SWEEP_ENTRIES_MIN && (size & (size - 1)) === 0) sweep(table, map);
}

/** Element of a text key, without metamethods. */
export function getString(table: LuaTable, key: string): LuaValue {
  const map = table.map;
  if (map !== null) {
    if (key.length > SHORT_KEY_MAX) chargeKey(map, key);
    const value = map.get(key);
    if (value !== undefined) return value;
  }
  const hash = table.hash;
  // Asking an object for a fresh string makes V8 intern it, which is dear; so not where nothing can
  // be.
  return hash === NO_FIELDS ? undefined : hash[key];
}

/** The value of a number that is no place of the list. */
function getOutside({ list, map }: LuaTable, key: number): LuaValue {
  // Generated code has looked into the list before: V8 takes such an index for a name.
  if (key - 1 !== list.length) chargeWork(FAR_KEY_STEPS);
  if (map === null) return undefined;
  chargeWork(ENTRY_STEPS);
  return map.get(placeOfKey(key));
}

/** The value of a key, without metamethods. */
export function rawGet(table: LuaTable, key: LuaValue): LuaValue {
  if (typeof key === 'number') {
    const index = key - 1;
    const list = table.list;
    if (index >= 0 && index < list.length && Number.isInteger(index)) return list[index];
    return index === list.length && table.map === null ? undefined : getOutside(table, key);
  }
  if (typeof key === 'string') return getString(table, key);
  const map = table.map;
  return map === null ? undefined : map.get(key);
}

/** Sets a string key that is not known at compile time. */
export function setString(table: LuaTable, key: string, value: LuaValue): void {
  const hash = table.hash;
  if (hash !== NO_FIELDS && (hash[key] !== undefined || key in hash)) hash[key] = value;
  else setOutside(table, key, value);
}

/** Sets a text that is none of the fields. */
function setOutside(table: LuaTable, key: string, value: LuaValue): void {
  if (table.hash !== NO_FIELDS) chargeWork(NEW_NAME_STEPS);
  setInMap(table, key, value);
}

/** Sets a name that stands in the source text. */
export function setNamed(table: LuaTable, name: string, value: LuaValue): void {
  const { map } = table;
  if (map !== null && map.has(name)) {
    map.set(name, value);
    return;
  }
  if (table.hash === NO_FIELDS) {
    if (value === undefined) return;
    table.hash = new FieldsOfTable();
  }
  if ((meter[BYTES] = (meter[BYTES] ?? 0) - FIELD_BYTES) < 0) outOfBytes();
  table.hash[name] = value;
}

/** Sets the element of a number key, without metamethods; nil removes it. */
export function setNumber(table: LuaTable, key: number, value: LuaValue): void {
  const index = key - 1;
  const list = table.list;
  const size = list.length;
  if (index >= 0 && index < size && Number.isInteger(index)) {
    list[index] = value;
    if (value === undefined && index === size - 1) trim(list);
  } else if (index === size && value !== undefined) append(table, value);
  else setInMap(table, key, value);
}

/** Sets a key without metamethods. The key is neither nil nor NaN. */
export function rawSet(table: LuaTable, key: LuaValue, value: LuaValue): void {
  if (typeof key === 'number') setNumber(table, key, value);
  else if (typeof key === 'string') setString(table, key, value);
  else setInMap(table, key, value);
}

/** A border: n such that key n has a value and n + 1 has none. The map never holds key n + 1. */
export function rawLength(table: LuaTable): number {
  return table.list.length;
}

/** The entries of a table's map under their keys as scripts know them, cleared ones included. */
export function mapEntries({ map }: LuaTable): readonly (readonly [LuaValue, LuaValue])[] {
  if (map === null) return [];
  return [...map].map(([key, value]) => [typeof key === 'number' ? keyOfPlace(key) : key, value]);
}

/** Puts entries into the map of a table that has none, in this order. */
export function setMapEntries(
  table: LuaTable,
  entries: readonly (readonly [LuaValue, LuaValue])[],
): void {
  const map = new Map<LuaValue, LuaValue>();
  for (const [key, value] of entries) {
    map.set(typeof key === 'number' ? placeOfKey(key) : key, value);
    noteLongKey(map, key);
  }
  table.map = map;
}
