// All library functions and constants, by their full names.

import { BASE_LIBRARY } from '#lua/library/base-library.ts';
import { BIT32_LIBRARY } from '#lua/library/bit32-library.ts';
import { COROUTINE_LIBRARY } from '#lua/library/coroutine-library.ts';
import type { LibraryEntry } from '#lua/library/entry.ts';
import { MATH_CONSTANTS, MATH_LIBRARY } from '#lua/library/math-library.ts';
import { STRING_LIBRARY } from '#lua/library/string-library.ts';
import { TABLE_LIBRARY } from '#lua/library/table-library.ts';
import { UTF8_CONSTANTS, UTF8_LIBRARY } from '#lua/library/utf8-library.ts';
import type { Fields, LuaTable } from '#lua/runtime/table.ts';
import { newTable, setNamed } from '#lua/runtime/table.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

export const LIBRARY: ReadonlyMap<string, LibraryEntry> = new Map(
  [
    BASE_LIBRARY,
    BIT32_LIBRARY,
    COROUTINE_LIBRARY,
    MATH_LIBRARY,
    STRING_LIBRARY,
    TABLE_LIBRARY,
    UTF8_LIBRARY,
  ].flatMap((part) => Object.entries(part)),
);

export const LIBRARY_CONSTANTS: ReadonlyMap<string, number | string> = new Map<
  string,
  number | string
>([...MATH_CONSTANTS, ...UTF8_CONSTANTS, ['_VERSION', 'Lua 5.2']]);

export const LIBRARY_TABLES: ReadonlySet<string> = new Set([
  'bit32',
  'coroutine',
  'math',
  'string',
  'table',
  'utf8',
]);

/** What generated code finds under `R.library`: a field for each full name. */
export const LIBRARY_VALUES: Fields = Object.freeze(
  Object.assign(
    Object.create(null) as Fields,
    Object.fromEntries([...LIBRARY].map(([name, entry]) => [name, entry.value])),
  ),
);

const TABLE_FIELDS = new Map([...LIBRARY_TABLES].map((name) => [name, [] as TableField[]]));

type TableField = readonly [name: string, value: LuaValue];

/** What is global by itself, in no table. */
export const LIBRARY_GLOBALS: ReadonlyMap<string, LuaValue> = sortValues();

function sortValues(): Map<string, LuaValue> {
  const globals = new Map<string, LuaValue>();
  const functions = [...LIBRARY].map(([name, { value }]) => [name, value] as const);
  for (const [full, value] of [...functions, ...LIBRARY_CONSTANTS]) {
    const [table = '', field] = full.split('.');
    if (field === undefined) globals.set(full, value);
    else TABLE_FIELDS.get(table)?.push([field, value]);
  }
  return globals;
}

/** A table of the library, fresh: the script may change it as it likes. */
export function makeLibraryTable(name: string): LuaTable {
  const table = newTable();
  for (const [field, value] of TABLE_FIELDS.get(name) ?? []) setNamed(table, field, value);
  return table;
}

/** What the library has under a global name, its tables fresh; undefined when it has nothing. */
export function libraryGlobal(name: string): LuaValue {
  return TABLE_FIELDS.has(name) ? makeLibraryTable(name) : LIBRARY_GLOBALS.get(name);
}
