// `matrix.*` beyond rows and elements: shapes, tests and linear algebra.

import type { MatrixRows } from '#pine/builtins/matrix-rows.ts';
import {
  eigenvectorOf,
  eliminate,
  identityRows,
  inverseRows,
  pseudoInverse,
  realEigenvalues,
  symmetricEigen,
  timesRows,
  transposedRows,
} from '#pine/builtins/matrix-rows.ts';
import { compare, sortKey } from '#pine/builtins/sort-order.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';
import { PineFault } from '#pine/runtime/pine-now.ts';
import type { PineArray, PineMatrix } from '#pine/runtime/pine-values.ts';
import { arrayOf, checkedIndex, checkedSize, elements } from '#pine/runtime/pine-values.ts';

const TESTS =
  'square zero identity binary diagonal antidiagonal symmetric antisymmetric triangular stochastic';

export const MATRIX_SIGNATURES = `
matrix.concat(matrix<T> id1, matrix<T> id2) => series matrix<T>
matrix.submatrix(matrix<T> id, int from_row?, int to_row?, int from_column?, int to_column?) => series matrix<T>
matrix.reshape(matrix<T> id, int rows, int columns) => void
matrix.reverse(matrix<T> id) => void
matrix.swap_rows(matrix<T> id, int row1, int row2) => void
matrix.swap_columns(matrix<T> id, int column1, int column2) => void
matrix.sort(matrix<T> id, int column?, string order?, any sort_field?) => void
matrix.median(matrix<T> id) => series float
matrix.mode(matrix<T> id) => series float
matrix.trace(matrix<T> id) => series float
matrix.det(matrix<T> id) => series float
matrix.rank(matrix<T> id) => series int
matrix.inv(matrix<T> id) => series matrix<float>
matrix.pinv(matrix<T> id) => series matrix<float>
matrix.eigenvalues(matrix<T> id) => series array<float>
matrix.eigenvectors(matrix<T> id) => series matrix<float>
matrix.kron(matrix<T> id1, matrix<T> id2) => series matrix<float>
matrix.pow(matrix<T> id, int power) => series matrix<float>
matrix.sum(matrix<T> id1, float id2) => series matrix<float>
matrix.diff(matrix<T> id1, matrix<T> id2) => series matrix<float>
matrix.diff(matrix<T> id1, float id2) => series matrix<float>
matrix.mult(matrix<T> id1, matrix<V> id2) => series matrix<float>
matrix.mult(matrix<T> id1, array<V> id2) => series array<float>
matrix.mult(matrix<T> id1, float id2) => series matrix<float>
${TESTS.split(' ')
  .map((name) => `matrix.is_${name}(matrix<T> id) => series bool`)
  .join('\n')}
`;

type MaybeMatrix = PineMatrix | null;

function rowsOf<T = number>(matrix: MaybeMatrix): T[][] {
  if (matrix === null) throw new PineFault("a matrix expected, found 'na'");
  chargeSteps(1 + (matrix.rows.length * matrix.columns) / 4);
  return matrix.rows as T[][];
}

function matrixOf(rows: unknown[][], columns = rows[0]?.length ?? 0): PineMatrix {
  checkedSize(rows.length * Math.max(columns, 1), 'matrix');
  return { kind: 'matrix', rows, columns };
}

const ALGEBRA_MAX = 60;

/** Of the algebra that takes time with the third power of the size. */
function squareOf(matrix: MaybeMatrix, name: string): number[][] {
  const rows = rowsOf(matrix);
  const size = rows.length;
  if (size !== (matrix?.columns ?? 0) || size > ALGEBRA_MAX)
    throw new PineFault(`${name}: a square matrix of at most ${ALGEBRA_MAX} rows expected`);
  chargeSteps(size ** 3 * 4);
  return rows;
}

function limited(matrix: MaybeMatrix, name: string): number[][] {
  const rows = rowsOf(matrix);
  if (Math.max(rows.length, matrix?.columns ?? 0) > ALGEBRA_MAX)
    throw new PineFault(`${name}: at most ${ALGEBRA_MAX} rows and columns are allowed`);
  chargeSteps((rows.length + (matrix?.columns ?? 0)) ** 3 * 4);
  return rows;
}

function each(matrix: MaybeMatrix, change: (value: number, row: number, column: number) => number) {
  return matrixOf(
    rowsOf(matrix).map((row, at) => row.map((value, column) => change(value, at, column))),
    matrix?.columns,
  );
}

function combined(sign: 1 | -1) {
  return (one: MaybeMatrix, other: MaybeMatrix | number): PineMatrix => {
    if (typeof other === 'number') return each(one, (value) => value + sign * other);
    const others = rowsOf(other);
    if (others.length !== one?.rows.length || other?.columns !== one.columns)
      throw new PineFault('matrices of one shape expected');
    return each(one, (value, row, column) => value + sign * (others[row]?.[column] ?? NaN));
  };
}

function product(
  one: MaybeMatrix,
  other: MaybeMatrix | PineArray | number,
): PineMatrix | PineArray {
  if (typeof other === 'number') return each(one, (value) => value * other);
  const rows = rowsOf(one);
  const isArray = other?.kind === 'array';
  const others: MatrixRows = isArray
    ? elements<number>(other).map((value) => [value])
    : rowsOf(other);
  if ((one?.columns ?? 0) !== others.length)
    throw new PineFault('matrix.mult: as many rows as the first has columns expected');
  const result = timesRows(rows, others);
  return isArray ? arrayOf(result.map(([value]) => value)) : matrixOf(result);
}

function submatrix(
  matrix: MaybeMatrix,
  fromRow = 0,
  toRow = matrix?.rows.length ?? 0,
  fromColumn = 0,
  toColumn = matrix?.columns ?? 0,
): PineMatrix {
  const rows = rowsOf(matrix).slice(fromRow, toRow);
  return matrixOf(
    rows.map((row) => row.slice(fromColumn, toColumn)),
    Math.max(0, toColumn - fromColumn),
  );
}

function swap(list: unknown[], one: number, other: number): void {
  const [a, b] = [
    checkedIndex(one, list.length, 'matrix'),
    checkedIndex(other, list.length, 'matrix'),
  ];
  [list[a], list[b]] = [list[b], list[a]];
}

function reshape(matrix: MaybeMatrix, rows: number, columns: number): void {
  const values = rowsOf(matrix).flat();
  if (matrix === null) return;
  checkedSize(rows, 'matrix.reshape');
  checkedSize(columns, 'matrix.reshape');
  if (rows * columns !== values.length)
    throw new PineFault(`matrix.reshape: ${values.length} elements do not fill ${rows}x${columns}`);
  matrix.rows = Array.from({ length: rows }, (_, row) =>
    values.slice(row * columns, (row + 1) * columns),
  );
  matrix.columns = columns;
}

function chargeSorting(count: number): void {
  chargeSteps(4 * count * Math.log2(count + 1));
}

function sortRows(
  matrix: MaybeMatrix,
  column = 0,
  order?: string,
  sortField?: string | number,
): void {
  const sign = order === 'descending' ? -1 : 1;
  const keyOf = sortKey(sortField);
  chargeSorting(matrix?.rows.length ?? 0);
  rowsOf<unknown>(matrix).sort((a, b) => sign * compare(keyOf(a[column]), keyOf(b[column])));
}

function sorted(matrix: MaybeMatrix): number[] {
  const values = rowsOf(matrix).flat();
  chargeSorting(values.length);
  return values.filter((value) => !Number.isNaN(value)).toSorted((a, b) => a - b);
}

function median(matrix: MaybeMatrix): number {
  const values = sorted(matrix);
  const half = Math.trunc(values.length / 2);
  if (values.length % 2 === 1) return values[half] ?? NaN;
  return ((values[half - 1] ?? NaN) + (values[half] ?? NaN)) / 2;
}

function mode(matrix: MaybeMatrix): number {
  let [best, most, count, last] = [NaN, 0, 0, NaN];
  for (const value of sorted(matrix)) {
    count = value === last ? count + 1 : 1;
    last = value;
    if (count > most) [best, most] = [value, count];
  }
  return best;
}

function isSymmetric(rows: MatrixRows, sign: 1 | -1): boolean {
  return rows.every((row, at) =>
    row.every((value, column) => value === sign * (rows[column]?.[at] ?? NaN)),
  );
}

function eigenvalues(matrix: MaybeMatrix): PineArray {
  const rows = squareOf(matrix, 'matrix.eigenvalues');
  return arrayOf(isSymmetric(rows, 1) ? symmetricEigen(rows).values : realEigenvalues(rows));
}

function eigenvectors(matrix: MaybeMatrix): PineMatrix {
  const rows = squareOf(matrix, 'matrix.eigenvectors');
  if (isSymmetric(rows, 1)) return matrixOf(symmetricEigen(rows).vectors);
  const values = realEigenvalues(rows);
  return matrixOf(transposedRows(values.map((value) => eigenvectorOf(rows, value))));
}

function power(matrix: MaybeMatrix, exponent: number): PineMatrix {
  const rows = squareOf(matrix, 'matrix.pow');
  let result = identityRows(rows.length);
  const count = Math.trunc(exponent);
  if (!(count >= 0 && count <= 1_000)) throw new PineFault('matrix.pow: a power of 0 to 1000');
  for (let time = 0; time < count; time += 1) {
    result = timesRows(result, rows);
  }
  return matrixOf(result, rows.length);
}

function kron(one: MaybeMatrix, other: MaybeMatrix): PineMatrix {
  const [a, b] = [rowsOf(one), rowsOf(other)];
  const size = a.length * b.length * (one?.columns ?? 0) * (other?.columns ?? 0);
  chargeSteps(checkedSize(size, 'matrix.kron'));
  return matrixOf(
    a.flatMap((row) => b.map((inner) => row.flatMap((value) => inner.map((x) => value * x)))),
  );
}

function inverse(matrix: MaybeMatrix): PineMatrix {
  const rows = squareOf(matrix, 'matrix.inv');
  const found = inverseRows(rows);
  return matrixOf(found ?? rows.map((row) => row.map(() => NaN)), rows.length);
}

type Test = (rows: MatrixRows, columns: number) => boolean;

function everywhere(holds: (value: number, row: number, column: number) => boolean): Test {
  return (rows) => rows.every((row, at) => row.every((value, column) => holds(value, at, column)));
}

const isDiagonal = everywhere((value, row, column) => row === column || value === 0);

const TEST_OF: Readonly<Record<string, Test>> = {
  square: (rows, columns) => rows.length === columns,
  zero: everywhere((value) => value === 0),
  identity: everywhere((value, row, column) => value === (row === column ? 1 : 0)),
  binary: everywhere((value) => value === 0 || value === 1),
  diagonal: isDiagonal,
  antidiagonal: (rows, columns) =>
    rows.every((row, at) =>
      row.every((value, column) => at + column === columns - 1 || value === 0),
    ),
  symmetric: (rows) => isSymmetric(rows, 1),
  antisymmetric: (rows) => isSymmetric(rows, -1),
  triangular: (rows, columns) =>
    everywhere((value, row, column) => column >= row || value === 0)(rows, columns) ||
    everywhere((value, row, column) => column <= row || value === 0)(rows, columns),
  stochastic: (rows) =>
    rows.every((row) => {
      const total = row.reduce((sum, value) => sum + value, 0);
      return row.every((value) => value >= 0) && Math.abs(total - 1) < 1e-10;
    }),
};

/** Only a square matrix can be one of these. */
const SQUARE_TESTS = new Set(
  'identity diagonal antidiagonal symmetric antisymmetric triangular'.split(' '),
);

export const MATRICES = {
  ...Object.fromEntries(
    TESTS.split(' ').map((name) => [
      `matrix.is_${name}`,
      (matrix: MaybeMatrix): boolean => {
        const rows = rowsOf(matrix);
        const columns = matrix?.columns ?? 0;
        if (SQUARE_TESTS.has(name) && rows.length !== columns) return false;
        return TEST_OF[name]?.(rows, columns) ?? false;
      },
    ]),
  ),
  'matrix.concat': (one: MaybeMatrix, other: MaybeMatrix) => {
    if (one === null || other === null) throw new PineFault("a matrix expected, found 'na'");
    if (one.rows.length > 0 && one.columns !== other.columns)
      throw new PineFault('matrix.concat: as many columns as the first has expected');
    one.rows.push(...other.rows.map((row) => [...row]));
    one.columns = other.columns;
    checkedSize(one.rows.length * one.columns, 'matrix.concat');
    return one;
  },
  'matrix.submatrix': submatrix,
  'matrix.reshape': reshape,
  'matrix.reverse': (matrix: MaybeMatrix) => {
    const rows = rowsOf(matrix);
    rows.reverse();
    for (const row of rows) row.reverse();
  },
  'matrix.swap_rows': (matrix: MaybeMatrix, one: number, other: number) => {
    swap(rowsOf(matrix), one, other);
  },
  'matrix.swap_columns': (matrix: MaybeMatrix, one: number, other: number) => {
    for (const row of rowsOf(matrix)) swap(row, one, other);
  },
  'matrix.sort': sortRows,
  'matrix.median': median,
  'matrix.mode': mode,
  'matrix.trace': (matrix: MaybeMatrix) =>
    squareOf(matrix, 'matrix.trace').reduce((total, row, at) => total + (row[at] ?? NaN), 0),
  'matrix.det': (matrix: MaybeMatrix) =>
    eliminate(squareOf(matrix, 'matrix.det'), matrix?.columns ?? 0).determinant,
  'matrix.rank': (matrix: MaybeMatrix) =>
    eliminate(limited(matrix, 'matrix.rank'), matrix?.columns ?? 0).rank,
  'matrix.inv': inverse,
  'matrix.pinv': (matrix: MaybeMatrix) => matrixOf(pseudoInverse(limited(matrix, 'matrix.pinv'))),
  'matrix.eigenvalues': eigenvalues,
  'matrix.eigenvectors': eigenvectors,
  'matrix.kron': kron,
  'matrix.pow': power,
  'matrix.sum': combined(1),
  'matrix.diff': combined(-1),
  'matrix.mult': product,
};
