// `..` and `#`.

import { setIndex } from '#lua/runtime/access.ts';
import { add, overloaded } from '#lua/runtime/arithmetic.ts';
import { toText } from '#lua/runtime/convert.ts';
import { libraryError, operandError } from '#lua/runtime/errors.ts';
import type { Site } from '#lua/runtime/errors.ts';
import { numberText } from '#lua/runtime/number-text.ts';
import { BYTES, STEPS, meter, outOfBytes, outOfSteps } from '#lua/runtime/meter.ts';
import { invokeFirst, isHostValue, metamethod } from '#lua/runtime/metamethod.ts';
import { LuaTable, append, rawLength } from '#lua/runtime/table.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

/** The longest string that a script may make. */
export const STRING_BYTES_MAX = 16 * 1024 * 1024;

/** Charges a new string of this length; refuses one that is too long. */
export function chargeString(length: number): void {
  if (length > STRING_BYTES_MAX) throw libraryError('string length overflow');
  if ((meter[BYTES] = (meter[BYTES] ?? 0) - length) < 0) outOfBytes();
  if ((meter[STEPS] = (meter[STEPS] ?? 0) - (length >> 4)) < 0) outOfSteps();
}

const SHORT_BYTES = 64;

/** Joins two strings. Short ones are charged the same whatever their length. */
function join(a: string, b: string): string {
  const length = a.length + b.length;
  if (length > SHORT_BYTES) chargeString(length);
  else if ((meter[BYTES] = (meter[BYTES] ?? 0) - SHORT_BYTES) < 0) outOfBytes();
  return a + b;
}

function joinSlowly(a: LuaValue, b: LuaValue, site: Site): LuaValue {
  const left = toText(a);
  const right = toText(b);
  if (left !== undefined && right !== undefined) return join(left, right);
  const found = overloaded('..', '__concat', a, b);
  if (found !== null) return found.value;
  const culprit = left === undefined ? a : b;
  throw operandError(site, 'concatenate', culprit, left === undefined ? site.left : site.right);
}

/** `a .. b` */
export function concatenate(a: LuaValue, b: LuaValue, site: Site): LuaValue {
  if (typeof a === 'string') {
    if (typeof b === 'string') return join(a, b);
    if (typeof b === 'number') return join(a, numberText(b));
  } else if (typeof a === 'number' && typeof b === 'string') return join(numberText(a), b);
  return joinSlowly(a, b, site);
}

/** `#value` */
export function lengthOf(value: LuaValue, site: Site): LuaValue {
  if (typeof value === 'string') return value.length;
  if (isHostValue(value)) {
    const length = value.length();
    if (length !== undefined) return length;
  }
  const handler = metamethod(value, '__len');
  if (handler !== undefined) return invokeFirst(handler, [value]);
  if (value instanceof LuaTable) return rawLength(value);
  throw operandError(site, 'get length of', value, site.left);
}

/** `object[#object + 1] = value` */
export function push(object: LuaValue, value: LuaValue, site: Site): void {
  if (object instanceof LuaTable && object.meta === null) {
    if (value !== undefined) append(object, value);
    return;
  }
  setIndex(object, add(lengthOf(object, site), 1, site), value, site);
}
