// Linear algebra of rows of numbers, as `matrix.*` needs it. Pure, but for what it charges.

import { chargeSteps } from '#lua/runtime/meter.ts';

export type MatrixRows = readonly (readonly number[])[];

const TINY = 1e-10;

function at(rows: MatrixRows, row: number, column: number): number {
  return rows[row]?.[column] ?? NaN;
}

/** What makes rows at all, beside their elements. */
const ROWS_STEPS = 64;

/** Product of two matrices; its steps are charged. */
export function timesRows(one: MatrixRows, other: MatrixRows): number[][] {
  const width = other[0]?.length ?? 0;
  chargeSteps(ROWS_STEPS + one.length * width * (4 + 2 * other.length));
  return one.map((row) =>
    Array.from({ length: width }, (_, column) =>
      row.reduce((total, value, k) => total + value * at(other, k, column), 0),
    ),
  );
}

/** Matrix with rows and columns exchanged. */
export function transposedRows(rows: MatrixRows): number[][] {
  return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? NaN));
}

/** Identity matrix of so many rows. */
export function identityRows(size: number): number[][] {
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (__, column) => (row === column ? 1 : 0)),
  );
}

type Elimination = {
  readonly rows: number[][];
  readonly rank: number;
  readonly determinant: number;
};

/** Gauss and Jordan, by the largest pivot; columns after `width` are carried along. */
export function eliminate(given: MatrixRows, width: number): Elimination {
  const rows = given.map((row) => [...row]);
  let [rank, determinant] = [0, 1];
  for (let column = 0; column < width && rank < rows.length; column += 1) {
    let best = rank;
    for (let row = rank + 1; row < rows.length; row += 1)
      if (Math.abs(at(rows, row, column)) > Math.abs(at(rows, best, column))) best = row;
    const pivot = at(rows, best, column);
    if (!(Math.abs(pivot) > TINY)) {
      determinant = 0;
      continue;
    }
    if (best !== rank) {
      [rows[rank], rows[best]] = [rows[best] ?? [], rows[rank] ?? []];
      determinant = -determinant;
    }
    determinant *= pivot;
    rows[rank] = (rows[rank] ?? []).map((value) => value / pivot);
    for (let row = 0; row < rows.length; row += 1) {
      const factor = at(rows, row, column);
      if (row === rank || factor === 0) continue;
      rows[row] = (rows[row] ?? []).map((value, k) => value - factor * at(rows, rank, k));
    }
    rank += 1;
  }
  return { rows, rank, determinant: rank < width ? 0 : determinant };
}

/** Null where there is none. */
export function inverseRows(rows: MatrixRows): number[][] | null {
  const size = rows.length;
  const unit = identityRows(size);
  const done = eliminate(
    rows.map((row, index) => [...row, ...(unit[index] ?? [])]),
    size,
  );
  return done.rank < size ? null : done.rows.map((row) => row.slice(size));
}

export type Eigen = { readonly values: number[]; readonly vectors: number[][] };

/** Of a symmetric matrix, by rotations; vectors are columns. */
export function symmetricEigen(given: MatrixRows): Eigen {
  const size = given.length;
  let rows = given.map((row) => [...row]);
  let vectors = identityRows(size);
  for (let sweep = 0; sweep < 60 * size; sweep += 1) {
    let [p, q, most] = [0, 1, 0];
    for (let row = 0; row < size; row += 1)
      for (let column = row + 1; column < size; column += 1)
        if (Math.abs(at(rows, row, column)) > most)
          [p, q, most] = [row, column, Math.abs(at(rows, row, column))];
    if (most < 1e-12) break;
    chargeSteps(ROWS_STEPS + 8 * size ** 2);
    const angle = Math.atan2(2 * at(rows, p, q), at(rows, p, p) - at(rows, q, q)) / 2;
    const turn = identityRows(size);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const [turnP, turnQ] = [turn[p] ?? [], turn[q] ?? []];
    [turnP[p], turnP[q], turnQ[p], turnQ[q]] = [cos, -sin, sin, cos];
    rows = timesRows(timesRows(transposedRows(turn), rows), turn);
    vectors = timesRows(vectors, turn);
  }
  return { values: rows.map((row, index) => row[index] ?? NaN), vectors };
}

/** Real eigenvalues of any square matrix, by repeated orthogonal and triangular factors. */
export function realEigenvalues(given: MatrixRows): number[] {
  let rows = given.map((row) => [...row]);
  for (let round = 0; round < 300; round += 1) {
    chargeSteps(ROWS_STEPS + 8 * rows.length ** 2 + 4 * rows.length ** 3);
    const { q, r } = orthogonalFactors(rows);
    rows = timesRows(r, q);
    let below = 0;
    for (let row = 1; row < rows.length; row += 1)
      for (let column = 0; column < row; column += 1) below += Math.abs(at(rows, row, column));
    if (below < 1e-12) break;
  }
  return rows.map((row, index) => row[index] ?? NaN);
}

function orthogonalFactors(rows: MatrixRows): { readonly q: number[][]; readonly r: number[][] } {
  const columns = transposedRows(rows);
  const units: number[][] = [];
  for (const column of columns) {
    let rest = [...column];
    for (const unit of units) {
      const share = dot(unit, column);
      rest = rest.map((value, index) => value - share * (unit[index] ?? 0));
    }
    const length = Math.sqrt(dot(rest, rest));
    units.push(rest.map((value) => (length > 0 ? value / length : 0)));
  }
  const q = transposedRows(units);
  return { q, r: timesRows(units, rows) };
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((total, value, index) => total + value * (other[index] ?? 0), 0);
}

/** A unit vector that the matrix only scales, for an eigenvalue of it. */
export function eigenvectorOf(rows: MatrixRows, value: number): number[] {
  const size = rows.length;
  const shifted = rows.map((row, index) =>
    row.map((each, column) => (column === index ? each - value - 1e-9 : each)),
  );
  const inverse = inverseRows(shifted);
  if (inverse === null) return Array.from({ length: size }, () => NaN);
  let vector = Array.from({ length: size }, (_, index) => 1 + index / 7);
  for (let round = 0; round < 20; round += 1) {
    const next = inverse.map((row) => dot(row, vector));
    const length = Math.sqrt(dot(next, next));
    vector = next.map((each) => each / length);
  }
  return vector;
}

/** The inverse of what can be inverted of it. */
export function pseudoInverse(rows: MatrixRows): number[][] {
  const turned = transposedRows(rows);
  const { values, vectors } = symmetricEigen(timesRows(turned, rows));
  const most = Math.max(...values.map(Math.abs), 0);
  const scaled = values.map((value) => (value > most * 1e-12 ? 1 / value : 0));
  const weighed = vectors.map((row) => row.map((value, column) => value * (scaled[column] ?? 0)));
  return timesRows(timesRows(weighed, transposedRows(vectors)), turned);
}
