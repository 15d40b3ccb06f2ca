// Container: a result of a command with several parts, each read by its name or by its place
// counted from 1. A script can neither change it nor reach anything else through it.

import { toDisplayText } from '#lua/library/to-string.ts';
import { running } from '#lua/runtime/running.ts';
import { LuaError } from '#lua/runtime/script-fault.ts';
import type { HeldByHost, HostValue, LuaValue } from '#lua/runtime/value.ts';

export type Container = HostValue & {
  readonly names: readonly string[];
  readonly values: readonly LuaValue[];
};

function field(this: Container, key: LuaValue): LuaValue {
  if (typeof key === 'number') return this.values[key - 1];
  if (typeof key !== 'string') return undefined;
  const place = this.names.indexOf(key);
  if (place < 0) running.missing = { what: 'the container', key, fields: this.names };
  return this.values[place];
}

function fieldsText(this: Container): string {
  const parts = this.names.map((name, place) => `${name}=${toDisplayText(this.values[place])}`);
  return `{${parts.join(', ')}}`;
}

function fieldCount(this: Container): number {
  return this.values.length;
}

const CONTAINER_BYTES = 256;

function heldParts(this: Container): HeldByHost {
  return { bytes: CONTAINER_BYTES, values: this.values };
}

function noMeaning(): undefined {
  return undefined;
}

function refuseCall(): never {
  throw new LuaError('attempt to call a container value');
}

/** The values under their names, in this order. Any other name or place reads nil. */
export function container(names: readonly string[], values: readonly LuaValue[]): Container {
  return {
    kind: 'container',
    names,
    values,
    arith: noMeaning,
    compare: noMeaning,
    index: field,
    call: refuseCall,
    length: fieldCount,
    toText: fieldsText,
    held: heldParts,
  };
}

/** The same from an object's members, in the order in which they are written. */
export function containerOf(members: { readonly [name: string]: LuaValue }): Container {
  return container(Object.keys(members), Object.values(members));
}
