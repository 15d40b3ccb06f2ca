// Lists of numbers come back from a graph to the bit, however they are written.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import {
  isNumbers,
  LISTED_NUMBERS_MIN,
  numbersOfSteps,
  packNumbers,
  stepsOf,
  unpackNumbers,
} from '#engine/snapshot/number-list.ts';
import { NO_NAMED_VALUES } from '#engine/values/graph-text.ts';
import { readGraph } from '#engine/snapshot/read-graph.ts';
import { writeGraph } from '#engine/snapshot/write-graph.ts';

const { MAX_SAFE_INTEGER: MOST } = Number;

const anyNumber = fc.oneof(
  fc.double(),
  fc.constantFrom(0, -0, NaN, Infinity, -Infinity, MOST, -MOST, 2 ** 53, 2 ** 60, 5e-324),
);

/** Counts on from a number, as rows do, with a jump or a strange number here and there. */
const counting = fc
  .array(fc.tuple(fc.integer(), fc.integer({ min: -5, max: 5 }), fc.integer({ min: 1, max: 40 })))
  .map((runs) =>
    runs.flatMap(([first, step, count]) =>
      Array.from({ length: count }, (_, each) => first + step * each),
    ),
  );

const list = fc.oneof(fc.array(anyNumber, { maxLength: 60 }), counting);

suite('lists of numbers', () => {
  test('come back to the bit from a graph', () => {
    fc.assert(
      fc.property(list, (values) => {
        const written = writeGraph([values], {
          named: NO_NAMED_VALUES,
          shown: [],
          derived: new Set(),
          charactersMax: 1e6,
        });
        assert(written.ok);
        const text = JSON.stringify(written.value);
        const setting = { named: NO_NAMED_VALUES, shown: [], fixedSeries: () => null };
        const [read] = readGraph(JSON.parse(text), setting) as [number[]];
        assert.deepEqual(read, values);
        assert(read.every((value, at) => Object.is(value, values[at])));
      }),
    );
  });

  test('that count on are as many runs as there are jumps', () => {
    const rows = [...Array.from({ length: 100 }, (_, at) => 5 * at), 496, 497, 498, 499];
    const steps = stepsOf(rows);
    assert.deepEqual(steps, [0, 5, 100, 496, 1, 4]);
    assert.deepEqual(numbersOfSteps(steps ?? []), rows);
  });

  test('that hold -0, fractions or integers beyond the safe ones have no runs', () => {
    const zeros = Array.from({ length: 20 }, () => 0);
    assert.notEqual(stepsOf(zeros), null);
    assert.equal(stepsOf([...zeros, -0]), null);
    assert.equal(stepsOf(zeros.map((_, at) => at / 2)), null);
    assert.equal(stepsOf(zeros.map((_, at) => MOST + 2 * at)), null);
  });

  test('of any NaN are one text', () => {
    const other = new Float64Array(new BigUint64Array([0xfff8_0000_0000_0001n]).buffer)[0] ?? 0;
    assert.equal(packNumbers([other, 1]), packNumbers([Number.NaN, 1]));
    assert.deepEqual(unpackNumbers(packNumbers([other, 1])), [Number.NaN, 1]);
  });

  test('with anything else between, or short ones, are no lists of numbers', () => {
    const numbers = Array.from({ length: LISTED_NUMBERS_MIN }, (_, at) => at);
    assert(isNumbers(numbers));
    assert(!isNumbers(numbers.slice(1)));
    assert(!isNumbers([...numbers, undefined]));
    assert(!isNumbers([...numbers, '1']));
  });
});
