// The names of the types, as `type` and messages give them.

import { Coroutine } from '#lua/runtime/coroutine.ts';
import { LuaTable } from '#lua/runtime/table.ts';
import type { HostValue, LuaValue } from '#lua/runtime/value.ts';

/** What messages call the type: a value of the host has a name of its own. */
export function shownType(value: LuaValue): string {
  const type = typeName(value);
  return type === 'userdata' ? (value as HostValue).kind : type;
}

/** What a value of several parts has to offer where one of them was meant; null for all others. */
export function partsHint(value: LuaValue): string | null {
  if (typeName(value) !== 'userdata') return null;
  const { kind, names } = value as HostValue;
  return names === undefined ? null : `read a part of the ${kind}: ${names.join(', ')}`;
}

/** Name of a value's type, as `type` gives it. */
export function typeName(value: LuaValue): string {
  if (value === undefined) return 'nil';
  if (typeof value !== 'object') return typeof value;
  if (value instanceof LuaTable) return 'table';
  return value instanceof Coroutine ? 'thread' : 'userdata';
}
