// All library functions and constants, by their full names.

import { BASE_LIBRARY } from '#script/library/base-library.ts';
import { BIT32_LIBRARY } from '#script/library/bit32-library.ts';
import { COROUTINE_LIBRARY } from '#script/library/coroutine-library.ts';
import type { LibraryEntry } from '#script/library/entry.ts';
import { MATH_CONSTANTS, MATH_LIBRARY } from '#script/library/math-library.ts';
import { STRING_LIBRARY } from '#script/library/string-library.ts';
import { TABLE_LIBRARY } from '#script/library/table-library.ts';
import { UTF8_CONSTANTS, UTF8_LIBRARY } from '#script/library/utf8-library.ts';
import type { Fields, LuaTable } from '#script/runtime/table.ts';
import { newTable, setNamed } from '#script/runtime/table.ts';
import type { LuaValue } from '#script/runtime/value.ts';

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

/** The library as fresh global values, which the script may change as it likes. */
export function makeLibraryGlobals(): Map<string, LuaValue> {
  const globals = new Map<string, LuaValue>();
  const tables = new Map<string, LuaTable>();
  for (const name of LIBRARY_TABLES) {
    const table = newTable();
    tables.set(name, table);
    globals.set(name, table);
  }
  const values: [string, LuaValue][] = [
    ...[...LIBRARY].map(([name, entry]): [string, LuaValue] => [name, entry.value]),
    ...LIBRARY_CONSTANTS,
  ];
  for (const [full, value] of values) {
    const [first = '', second] = full.split('.');
    const table = second === undefined ? undefined : tables.get(first);
    if (table !== undefined && second !== undefined) setNamed(table, second, value);
    else globals.set(full, value);
  }
  return globals;
}
