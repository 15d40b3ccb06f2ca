// Comparison and equality beyond plain numbers.

import { fieldHint, siteError } from '#script/runtime/errors.ts';
import type { Site, SiteDetails } from '#script/runtime/errors.ts';
import { invokeFirst, isHostValue, metamethod } from '#script/runtime/metamethod.ts';
import { LuaTable } from '#script/runtime/table.ts';
import { partsHint, shownType } from '#script/runtime/type-name.ts';
import { isTrue } from '#script/runtime/value.ts';
import type { LuaValue } from '#script/runtime/value.ts';

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
    const answer = side.compare(operator, a, b);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

export function lessThan(a: LuaValue, b: LuaValue, site: Site): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a < b;
  if (typeof a === 'string' && typeof b === 'string') return a < b;
  return ordered('<', a, b) ?? refuseComparison(a, b, site);
}

export function lessOrEqual(a: LuaValue, b: LuaValue, site: Site): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a <= b;
  if (typeof a === 'string' && typeof b === 'string') return a <= b;
  const answer = ordered('<=', a, b);
  if (answer !== undefined) return answer;
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

export function equals(a: LuaValue, b: LuaValue): boolean {
  // A series is not equal to itself while it has no value.
  if (a === b) return !isHostValue(a) || (a.compare('==', a, b) ?? true);
  return typeof a === 'object' || typeof b === 'object' ? equalByMeaning(a, b) : false;
}
