// Default of an argument that is left out. The catalogue says it in Lua: a literal, a constant, or
// a command without arguments and perhaps a field of its result.

import { assert } from '#lib/assert.ts';
import { CONSTANT_CATALOGUE } from '#commands/constants/constant-catalogue.ts';
import { isHostValue } from '#lua/runtime/metamethod.ts';
import { memberOf } from '#commands/binding/host-state.ts';
import type { HostState } from '#commands/binding/host-state.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

export type DefaultValue = (host: HostState) => LuaValue;

const CALL = /^([A-Z]\w*)\(\)(?:\.(\w+))?$/;
const TEXT = /^'(.*)'$/;

const CONSTANT_VALUES: ReadonlyMap<string, LuaValue> = new Map<string, LuaValue>([
  ['nil', undefined],
  ['true', true],
  ['false', false],
  ...CONSTANT_CATALOGUE.map(({ name, value }): [string, LuaValue] => [name, value]),
]);

function constant(value: LuaValue): DefaultValue {
  return () => value;
}

function resultOf(name: string, field: string | undefined): DefaultValue {
  return (host) => {
    const method = memberOf(host, name) as (this: HostState) => LuaValue;
    const result = method.call(host);
    return field !== undefined && isHostValue(result) ? result.index(field) : result;
  };
}

/** The default of a parameter; nil when the catalogue gives none. */
export function defaultValue(expression: string | undefined): DefaultValue {
  if (expression === undefined) return constant(undefined);
  if (CONSTANT_VALUES.has(expression)) return constant(CONSTANT_VALUES.get(expression));
  const call = CALL.exec(expression);
  if (call?.[1] !== undefined) return resultOf(call[1], call[2]);
  const text = TEXT.exec(expression)?.[1];
  if (text !== undefined) return constant(text.replaceAll('\\\\n', '\n').replaceAll('\\n', '\n'));
  const number = Number(expression);
  assert(!Number.isNaN(number), 'a default is a literal, a constant or a call');
  return constant(number);
}
