// The base library: all of Lua 5.2's that touches neither files, processes, other code nor the
// collector.
// `print` is the host's to offer.

import {
  anyArgument,
  functionArgument,
  integerArgument,
  stringArgument,
  tableArgument,
} from '#lua/library/arguments.ts';
import { several, single } from '#lua/library/entry.ts';
import type { LibraryPart } from '#lua/library/entry.ts';
import { callProtected, callProtectedResumable } from '#lua/library/protected-call.ts';
import { toDisplayText } from '#lua/library/to-string.ts';
import { toNumber, toText } from '#lua/runtime/convert.ts';
import { argumentError, errorAt, libraryError } from '#lua/runtime/errors.ts';
import { isSame } from '#lua/runtime/compare.ts';
import { listIterator, next } from '#lua/runtime/loops.ts';
import { callArgument, metamethod } from '#lua/runtime/metamethod.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';
import { LuaError } from '#lua/runtime/script-fault.ts';
import { LuaTable, rawGet, rawLength, rawSet } from '#lua/runtime/table.ts';
import { typeName } from '#lua/runtime/type-name.ts';
import { all, isTrue } from '#lua/runtime/value.ts';
import type { LuaFunction, LuaResult, LuaValue } from '#lua/runtime/value.ts';
import { ANY, BOOLEAN, NIL, NUMBER, STRING, TABLE } from '#lua/semantics/kind.ts';

function raise(message?: LuaValue, level?: LuaValue): never {
  const depth = level === undefined ? 1 : integerArgument(level, 2, 'error');
  const text = toText(message);
  if (text !== undefined && depth > 0) throw errorAt(depth, text);
  throw new LuaError(message);
}

function assertTrue(...args: LuaValue[]): LuaResult {
  const value = anyArgument(args, 1, 'assert');
  if (isTrue(value)) return args.length === 1 ? value : args;
  const message = args.length < 2 ? 'assertion failed!' : args[1];
  // As Lua 5.2 does, a text gets its position; other values are passed on as in later versions.
  throw typeof message === 'string' ? errorAt(1, message) : new LuaError(message);
}

function pairs(...args: LuaValue[]): LuaResult {
  const value = args[0];
  const handler = metamethod(value, '__pairs');
  if (handler === undefined) return [next, tableArgument(value, 1, 'pairs'), undefined];
  return all(callArgument(handler, [value])).slice(0, 3);
}

function ipairs(...args: LuaValue[]): LuaResult {
  const value = args[0];
  const handler = metamethod(value, '__ipairs');
  if (handler === undefined) {
    return [listIterator, tableArgument(value, 1, 'ipairs'), 0];
  }
  return all(callArgument(handler, [value])).slice(0, 3);
}

function select(...args: LuaValue[]): LuaResult {
  const which = args[0];
  const count = Math.max(0, args.length - 1);
  // As in Lua 5.2, whatever stands behind the mark.
  if (typeof which === 'string' && which.startsWith('#')) return count;
  const index = integerArgument(which, 1, 'select');
  const start = index < 0 ? count + index : index - 1;
  if (index === 0 || start < 0) throw argumentError(1, 'select', 'index out of range');
  return args.slice(1 + start);
}

/** The value of a letter or digit as a digit. */
function digitOf(code: number): number {
  return code < 58 ? code - 48 : (code | 32) - 87;
}

function parseInBase(text: string, base: number): number | undefined {
  chargeSteps(text.length);
  const match = /^[ \t\n\v\f\r]*([-+]?)([0-9a-z]+)[ \t\n\v\f\r]*$/i.exec(text);
  if (match === null) return undefined;
  let value = 0;
  const digits = match[2] ?? '';
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digitOf(digits.charCodeAt(index));
    if (digit >= base) return undefined;
    value = value * base + digit;
  }
  return match[1] === '-' ? -value : value;
}

function toNumberFunction(...args: LuaValue[]): LuaResult {
  const base = args[1];
  if (base === undefined) return toNumber(anyArgument(args, 1, 'tonumber'));
  const text = stringArgument(args[0], 1, 'tonumber');
  const radix = integerArgument(base, 2, 'tonumber');
  if (radix < 2 || radix > 36) throw argumentError(2, 'tonumber', 'base out of range');
  return parseInBase(text, radix);
}

function setMetatable(...args: LuaValue[]): LuaResult {
  const table = tableArgument(args[0], 1, 'setmetatable');
  const meta = args[1];
  if (!(meta instanceof LuaTable) && (meta !== undefined || args.length < 2)) {
    throw argumentError(2, 'setmetatable', 'nil or table expected');
  }
  if (metamethod(table, '__metatable') !== undefined) {
    throw libraryError('cannot change a protected metatable');
  }
  table.meta = meta ?? null;
  return table;
}

function getMetatable(value: LuaValue): LuaResult {
  if (!(value instanceof LuaTable) || value.meta === null) return undefined;
  return metamethod(value, '__metatable') ?? value.meta;
}

function rawEqual(...args: LuaValue[]): LuaResult {
  return isSame(anyArgument(args, 1, 'rawequal'), anyArgument(args, 2, 'rawequal'));
}

function rawLengthOf(value: LuaValue): LuaResult {
  if (typeof value === 'string') return value.length;
  if (value instanceof LuaTable) return rawLength(value);
  throw argumentError(1, 'rawlen', 'table or string expected');
}

function rawAssign(table: LuaValue, key: LuaValue, value: LuaValue): LuaResult {
  const target = tableArgument(table, 1, 'rawset');
  if (key === undefined) throw libraryError('table index is nil');
  if (typeof key === 'number' && Number.isNaN(key)) throw libraryError('table index is NaN');
  rawSet(target, key, value);
  return target;
}

const protectedCall: LuaFunction = (...args) => {
  const callee = anyArgument(args, 1, 'pcall');
  return callProtected(callee, args.slice(1), null);
};
protectedCall.resumable = (...args) => {
  const callee = anyArgument(args, 1, 'pcall');
  return callProtectedResumable(callee, args.slice(1), null);
};

const protectedCallWithHandler: LuaFunction = (...args) =>
  callProtected(args[0], args.slice(2), functionArgument(args[1], 2, 'xpcall'));
protectedCallWithHandler.resumable = (...args) =>
  callProtectedResumable(args[0], args.slice(2), functionArgument(args[1], 2, 'xpcall'));

export const BASE_LIBRARY: LibraryPart = {
  assert: several(ANY, assertTrue),
  error: several(ANY, raise),
  getmetatable: single(ANY, getMetatable),
  ipairs: several(ANY, ipairs),
  next: several(ANY, next),
  pairs: several(ANY, pairs),
  pcall: several(BOOLEAN, protectedCall),
  rawequal: single(BOOLEAN, rawEqual),
  rawget: single(ANY, (table, key) => rawGet(tableArgument(table, 1, 'rawget'), key)),
  rawlen: single(NUMBER, rawLengthOf),
  rawset: single(TABLE, rawAssign),
  select: several(ANY, select),
  setmetatable: single(TABLE, setMetatable),
  tonumber: single(NUMBER | NIL, toNumberFunction),
  tostring: single(STRING, (...args) => toDisplayText(anyArgument(args, 1, 'tostring'))),
  type: single(STRING, (...args) => typeName(anyArgument(args, 1, 'type'))),
  xpcall: several(BOOLEAN, protectedCallWithHandler),
};
