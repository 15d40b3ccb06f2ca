// `table.sort`: a merge sort of our own, so that an inconsistent comparison can do no harm, each
// comparison is charged, and equal elements keep their order.

import { isTextBefore, lessThan } from '#lua/runtime/compare.ts';
import { NO_SITE, libraryError } from '#lua/runtime/errors.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';
import { invoke } from '#lua/runtime/metamethod.ts';
import { rawGet, rawLength, setNumber } from '#lua/runtime/table.ts';
import type { LuaTable } from '#lua/runtime/table.ts';
import { typeName } from '#lua/runtime/type-name.ts';
import { first, isTrue } from '#lua/runtime/value.ts';
import type { LuaFunction, LuaValue } from '#lua/runtime/value.ts';

function isBefore(a: LuaValue, b: LuaValue): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a < b;
  if (typeof a === 'string' && typeof b === 'string') return isTextBefore(a, b);
  if (typeof a !== 'object' || typeof b !== 'object') {
    const what =
      typeName(a) === typeName(b)
        ? `two ${typeName(a)} values`
        : `${typeName(a)} with ${typeName(b)}`;
    throw libraryError(`attempt to compare ${what}`);
  }
  return lessThan(a, b, NO_SITE);
}

function merge(
  from: readonly LuaValue[],
  to: LuaValue[],
  range: { readonly low: number; readonly middle: number; readonly high: number },
  before: (a: LuaValue, b: LuaValue) => boolean,
): void {
  let left = range.low;
  let right = range.middle;
  for (let index = range.low; index < range.high; index += 1) {
    const takesRight =
      right < range.high && (left >= range.middle || before(from[right], from[left]));
    to[index] = takesRight ? from[right] : from[left];
    if (takesRight) right += 1;
    else left += 1;
  }
}

function mergeSort(list: LuaValue[], before: (a: LuaValue, b: LuaValue) => boolean): LuaValue[] {
  let from = list;
  let to = list.slice();
  for (let width = 1; width < list.length; width *= 2) {
    chargeSteps(list.length * 2);
    for (let low = 0; low < list.length; low += 2 * width) {
      const middle = Math.min(low + width, list.length);
      const high = Math.min(low + 2 * width, list.length);
      merge(from, to, { low, middle, high }, before);
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Sorts the elements from 1 on in place. Throws where the comparison changes the table. */
export function sortTable(table: LuaTable, comparator: LuaFunction | null): void {
  const size = rawLength(table);
  const values: LuaValue[] = [];
  for (let index = 1; index <= size; index += 1) values.push(rawGet(table, index));
  const before =
    comparator === null
      ? isBefore
      : (a: LuaValue, b: LuaValue) => isTrue(first(invoke(comparator, [a, b])));
  const sorted = mergeSort(values, before);
  if (rawLength(table) < size) throw libraryError('table was changed while it was sorted');
  for (let index = 0; index < size; index += 1) setNumber(table, index + 1, sorted[index]);
}
