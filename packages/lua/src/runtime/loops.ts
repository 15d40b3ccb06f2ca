// Runtime of generated loops.

import { toNumber } from '#lua/runtime/convert.ts';
import { argumentError, siteError } from '#lua/runtime/errors.ts';
import type { Site } from '#lua/runtime/errors.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';
import { LuaTable, rawGet } from '#lua/runtime/table.ts';
import { TableCursor, nextEntry } from '#lua/runtime/traverse.ts';
import { typeName } from '#lua/runtime/type-name.ts';
import type { LuaResult, LuaValue } from '#lua/runtime/value.ts';

/** A bound of a counted loop. Strings that read as numbers count, as in Lua 5.2. */
export function loopNumber(
  value: LuaValue,
  what: 'initial' | 'limit' | 'step',
  site: Site,
): number {
  const number = toNumber(value);
  if (number !== undefined) return number;
  throw siteError(site, `'for' ${what === 'initial' ? 'initial value' : what} must be a number`);
}

/** Of the counter's greatest size: a step above this part of it always changes the counter. */
const LEAST_STEP = 2 ** -53;

/** Charges all passages of a counted loop at once. */
export function chargeLoop(from: number, to: number, by: number, steps: number): void {
  const greatest = Math.max(Math.abs(from), Math.abs(to));
  if (Math.abs(by) > greatest * LEAST_STEP) {
    const count = Math.floor((to - from) / by) + 1;
    if (count > 0) chargeSteps(count * steps);
    return;
  }
  // The counter may stand still for ever, as by a step of 0 or at 2 ** 53. So it is counted, until
  // the budget ends where the loop does not.
  const least = Math.max(1, steps);
  for (let at = from - by + by; by > 0 ? at <= to : at >= to; at += by) chargeSteps(least);
}

function tableArgument(value: LuaValue, name: string): LuaTable {
  if (value instanceof LuaTable) return value;
  throw argumentError(1, name, `table expected, got ${typeName(value)}`);
}

/** The library's `next`. */
export function next(table: LuaValue, key?: LuaValue): LuaResult {
  const entry = nextEntry(tableArgument(table, 'next'), key);
  if (entry === null) return undefined;
  if (entry === undefined) throw argumentError(2, 'next', "invalid key to 'next'");
  return entry;
}

/**
 * A cursor when a generic loop is `next` over a table from its start; null when it must be called.
 */
export function cursor(iterator: LuaValue, state: LuaValue, control: LuaValue): TableCursor | null {
  if (iterator !== next || control !== undefined || !(state instanceof LuaTable)) return null;
  return new TableCursor(state);
}

/** Table that `ipairs` runs over; throws Lua's argument error for anything else. */
export function listOf(value: LuaValue): LuaTable {
  return tableArgument(value, 'ipairs');
}

/** Where the iterator of a list is; a script may call it with anything. */
function placeArgument(value: LuaValue): number {
  if (typeof value === 'number') return value;
  const number = toNumber(value);
  if (number !== undefined) return Math.trunc(number);
  throw argumentError(2, 'ipairs', `number expected, got ${typeName(value)}`);
}

/** Step of `ipairs`: the next place and its element; nil behind the last one. */
export function listIterator(table: LuaValue, index: LuaValue): LuaResult {
  const following = placeArgument(index) + 1;
  const value = rawGet(tableArgument(table, 'ipairs'), following);
  return value === undefined ? undefined : [following, value];
}
