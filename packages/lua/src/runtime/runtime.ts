// Runtime that generated code sees as `R`: all of it, and nothing else of the process.

import * as access from '#lua/runtime/access.ts';
import * as arithmetic from '#lua/runtime/arithmetic.ts';
import { callResumable, callable } from '#lua/runtime/calls.ts';
import { NO_FAULT, checkClosable, closeVariable } from '#lua/runtime/close.ts';
import { equals, isIdentical, isSame, lessOrEqual, lessThan } from '#lua/runtime/compare.ts';
import { concatenate, lengthOf, push } from '#lua/runtime/concatenate.ts';
import { libraryError } from '#lua/runtime/errors.ts';
import { isHostValue } from '#lua/runtime/metamethod.ts';
import { chargeLoop, cursor, listOf, loopNumber } from '#lua/runtime/loops.ts';
import { meter, outOfBytes, outOfSteps } from '#lua/runtime/meter.ts';
import {
  FieldsOfTable,
  LuaTable,
  NO_FIELDS,
  NO_LIST,
  NO_PROTOTYPE,
  getString,
  setString,
  storeListed,
  tableFromList,
} from '#lua/runtime/table.ts';
import type { Fields } from '#lua/runtime/table.ts';
import { UNBOUND } from '#lua/runtime/unbound.ts';
import { spread } from '#lua/runtime/spread.ts';
import { NOTHING, all, first } from '#lua/runtime/value.ts';
import type { LuaFunction, LuaValue } from '#lua/runtime/value.ts';

/**
 * Where a host keeps its commands as values. A weak map beside it would keep a run that is over: a
 * collection of young objects takes the values of an old map for alive.
 */
const COMMAND_VALUES = Symbol('commands as values');

/**
 * The host's commands as methods, and its constants. For runs over rows also where they are, and
 * whether the host wants to be asked between two of them; see runRows.
 */
export type HostObject = {
  row?: number;
  readonly hasRequests?: boolean;
  /** Whether no position is open until the host has requests. */
  readonly isFlat?: boolean;
  /** By row, what limits are of; none where they are not known. */
  readonly closes?: Float64Array;
  /** By row, where calls may be noted by their code; empty where nobody reads it. */
  readonly wished?: Uint8Array;
  /** Whether nobody sees what is drawn. */
  readonly isUnseen?: boolean;
  /** The row in which the run ends, if that is known. */
  readonly finalRow?: number;
  [COMMAND_VALUES]?: Map<string, LuaFunction>;
  readonly [name: string]: unknown;
};

/** Bytes that may be taken before what is held is counted. */
const TAKEN_MAX = 16 * 1024 * 1024;

/** A host's command as a value of the script; the same one each time. */
export function hostFunction(host: HostObject, name: string): LuaFunction {
  const values = (host[COMMAND_VALUES] ??= new Map<string, LuaFunction>());
  let value = values.get(name);
  if (value === undefined) {
    const command = host[name] as LuaFunction;
    value = (...args) => command.apply(host, args);
    values.set(name, value);
  }
  return value;
}

/** The name of the host's command that a value is; null for any other value. */
export function nameOfHostFunction(host: HostObject, value: unknown): string | null {
  for (const [name, known] of host[COMMAND_VALUES] ?? []) if (known === value) return name;
  return null;
}

/** Whether a function is one of the host's commands as a value. */
function isHostFunction(host: HostObject, value: LuaFunction): boolean {
  for (const known of host[COMMAND_VALUES]?.values() ?? []) if (known === value) return true;
  return false;
}

/** Whether a value is always the same by itself, as tables and coroutines are not. */
function isLasting(value: LuaValue): boolean {
  return typeof value !== 'function' && (typeof value !== 'object' || isHostValue(value));
}

/** Whether a value is one that only itself can stand for. */
function isScalar(value: LuaValue): boolean {
  return typeof value !== 'function' && typeof value !== 'object';
}

/** Lets a function say what it has captured. */
function holding(value: LuaFunction, held: () => LuaValue[]): LuaFunction {
  value.held = held;
  return value;
}

function stackOverflow(): never {
  throw libraryError('stack overflow');
}

/** A table of fields and positional items that may end in nil. */
function tableOf(hash: Fields, list: LuaValue[]): LuaTable {
  const table = tableFromList(list);
  table.hash = hash;
  return table;
}

/** The same of a list that the script evaluates before the fields. */
function tableOfList(list: LuaValue[], hash: Fields): LuaTable {
  return tableOf(hash, list);
}

/** The runtime without the library, which is added where scripts are loaded. */
export const RUNTIME = Object.freeze({
  ...access,
  ...arithmetic,
  FieldsOfTable,
  LuaTable,
  NOTHING,
  TAKEN_MAX,
  NO_FAULT,
  NO_FIELDS,
  NO_LIST,
  NO_PROTOTYPE,
  UNBOUND,
  abs: Math.abs,
  all,
  callResumable,
  callable,
  ceil: Math.ceil,
  chargeLoop,
  checkClosable,
  closeVariable,
  concatenate,
  cursor,
  equals,
  first,
  floor: Math.floor,
  getString,
  holding,
  hostFunction,
  isHostFunction,
  is: isIdentical,
  isLasting,
  isSame,
  isScalar,
  lengthOf,
  lessOrEqual,
  lessThan,
  listOf,
  loopNumber,
  meter,
  outOfBytes,
  outOfSteps,
  push,
  setString,
  spread,
  sqrt: Math.sqrt,
  stackOverflow,
  storeListed,
  tableOf,
  tableOfList,
});
