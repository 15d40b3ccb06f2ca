// The table library.

import {
  functionArgument,
  integerArgument,
  optionalInteger,
  stringArgument,
  tableArgument,
} from '#lua/library/arguments.ts';
import { several, single } from '#lua/library/entry.ts';
import type { LibraryPart } from '#lua/library/entry.ts';
import { sortTable } from '#lua/library/sort.ts';
import { STRING_BYTES_MAX, chargeString } from '#lua/runtime/concatenate.ts';
import { toText } from '#lua/runtime/convert.ts';
import { argumentError, libraryError } from '#lua/runtime/errors.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';
import { append, rawGet, rawLength, rawSet, setNumber, tableFromList } from '#lua/runtime/table.ts';
import { typeName } from '#lua/runtime/type-name.ts';
import { NOTHING } from '#lua/runtime/value.ts';
import type { LuaResult, LuaValue } from '#lua/runtime/value.ts';
import { ANY, NIL, STRING, TABLE } from '#lua/semantics/kind.ts';

/** As many values as a call may pass on; more would not fit the stack. */
const VALUES_MAX = 7_000;

function concat(list: LuaValue, separator: LuaValue, from: LuaValue, to: LuaValue): LuaResult {
  const table = tableArgument(list, 1, 'concat');
  const between = separator === undefined ? '' : stringArgument(separator, 2, 'concat');
  const start = optionalInteger(from, 3, 'concat', 1);
  const end = optionalInteger(to, 4, 'concat', rawLength(table));
  const pieces: string[] = [];
  let length = 0;
  // Added to the start, because from 2 ** 53 on a place is not changed by 1.
  for (let offset = 0; start + offset <= end; offset += 1) {
    const value = Number.isFinite(start) ? rawGet(table, start + offset) : undefined;
    const text = toText(value);
    if (text === undefined) {
      const where = `at index ${start + offset} in table for 'concat'`;
      throw libraryError(`invalid value (${typeName(value)}) ${where}`);
    }
    length += text.length + between.length;
    chargeSteps(2);
    if (length > STRING_BYTES_MAX) throw libraryError('string length overflow');
    pieces.push(text);
  }
  chargeString(Math.max(0, length - between.length));
  return pieces.join(between);
}

function insert(...args: LuaValue[]): LuaResult {
  const table = tableArgument(args[0], 1, 'insert');
  const size = rawLength(table);
  if (args.length === 2) {
    const value = args[1];
    if (value !== undefined) append(table, value);
    return NOTHING;
  }
  if (args.length !== 3) throw libraryError("wrong number of arguments to 'insert'");
  const position = integerArgument(args[1], 2, 'insert');
  if (position < 1 || position > size + 1) {
    throw argumentError(2, 'insert', 'position out of bounds');
  }
  chargeSteps(1 + ((size - position) >> 3));
  if (args[2] !== undefined && position <= size) {
    const last = table.list.pop();
    table.list.splice(position - 1, 0, args[2]);
    append(table, last);
    return NOTHING;
  }
  chargeSteps(2 * (size - position + 1));
  for (let index = size; index >= position; index -= 1) {
    setNumber(table, index + 1, rawGet(table, index));
  }
  setNumber(table, position, args[2]);
  return NOTHING;
}

function remove(...args: LuaValue[]): LuaResult {
  const table = tableArgument(args[0], 1, 'remove');
  const size = rawLength(table);
  const position = optionalInteger(args[1], 2, 'remove', size);
  if (position !== size && (position < 1 || position > size + 1)) {
    throw argumentError(1, 'remove', 'position out of bounds');
  }
  const value = rawGet(table, position);
  chargeSteps(1 + (Math.max(0, size - position) >> 3));
  if (position >= 1 && position <= size) {
    if (position < size) table.list.splice(position - 1, 1);
    else setNumber(table, size, undefined);
  } else rawSet(table, position, undefined);
  return value;
}

function unpack(list: LuaValue, from: LuaValue, to: LuaValue): LuaResult {
  const table = tableArgument(list, 1, 'unpack');
  const start = optionalInteger(from, 2, 'unpack', 1);
  const end = optionalInteger(to, 3, 'unpack', rawLength(table));
  if (start > end) return NOTHING;
  if (!(end - start < VALUES_MAX)) throw libraryError('too many results to unpack');
  chargeSteps(2 * (end - start));
  if (start === 1 && end === table.list.length) return table.list.slice();
  const values: LuaValue[] = [];
  for (let offset = 0; offset <= end - start; offset += 1) {
    values.push(rawGet(table, start + offset));
  }
  return values;
}

function pack(...args: LuaValue[]): LuaResult {
  const count = args.length;
  const table = tableFromList(args.slice());
  rawSet(table, 'n', count);
  return table;
}

function sort(list: LuaValue, comparator: LuaValue): LuaResult {
  const table = tableArgument(list, 1, 'sort');
  const before = comparator === undefined ? null : functionArgument(comparator, 2, 'sort');
  sortTable(table, before);
  return NOTHING;
}

export const TABLE_LIBRARY: LibraryPart = {
  'table.concat': single(STRING, concat),
  'table.insert': several(NIL, insert),
  'table.pack': single(TABLE, pack),
  'table.remove': single(ANY, remove),
  'table.sort': several(NIL, sort),
  'table.unpack': several(ANY, unpack),
  unpack: several(ANY, unpack),
};
