// `matrix.*` against slow second implementations of the public manual, over random matrices of
// whole numbers.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { BUILTINS, IMPLEMENTATIONS } from '#pine/builtins/builtins.ts';
import type { PineArray, PineMatrix } from '#pine/runtime/pine-values.ts';
import { fillMeter } from '#lua/runtime/meter.ts';
import type { Rows } from './pine-slow-matrices.ts';
import {
  CHANGES,
  determinant,
  inverse,
  ONE,
  power,
  product,
  SQUARE,
  STATISTICS,
  transposed,
  TWO,
} from './pine-slow-matrices.ts';
import { someOf } from '../support/share-of-cases.ts';

const CASES = { numRuns: someOf(100) };

function call(name: string, ...values: unknown[]): unknown {
  fillMeter();
  const implementation = IMPLEMENTATIONS[name] as ((...given: unknown[]) => unknown) | undefined;
  assert(implementation !== undefined, name);
  return implementation(...values);
}

function matrixOf(rows: Rows): PineMatrix {
  return { kind: 'matrix', rows: rows.map((row) => [...row]), columns: rows[0]?.length ?? 0 };
}

/** Without the sign of zero, which no script can see. */
function rowsOf(value: unknown): number[][] {
  return (value as PineMatrix).rows.map((row) => row.map((each) => Number(each) + 0));
}

function near(found: unknown, expected: number): void {
  const width = 1e-7 * Math.max(1, Math.abs(expected));
  assert.ok(Math.abs(Number(found) - expected) <= width, `${String(found)}, not ${expected}`);
}

function nearRows(found: unknown, expected: Rows): void {
  const rows = (found as PineMatrix).rows;
  assert.equal(rows.length, expected.length);
  for (const [y, row] of expected.entries())
    for (const [x, value] of row.entries()) near(rows[y]?.[x], value);
}

const number = fc.oneof(fc.constantFrom(0, 1, -1), fc.integer({ min: -5, max: 5 }));

function rowsBy(height: number, width: number, element = number): fc.Arbitrary<number[][]> {
  const row = fc.array(element, { minLength: width, maxLength: width });
  return fc.array(row, { minLength: height, maxLength: height });
}

const size = fc.integer({ min: 1, max: 4 });
const anyRows = fc.tuple(size, size).chain(([height, width]) => rowsBy(height, width));
const square = size.chain((width) => rowsBy(width, width));
/** Few are of a kind by chance: the identity, and what is near to it. */
const special = size.chain((width) => {
  const on = fc.constantFrom(0, 1, 2);
  return fc
    .tuple(fc.constantFrom('both', 'above', 'below', 'none'), on, on, fc.boolean())
    .map(([side, diagonal, beside, isTurned]) => {
      const rows = Array.from({ length: width }, (_, y) =>
        Array.from({ length: width }, (_cell, x) => {
          if (x === y) return diagonal;
          const isAbove = x > y;
          if (side === 'none') return 0;
          if (side === 'both') return isAbove ? beside : -beside;
          return isAbove === (side === 'above') ? beside : 0;
        }),
      );
      return isTurned ? rows.map((row) => row.toReversed()) : rows;
    });
});

suite('Matrices of the manual', () => {
  for (const [name, slow] of Object.entries(ONE))
    test(name, () => {
      fc.assert(
        fc.property(fc.oneof(anyRows, square, special), (rows) => {
          assert.equal(call(name, matrixOf(rows)), slow(rows), JSON.stringify(rows));
        }),
        CASES,
      );
    });

  const gapped = fc
    .tuple(size, size)
    .chain(([height, width]) => rowsBy(height, width, fc.oneof(number, fc.constant(NaN))));
  for (const [name, slow] of Object.entries(STATISTICS))
    test(`${name}, without values that are na`, () => {
      fc.assert(
        fc.property(gapped, (rows) => {
          const found = call(name, matrixOf(rows));
          if (rows.flat().every((value) => Number.isNaN(value))) assert.equal(found, NaN);
          else near(found, slow(rows));
        }),
        CASES,
      );
    });

  for (const [name, slow] of Object.entries(SQUARE))
    test(name, () => {
      fc.assert(
        fc.property(square, (rows) => near(call(name, matrixOf(rows)), slow(rows))),
        CASES,
      );
    });

  for (const [name, slow] of Object.entries(TWO))
    test(name, () => {
      const pair = fc
        .tuple(size, size)
        .chain(([height, width]) => fc.tuple(rowsBy(height, width), rowsBy(height, width)));
      fc.assert(
        fc.property(pair, ([left, right]) => {
          assert.deepEqual(
            rowsOf(call(name, matrixOf(left), matrixOf(right))),
            slow(left, right).map((row) => row.map((value) => value + 0)),
          );
        }),
        CASES,
      );
    });

  for (const [name, slow] of Object.entries(CHANGES))
    test(name, () => {
      const places = square.chain((rows) => {
        const place = fc.nat(rows.length - 1);
        return fc.tuple(fc.constant(rows), place, place);
      });
      fc.assert(
        fc.property(places, ([rows, at, other]) => {
          const matrix = matrixOf(rows);
          const given = call(name, matrix, at, other);
          const isNew = name === 'matrix.transpose' || name === 'matrix.copy';
          const expected = slow(rows, at, other) ?? [];
          const found = rowsOf(isNew ? given : matrix);
          assert.deepEqual(
            found.flat(),
            expected.flat().map((value) => value + 0),
          );
          if (isNew)
            assert.deepEqual(
              rowsOf(matrix),
              rows.map((row) => row.map((v) => v + 0)),
            );
        }),
        CASES,
      );
    });
});

suite('Products of matrices', () => {
  test('matrix.mult of two, of an array and of a number', () => {
    const shapes = fc
      .tuple(size, size, size)
      .chain(([a, b, c]) => fc.tuple(rowsBy(a, b), rowsBy(b, c), number));
    fc.assert(
      fc.property(shapes, ([left, right, factor]) => {
        nearRows(call('matrix.mult', matrixOf(left), matrixOf(right)), product(left, right));
        const column = right.map(([first = NaN]) => first);
        const array: PineArray = { kind: 'array', v: column };
        const found = call('matrix.mult', matrixOf(left), array) as PineArray;
        const expected = product(
          left,
          column.map((value) => [value]),
        ).flat();
        for (const [at, value] of expected.entries()) near(found.v[at], value);
        nearRows(
          call('matrix.mult', matrixOf(left), factor),
          left.map((row) => row.map((value) => value * factor)),
        );
      }),
      CASES,
    );
  });

  test('matrix.pow multiplies it by itself', () => {
    fc.assert(
      fc.property(square, fc.nat(4), (rows, times) =>
        nearRows(call('matrix.pow', matrixOf(rows), times), power(rows, times)),
      ),
      CASES,
    );
  });

  test('matrix.inv by cofactors, and matrix.pinv of what has an inverse', () => {
    fc.assert(
      fc.property(square, (rows) => {
        const expected = inverse(rows);
        if (expected === null) return;
        nearRows(call('matrix.inv', matrixOf(rows)), expected);
        nearRows(call('matrix.pinv', matrixOf(rows)), expected);
      }),
      CASES,
    );
  });

  test('matrix.pinv by the four conditions of Moore and Penrose', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const inverted = rowsOf(call('matrix.pinv', matrixOf(rows)));
        const [left, right] = [product(rows, inverted), product(inverted, rows)];
        nearRows(matrixOf(product(left, rows)), rows);
        nearRows(matrixOf(product(right, inverted)), inverted);
        nearRows(matrixOf(left), transposed(left));
        nearRows(matrixOf(right), transposed(right));
      }),
      CASES,
    );
  });

  test('eigenvalues of symmetric matrices: no determinant is left, and they scale vectors', () => {
    fc.assert(
      fc.property(square, (given) => {
        const rows = given.map((row, y) => row.map((value, x) => value + (given[x]?.[y] ?? NaN)));
        const { v: values } = call('matrix.eigenvalues', matrixOf(rows)) as PineArray;
        const vectors = rowsOf(call('matrix.eigenvectors', matrixOf(rows)));
        const scale = Math.max(1, ...rows.flat().map(Math.abs)) ** rows.length;
        for (const [at, value] of values.map(Number).entries()) {
          const shifted = rows.map((row, y) => row.map((each, x) => each - (x === y ? value : 0)));
          assert.ok(Math.abs(determinant(shifted)) < 1e-6 * scale, JSON.stringify(rows));
          const vector = vectors.map((row) => [row[at] ?? NaN]);
          const scaled = product(rows, vector);
          for (const [y, [part = NaN]] of scaled.entries())
            assert.ok(Math.abs(part - value * (vector[y]?.[0] ?? NaN)) < 1e-6 * scale);
        }
      }),
      CASES,
    );
  });
});

test('each function of matrices has a second implementation, or is named here', () => {
  const compared = [ONE, STATISTICS, SQUARE, TWO, CHANGES].flatMap((table) => Object.keys(table));
  const products = 'mult pow inv pinv eigenvalues eigenvectors';
  // What reads, sets and puts together elements is tested by example.
  const examples = 'new get set row col add_row add_col fill concat submatrix reshape sort';
  const named = `${products} ${examples}`.split(' ').map((name) => `matrix.${name}`);
  const all = [...BUILTINS.functions.keys()].filter((name) => name.startsWith('matrix.'));
  assert.deepEqual(all.toSorted(), [...compared, ...named].toSorted());
});
