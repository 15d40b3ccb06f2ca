// Comparison and equality beyond plain numbers.

import { fieldHint, siteError } from '#lua/runtime/errors.ts';
import type { Site, SiteDetails } from '#lua/runtime/errors.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';
import { invokeFirst, isHostValue, metamethod } from '#lua/runtime/metamethod.ts';
import { LuaTable } from '#lua/runtime/table.ts';
import { partsHint, shownType } from '#lua/runtime/type-name.ts';
import { isTrue } from '#lua/runtime/value.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

/** Texts up to here are compared within the step of the operator itself. */
const SHORT_TEXT_MAX = 64;

/** Of two texts: charged by what they may have in common, which is compared. */
export function isTextBefore(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length);
  if (length > SHORT_TEXT_MAX) chargeSteps(length >> 3);
  return a < b;
}

function isTextNotAfter(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length);
  if (length > SHORT_TEXT_MAX) chargeSteps(length >> 3);
  return a <= b;
}

/** Whether two values are identical. Texts of equal length are compared to their end. */
export function isSame(a: LuaValue, b: LuaValue): boolean {
  if (typeof a === 'string' && typeof b === 'string' && a.length > SHORT_TEXT_MAX) {
    if (a.length !== b.length) return false;
    chargeSteps(a.length >> 5);
  }
  return a === b;
}

/** The same, where not a number is itself and the zeros differ. */
export function isIdentical(a: LuaValue, b: LuaValue): boolean {
  return typeof a === 'string' ? isSame(a, b) : Object.is(a, b);
}

function refuseComparison(a: LuaValue, b: LuaValue, site: Site): never {
  const left = shownType(a);
  const right = shownType(b);
  const what = left === right ? `two ${left} values` : `${left} with ${right}`;
  throw siteError(site, `attempt to compare ${what}`, nilOperand(a, b, site));
}

/** Lua's message names no operand; here the one that is nil, where only one is. */
function nilOperand(a: LuaValue, b: LuaValue, { isSwapped, left, right }: Site): SiteDetails {
  if ((a === undefined) === (b === undefined)) return { hint: partsHint(a) ?? partsHint(b) };
  const operand = (a === undefined) === isSwapped ? right : left;
  const name = operand?.name ?? null;
  const isNil = name === null ? null : `${name} is nil`;
  const parts = [isNil, fieldHint(operand)].filter((part) => part !== null);
  return { operand, hint: parts.length === 0 ? null : parts.join(': ') };
}

function ordered(operator: '<' | '<=', a: LuaValue, b: LuaValue): boolean | undefined {
  const event = operator === '<' ? '__lt' : '__le';
  for (const side of [a, b]) {
    const handler = metamethod(side, event);
    if (handler !== undefined) return isTrue(invokeFirst(handler, [a, b]));
    if (!isHostValue(side)) continue;
    const response = side.compare(operator, a, b);
    if (response !== undefined) return response;
  }
  return undefined;
}

/** Lua's `<`: of numbers, of texts byte by byte, or by `__lt`. */
export function lessThan(a: LuaValue, b: LuaValue, site: Site): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a < b;
  if (typeof a === 'string' && typeof b === 'string') return isTextBefore(a, b);
  return ordered('<', a, b) ?? refuseComparison(a, b, site);
}

/** Lua's `<=`; without `__le` it is the reverse of `<`, as in Lua 5.2. */
export function lessOrEqual(a: LuaValue, b: LuaValue, site: Site): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a <= b;
  if (typeof a === 'string' && typeof b === 'string') return isTextNotAfter(a, b);
  const response = ordered('<=', a, b);
  if (response !== undefined) return response;
  // As in Lua 5.2: without __le, a <= b is not (b < a).
  const reverse = ordered('<', b, a);
  return reverse === undefined ? refuseComparison(a, b, site) : !reverse;
}

/** Equality of two values that are not identical. */
function equalByMeaning(a: LuaValue, b: LuaValue): boolean {
  if (a instanceof LuaTable && b instanceof LuaTable) {
    const handler = metamethod(a, '__eq');
    // Lua 5.2 asks for the same metamethod on both sides.
    if (handler === undefined || metamethod(b, '__eq') !== handler) return false;
    return isTrue(invokeFirst(handler, [a, b]));
  }
  if (a === undefined || b === undefined) return false;
  if (isHostValue(a)) return a.compare('==', a, b) ?? false;
  return isHostValue(b) ? (b.compare('==', a, b) ?? false) : false;
}

/** Lua's `==`, by `__eq` for two tables. */
export function equals(a: LuaValue, b: LuaValue): boolean {
  if (typeof a === 'string') return isSame(a, b);
  // A series is not equal to itself while it has no value.
  if (a === b) return !isHostValue(a) || (a.compare('==', a, b) ?? true);
  return typeof a === 'object' || typeof b === 'object' ? equalByMeaning(a, b) : false;
}
