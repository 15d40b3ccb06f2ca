// Lists: looking for elements, taking parts, changing. What adds or removes changes the table that
// it is given and returns it; a series never changes, so there it returns a new one.

import { NO_SITE } from '#lua/runtime/errors.ts';
import type {
  CallContext,
  CommandImplementations,
} from '#commands/definition/command-implementation.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import { collectSource } from '#commands/arrays/collect-source.ts';
import { constantNumber } from '#commands/values/constant-value.ts';
import {
  elementsOf,
  isSeries,
  numbersOf,
  currentValue,
  plainValue,
} from '#engine/values/elements-of.ts';
import { equals, lessThan } from '#lua/runtime/compare.ts';
import { toNumber } from '#lua/runtime/convert.ts';
import { libraryError } from '#lua/runtime/errors.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';
import { isHostValue } from '#lua/runtime/metamethod.ts';
import { sortTable } from '#lua/library/sort.ts';
import { LuaTable, rawGet, tableFromList } from '#lua/runtime/table.ts';
import type { LuaValue } from '#lua/runtime/value.ts';
import { textFromBytes } from '#lua/syntax/byte-string.ts';

const EXCLUSIVE = constantNumber('ArrayFilterExclusiveType');
const GREATER = constantNumber('ArrayFilterGreaterThanType');
const LESS = constantNumber('ArrayFilterLessThanType');

/** A list of the kind of its origin: of a series or a number, numbers alone are a series. */
function alike(context: CommandContext, origin: LuaValue, elements: LuaValue[]): LuaValue {
  if (isSeries(origin) || typeof origin === 'number') {
    const numbers = elements.filter((element) => typeof element === 'number');
    if (numbers.length === elements.length) return context.series.fromNumbers(numbers);
  }
  return tableFromList(elements);
}

/** Changes the elements of a table in place; of anything else it makes a new list. */
function changed(
  context: CommandContext,
  command: string,
  input: LuaValue,
  change: (elements: LuaValue[]) => void,
): LuaValue {
  const elements = elementsOf(input, command);
  change(elements);
  if (!(input instanceof LuaTable)) return alike(context, input, elements);
  input.list = tableFromList(elements).list;
  return input;
}

function matches(element: LuaValue, value: LuaValue, filterType: number): boolean {
  if (filterType === EXCLUSIVE) return !equals(element, value);
  if (filterType === GREATER) return lessThan(value, element, NO_SITE);
  if (filterType === LESS) return lessThan(element, value, NO_SITE);
  return equals(element, value);
}

/** The position from 0 of an index that may count from the end; -1 when there is nothing. */
function positionOf(index: number, count: number): number {
  const whole = Math.trunc(index);
  const position = whole < 0 ? count + whole : whole - 1;
  return position >= 0 && position < count ? position : -1;
}

/** Of a series always a number, NaN where there is none, so that a comparison survives. */
function elementAt(input: LuaValue, index: number, command: string): LuaValue {
  if (isSeries(input)) {
    const position = positionOf(index, input.count());
    return position < 0 ? Number.NaN : input.at(position + 1);
  }
  if (input instanceof LuaTable) return input.list[positionOf(index, input.list.length)];
  const elements = elementsOf(input, command);
  return elements[positionOf(index, elements.length)];
}

/** Of looking for an element among those before. */
const DISTINCT_STEPS = 8;

function distinct(elements: readonly LuaValue[]): LuaValue[] {
  const seen = new Set<LuaValue>();
  chargeSteps(DISTINCT_STEPS * elements.length);
  return elements.filter((element) => {
    const value = plainValue(element);
    if (seen.has(value)) return false;
    seen.add(value);
    return true;
  });
}

function sorted(elements: LuaValue[], isDescending: boolean): LuaTable {
  const table = tableFromList(elements.map(plainValue));
  sortTable(table, null);
  if (isDescending) table.list.reverse();
  return table;
}

function fieldOf(element: LuaValue, key: string | undefined): LuaValue {
  if (key === undefined) return currentValue(element);
  if (element instanceof LuaTable) return currentValue(rawGet(element, key));
  return isHostValue(element) ? currentValue(element.index(key)) : undefined;
}

function sum(_: unknown, input: LuaValue, key: string | undefined): number {
  let total = 0;
  for (const element of elementsOf(input, 'ArraySum')) {
    const number = toNumber(fieldOf(element, key));
    if (number === undefined) throw libraryError("'ArraySum' can only add numbers");
    total += number;
  }
  return total;
}

function grab(
  context: CommandContext,
  input: LuaValue,
  offset: number,
  count: number | undefined,
): LuaValue {
  const from = Math.max(0, Math.trunc(offset));
  if (isSeries(input) && count === undefined) return input.index(from + 1);
  const until = count === undefined ? undefined : from + Math.max(0, Math.trunc(count));
  const elements = isSeries(input) ? numbersOf(input) : elementsOf(input, 'Grab');
  return alike(context, input, elements.slice(from, until));
}

function countOf(_: unknown, input: LuaValue, value: LuaValue): number {
  if (value === undefined && isSeries(input)) return input.count();
  if (value === undefined && input instanceof LuaTable) return input.list.length;
  if (value === undefined && typeof input === 'string') return textFromBytes(input).length;
  const elements = elementsOf(input, 'Count');
  if (value === undefined) return elements.length;
  return elements.filter((element) => equals(element, value)).length;
}

export const ARRAY_IMPLEMENTATIONS = {
  ArrayAdd: (context, input: LuaValue, element: LuaValue) =>
    changed(context, 'ArrayAdd', input, (elements) => {
      if (element !== undefined) elements.push(element);
    }),
  ArrayAny: (_, input: LuaValue, value: LuaValue) => {
    const elements = elementsOf(input, 'ArrayAny');
    if (value === undefined) return elements.length > 0;
    return elements.some((element) => equals(element, value));
  },
  ArrayConcat: (context, first: LuaValue, second: LuaValue) => {
    const elements = elementsOf(first, 'ArrayConcat').concat(elementsOf(second, 'ArrayConcat', 2));
    return alike(context, first, elements);
  },
  ArrayDistinct: (context, input: LuaValue) =>
    alike(context, input, distinct(elementsOf(input, 'ArrayDistinct'))),
  ArrayFilter: (context, input: LuaValue, value: LuaValue, filterType: number) => {
    const elements = elementsOf(input, 'ArrayFilter');
    return alike(
      context,
      input,
      elements.filter((element) => matches(element, value, filterType)),
    );
  },
  ArrayFind: (_, input: LuaValue, value: LuaValue, filterType: number) => {
    const elements = elementsOf(input, 'ArrayFind');
    const places = elements.map((element, at) =>
      matches(element, value, filterType) ? at + 1 : 0,
    );
    return tableFromList(places.filter((place) => place > 0));
  },
  ArrayIndex: (_, input: LuaValue, index: number) =>
    currentValue(elementAt(input, index, 'ArrayIndex')),
  ArrayIndexField: (_, input: LuaValue, index: number) =>
    elementAt(input, index, 'ArrayIndexField'),
  ArrayLast: (_, input: LuaValue, offset: number) =>
    currentValue(elementAt(input, -1 - Math.max(0, Math.trunc(offset)), 'ArrayLast')),
  ArrayPop: (context, input: LuaValue) =>
    changed(context, 'ArrayPop', input, (elements) => {
      elements.pop();
    }),
  ArrayRemove: (context, input: LuaValue, index: number) =>
    changed(context, 'ArrayRemove', input, (elements) => {
      const position = positionOf(index, elements.length);
      if (position >= 0) elements.splice(position, 1);
    }),
  ArrayReplace: (context, input: LuaValue, before: LuaValue, after: LuaValue) => {
    const elements = elementsOf(input, 'ArrayReplace');
    return alike(
      context,
      input,
      elements.map((element) => (equals(element, before) ? after : element)),
    );
  },
  ArrayShift: (context, input: LuaValue) =>
    changed(context, 'ArrayShift', input, (elements) => {
      elements.shift();
    }),
  ArraySort: (context, input: LuaValue, isDescending: boolean) => {
    const table = sorted(elementsOf(input, 'ArraySort'), isDescending);
    return isSeries(input) ? alike(context, input, table.list) : table;
  },
  ArraySum: sum,
  ArrayUnshift: (context, input: LuaValue, element: LuaValue) =>
    changed(context, 'ArrayUnshift', input, (elements) => {
      if (element !== undefined) elements.unshift(element);
    }),
  Count: countOf,
  Grab: grab,
  NewArray: (_, ...elements: LuaValue[]) => tableFromList(elements),
  NewSortedArray: (_, ...elements: LuaValue[]) => {
    chargeSteps(elements.length);
    return sorted(
      elements.filter((element) => element !== undefined),
      false,
    );
  },
  Offset: (context, input: LuaValue, offset: number) => grab(context, input, offset, undefined),
  SourceManager: (
    context: CallContext,
    value: number,
    interval: number,
    cap: number,
    initialValues,
  ) => collectSource(context, { value, interval, cap, initialValues }),
} satisfies CommandImplementations;
