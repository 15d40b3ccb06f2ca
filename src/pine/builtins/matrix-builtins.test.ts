import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IMPLEMENTATIONS } from '#pine/builtins/builtins.ts';
import type { PineArray, PineMatrix } from '#pine/runtime/pine-values.ts';
import { fillMeter } from '#lua/runtime/meter.ts';

function matrix(...rows: number[][]): PineMatrix {
  return { kind: 'matrix', rows, columns: rows[0]?.length ?? 0 };
}

function call(name: string, ...values: unknown[]): unknown {
  fillMeter();
  return (IMPLEMENTATIONS[`matrix.${name}`] as (...given: unknown[]) => unknown)(...values);
}

const rowsOf = (value: unknown): number[][] =>
  (value as PineMatrix).rows.map((row) =>
    row.map((each) => Math.round(Number(each) * 1e8) / 1e8 + 0),
  );

test('a matrix times its inverse is the identity', () => {
  const given = matrix([2, 1, 0], [1, 3, 1], [0, 1, 4]);
  const product = call('mult', given, call('inv', given));
  assert.deepEqual(rowsOf(product), [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]);
  assert.equal(Math.round(Number(call('det', given))), 18);
  assert.equal(call('rank', matrix([1, 2], [2, 4])), 1);
  assert.equal(call('trace', given), 9);
});

test('eigenvectors are scaled by their eigenvalues', () => {
  for (const given of [matrix([2, 1], [1, 3]), matrix([4, 1], [2, 3])]) {
    const { v: values } = call('eigenvalues', given) as PineArray;
    const { rows } = call('eigenvectors', given) as PineMatrix;
    for (const [at, value] of values.entries()) {
      const vector = rows.map((row) => Number(row[at]));
      for (const [row, each] of given.rows.entries()) {
        const turned = each.reduce<number>(
          (sum, factor, k) => sum + Number(factor) * (vector[k] ?? 0),
          0,
        );
        assert(Math.abs(turned - Number(value) * (vector[row] ?? 0)) < 1e-6);
      }
    }
  }
});

test('a pseudo-inverse undoes what can be undone', () => {
  const given = matrix([1, 2], [3, 4], [5, 6]);
  const again = call('mult', call('mult', given, call('pinv', given)), given);
  assert.deepEqual(rowsOf(again), given.rows);
});

const TESTS: readonly (readonly [string, PineMatrix, boolean])[] = [
  ['is_square', matrix([1, 2]), false],
  ['is_identity', matrix([1, 0], [0, 1]), true],
  ['is_diagonal', matrix([1, 0], [3, 1]), false],
  ['is_antidiagonal', matrix([0, 2], [3, 0]), true],
  ['is_symmetric', matrix([1, 2], [2, 1]), true],
  ['is_antisymmetric', matrix([0, 2], [-2, 0]), true],
  ['is_triangular', matrix([1, 2], [0, 1]), true],
  ['is_stochastic', matrix([0.5, 0.5], [1, 0]), true],
  ['is_binary', matrix([0, 2]), false],
  ['is_zero', matrix([0, 0]), true],
];
for (const [name, given, expected] of TESTS) {
  test(`matrix.${name} of ${JSON.stringify(given.rows)} is ${expected}`, () => {
    assert.equal(call(name, given), expected);
  });
}

test('rows and columns change places, and shapes their sides', () => {
  const given = matrix([1, 2, 3], [4, 5, 6]);
  call('swap_columns', given, 0, 2);
  assert.deepEqual(given.rows, [
    [3, 2, 1],
    [6, 5, 4],
  ]);
  call('reshape', given, 3, 2);
  assert.deepEqual(given.rows, [
    [3, 2],
    [1, 6],
    [5, 4],
  ]);
  assert.deepEqual(rowsOf(call('submatrix', given, 1, 3, 0, 1)), [[1], [5]]);
  assert.deepEqual(rowsOf(call('kron', matrix([1, 2]), matrix([0, 3]))), [[0, 3, 0, 6]]);
  assert.deepEqual(rowsOf(call('pow', matrix([1, 1], [0, 1]), 5)), [
    [1, 5],
    [0, 1],
  ]);
});
