// Difference of two graphs, given by the way that leads there.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { firstDifference } from '#engine/snapshot/first-difference.ts';
import type { GraphText } from '#engine/values/graph-text.ts';
import { NO_NAMED_VALUES } from '#engine/values/graph-text.ts';
import { writeGraph } from '#engine/snapshot/write-graph.ts';
import { newTable, rawSet } from '#lua/runtime/table.ts';

function graphOf(root: object): GraphText {
  const plain = { named: NO_NAMED_VALUES, shown: [], derived: new Set<string>() };
  const written = writeGraph(root, { ...plain, charactersMax: 1e6 });
  assert(written.ok);
  return written.value;
}

function tableWith(key: string, value: number) {
  const table = newTable();
  rawSet(table, key, value);
  return table;
}

function circle(value: unknown): object {
  const root: { self?: object; value: unknown } = { value };
  root.self = root;
  return root;
}

const NUMBERS = Array.from({ length: 30 }, (_, at) => at / 3);

suite('two graphs', () => {
  const same: readonly (readonly [string, object, object])[] = [
    ['with cycles', circle(1), circle(1)],
    ['of tables', { t: tableWith('a', 1) }, { t: tableWith('a', 1) }],
    ['of NaN and -0', [Number.NaN, -0], [Number.NaN, -0]],
    ['of many numbers', [NUMBERS], [NUMBERS.slice()]],
  ];
  for (const [what, left, right] of same)
    test(`${what} do not differ`, () => {
      assert.equal(firstDifference(graphOf(left), graphOf(right)), null);
    });

  const different: readonly (readonly [string, object, object, string])[] = [
    ['a value', circle(1), circle('1'), 'value: 1, not "1"'],
    ['a field', [tableWith('a', 1)], [tableWith('a', 2)], '[1] a: 1, not 2'],
    ['a name', [tableWith('a', 1)], [tableWith('b', 1)], '[1] a: 1, not b'],
    ['a kind', { a: [] }, { a: new Set() }, 'a: array, not set'],
    ['an element more', { a: [1] }, { a: [1, 2] }, 'a [2]: nothing, not 2'],
    ['an element less', { a: [1, 2] }, { a: [1] }, 'a [2]: 2, not nothing'],
    ['a sign', [0], [-0], '[1]: 0, not {"n":"-0"}'],
    ['a number', [NUMBERS], [NUMBERS.with(20, 7)], `[1] [21]: ${20 / 3}, not 7`],
    ['an entry', new Map([['k', 1n]]), new Map([['k', 2n]]), 'k: {"b":"1"}, not {"b":"2"}'],
    ['how it is reached', { a: circle(1) }, { a: 1 }, 'a: object of 2, not 1'],
  ];
  for (const [what, left, right, difference] of different)
    test(`differ in ${what}`, () => {
      assert.equal(firstDifference(graphOf(left), graphOf(right)), difference);
    });
});
