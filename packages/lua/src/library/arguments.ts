// Arguments of library functions, checked and converted with Lua's own messages.

import { toNumber, toText } from '#lua/runtime/convert.ts';
import { argumentError } from '#lua/runtime/errors.ts';
import { LuaTable } from '#lua/runtime/table.ts';
import { typeName } from '#lua/runtime/type-name.ts';
import type { LuaFunction, LuaValue } from '#lua/runtime/value.ts';

function refuse(value: LuaValue, index: number, name: string, expected: string): never {
  // Whether nil was passed or nothing cannot be determined here; nil is by far the more frequent.
  const found = typeName(value);
  throw argumentError(index, name, `${expected} expected, got ${found}`);
}

/** Table; throws Lua's argument error for anything else. */
export function tableArgument(value: LuaValue, index: number, name: string): LuaTable {
  return value instanceof LuaTable ? value : refuse(value, index, name, 'table');
}

/** Number, or a text that is one; throws Lua's argument error for anything else. */
export function numberArgument(value: LuaValue, index: number, name: string): number {
  if (typeof value === 'number') return value;
  return toNumber(value) ?? refuse(value, index, name, 'number');
}

/**
 * A number cut to a whole one, as Lua 5.2 does; not a number and infinities become large values.
 */
export function integerArgument(value: LuaValue, index: number, name: string): number {
  const number = numberArgument(value, index, name);
  return Number.isNaN(number) ? 0 : Math.trunc(number);
}

/** Whole number; `otherwise` where the argument is nil. */
export function optionalInteger(
  value: LuaValue,
  index: number,
  name: string,
  otherwise: number,
): number {
  return value === undefined ? otherwise : integerArgument(value, index, name);
}

/** Text, or a number as text; throws Lua's argument error for anything else. */
export function stringArgument(value: LuaValue, index: number, name: string): string {
  if (typeof value === 'string') return value;
  return toText(value) ?? refuse(value, index, name, 'string');
}

/** Function; throws Lua's argument error for anything else. */
export function functionArgument(value: LuaValue, index: number, name: string): LuaFunction {
  return typeof value === 'function' ? value : refuse(value, index, name, 'function');
}

/** Refuses a missing argument where nil itself is allowed. */
export function anyArgument(args: readonly LuaValue[], index: number, name: string): LuaValue {
  if (args.length < index) throw argumentError(index, name, 'value expected');
  return args[index - 1];
}
