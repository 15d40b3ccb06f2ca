// Lua values in JavaScript. nil is undefined; booleans, numbers and byte strings are themselves;
// functions are JavaScript functions that nothing but a call can reach into; the rest are objects
// of ours.

import type { Coroutine } from '#lua/runtime/coroutine.ts';
import type { LuaTable } from '#lua/runtime/table.ts';

export type ArithmeticOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '^'
  | '//'
  | '&'
  | '|'
  | '~'
  | '<<'
  | '>>'
  | 'unary -'
  | 'unary ~'
  | '..';

export type ComparisonOperator = '==' | '<' | '<=';

/** Bytes of a value of the host, and what it leads to. */
export type HeldByHost = { readonly bytes: number; readonly values: readonly LuaValue[] };

/**
 * An opaque value of the host with its own meaning of operators. Each hook gets the operands in the
 * order in which the script wrote them and returns undefined when it has no meaning (the script
 * then gets Lua's own error). Hooks may throw LuaError (see errors.ts).
 */
export interface HostValue {
  /** What the host calls it; `type` returns "userdata" for all. */
  readonly kind: string;
  arith(operator: ArithmeticOperator, left: LuaValue, right: LuaValue): LuaValue;
  compare(operator: ComparisonOperator, left: LuaValue, right: LuaValue): boolean | undefined;
  index(key: LuaValue): LuaValue;
  call(args: LuaValue[]): LuaResult;
  length(): LuaValue;
  toText(): string;
  /** What `index` returns by name, where these are few. */
  readonly names?: readonly string[];
  /** What it takes of memory by itself, and the other values that it keeps; see census.ts. */
  held?(): HeldByHost;
  /** The number that library functions and loop bounds may take it for. */
  toNumber?(): number | undefined;
}

/**
 * A series as generated code reads it: its value in the update of a row is `newest[row & rowMask]`,
 * NaN while there is none. A column over all rows has the mask -1, a transient series 0; the
 * array reaches as far, and neither is replaced while runRows runs, unless the host has requests.
 * Arithmetic of a series with numbers and series, and its index by a number, must give series (or
 * throw), the same ones for the same operands. Nothing is promised of its length, its text, bits,
 * and its index by any other key: these may differ in each update.
 *
 * @internal what generated code relies on
 */
export interface SeriesValue extends HostValue {
  readonly kind: 'series';
  newest: Float64Array;
  rowMask: number;
}

export type LuaFunction = ((...args: LuaValue[]) => LuaResult) & {
  /** The same function in the form that may yield; see coroutine.ts. */
  resumable?: (...args: LuaValue[]) => Generator<LuaValue[], LuaResult, LuaValue[]>;
  /** What it has captured that takes memory of its own; see census.ts. */
  held?: () => LuaValue[];
};

export type LuaValue =
  | undefined
  | boolean
  | number
  | string
  | LuaTable
  | LuaFunction
  | Coroutine
  | HostValue;

/** What a call gives: one value as itself, any other number of values as an array. */
export type LuaResult = LuaValue | LuaValue[];

/** A call's result when it gives no value. */
export const NOTHING: LuaValue[] = [];

/** The first value of a result. */
export function first(result: LuaResult): LuaValue {
  return Array.isArray(result) ? result[0] : result;
}

/** All values of a result; the array is not to be changed. */
export function all(result: LuaResult): LuaValue[] {
  return Array.isArray(result) ? result : [result];
}

/** Everything but nil and false counts as true. */
export function isTrue(value: LuaValue): boolean {
  return value !== undefined && value !== false;
}
