// The names of the types, as `type` and messages give them.

import { Coroutine } from '#script/runtime/coroutine.ts';
import { LuaTable } from '#script/runtime/table.ts';
import type { LuaValue } from '#script/runtime/value.ts';

export function typeName(value: LuaValue): string {
  if (value === undefined) return 'nil';
  if (typeof value !== 'object') return typeof value;
  if (value instanceof LuaTable) return 'table';
  return value instanceof Coroutine ? 'thread' : 'userdata';
}
