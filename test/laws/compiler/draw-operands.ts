// Operands of generated programs, of every kind: texts that read as numbers and texts that nearly
// do, numbers at the edges, tables, functions, truth values and nil. The same draw is written
// twice: as it is, where the compiler may know the kinds, and through a function that hides them.

import type { Chance } from '../../sim/chance.ts';

const NUMBERS = [
  '0',
  '1',
  '2',
  '3',
  '-1',
  '-2',
  '0.5',
  '1.5',
  '-0.1',
  '10',
  '0x10',
  '255',
  '1e15',
  '2^31',
  '2^53',
  '2^53 + 2',
  '-2^63',
  '1e300',
  '5e-324',
  '1/0',
  '-1/0',
  '0/0',
  '0 * -1',
] as const;

/** Places and counts that C's conversion to an `int` keeps; of others it promises nothing. */
const COUNTS = ['0', '1', '2', '3', '4', '-1', '-2', '7', '20', '255', '0 * -1'] as const;

const NUMERIC_TEXTS = [
  '"1"',
  '"2"',
  '"3"',
  '"01"',
  '"1.0"',
  '"1e0"',
  '"0x1"',
  '" 1"',
  '"1 "',
  '"+1"',
  '"-1"',
  '"0"',
  '"-0"',
  '"10"',
  '"0.5"',
  '"\\t2\\n"',
] as const;

const TEXTS = [
  '""',
  '"a"',
  '"abc"',
  '"x"',
  '"1a"',
  '"0x"',
  '"1e"',
  '"1 1"',
  '"inf"',
  '"nan"',
  '"nil"',
  '"true"',
  '"a\\0b"',
  '"len"',
  '"%d"',
] as const;

const TABLES = [
  '{}',
  '{ 1, 2, 3 }',
  '{ 10, "20", true }',
  '{ x = 1, "1" }',
  '{ ["1"] = "text", "number" }',
  '{ [1] = "a", [2] = "b" }',
  '{ [0] = 0, [-1] = 1, [1.5] = 2 }',
  '{ [true] = 1, [2^53] = 2 }',
] as const;

const FUNCTIONS = [
  'function(a, b) return a, b end',
  'function(...) return ... end',
  'function() end',
  'function(a) return a == 1 end',
] as const;

/** A list without holes, whose length is defined. */
const LISTS = ['{}', '{ 1 }', '{ 1, 2, 3 }', '{ "3", "1", "2" }', '{ 5, "5", 4.5, "x" }'] as const;
const SORTABLE = ['{}', '{ 3, 1, 2 }', '{ "b", "a", "1" }', '{ 2, "1" }', '{ 1, true }'] as const;

/** What holds an operand: nothing, a local, one that an inner function assigns, or a global. */
const HOLDERS: readonly (((name: string, value: string) => string) | null)[] = [
  null,
  null,
  null,
  (name, value) => `local ${name} = ${value};`,
  (name, value) => `local ${name} = ${value};`,
  (name, value) => `local ${name}; (function() ${name} = ${value} end)();`,
  (name, value) => `${name} = ${value};`,
];

export type Draw = {
  any(this: void): string;
  number(this: void): string;
  count(this: void): string;
  /** A count, a text that reads as one, or something that is no number at all. */
  place(this: void): string;
  text(this: void): string;
  key(this: void): string;
  table(this: void): string;
  list(this: void): string;
  sortable(this: void): string;
  callable(this: void): string;
  pick(this: void, items: readonly [string, ...string[]]): string;
  below(this: void, limit: number): number;
};

export type Operands = {
  readonly draw: Draw;
  /** Statements that the body needs in front. */
  readonly heads: readonly string[];
};

/** Where operands are hidden, `hide` is called around each. */
export function operandsOf(chance: Chance, isHidden: boolean): Operands {
  const heads: string[] = [];
  const write = (text: string): string => {
    const value = isHidden ? `hide(${text})` : `(${text})`;
    const hold = HOLDERS[chance.below(HOLDERS.length)] ?? null;
    if (hold === null) return value;
    const name = `p${heads.length}`;
    heads.push(hold(name, value));
    return name;
  };
  const one =
    (...groups: readonly (readonly [string, ...string[]])[]) =>
    (): string =>
      write(chance.pick(groups[chance.below(groups.length)] ?? NUMBERS));
  const words = ['true', 'false', 'nil'] as const;
  const draw: Draw = {
    any: one(NUMBERS, NUMBERS, NUMERIC_TEXTS, NUMERIC_TEXTS, TEXTS, words, TABLES, FUNCTIONS),
    number: one(NUMBERS, NUMBERS, NUMERIC_TEXTS),
    count: one(COUNTS),
    place: one(COUNTS, COUNTS, COUNTS, NUMERIC_TEXTS, words, TEXTS),
    text: one(TEXTS, NUMERIC_TEXTS, COUNTS),
    key: one(NUMERIC_TEXTS, NUMERIC_TEXTS, COUNTS, NUMBERS, words, TEXTS),
    table: one(TABLES),
    list: one(LISTS),
    sortable: one(SORTABLE),
    callable: one(FUNCTIONS),
    pick: (items) => chance.pick(items),
    below: (limit) => chance.below(limit),
  };
  return { draw, heads };
}
