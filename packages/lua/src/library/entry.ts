// Descriptions of library functions for the compiler: what each gives, so that checks can be left
// out.

import type { Kinds } from '#lua/semantics/kind.ts';
import type { LuaFunction } from '#lua/runtime/value.ts';

export type LibraryEntry = {
  readonly type: 'function';
  readonly value: LuaFunction;
  /** What its first result may be. */
  readonly result: Kinds;
  readonly isSingle: boolean;
};

/** A function that always gives one value. */
export function single(result: Kinds, value: LuaFunction): LibraryEntry {
  return { type: 'function', value, result, isSingle: true };
}

/** A function that may give no value, or several. */
export function several(result: Kinds, value: LuaFunction): LibraryEntry {
  return { type: 'function', value, result, isSingle: false };
}

export type LibraryPart = { readonly [name: string]: LibraryEntry };
