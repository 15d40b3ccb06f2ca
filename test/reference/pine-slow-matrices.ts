// `matrix.*` of the public manual, as slow as it says it: determinants by their expansion, ranks by
// the minors that are not zero, inverses by cofactors. Elements are whole numbers.

export type Rows = readonly (readonly number[])[];

const RANGE = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

const known = (rows: Rows): number[] => rows.flat().filter((value) => !Number.isNaN(value));

const ordered = (rows: Rows): number[] => known(rows).toSorted((a, b) => a - b);

function without(rows: Rows, row: number, column: number): Rows {
  return rows
    .filter((_, at) => at !== row)
    .map((each) => each.filter((_value, at) => at !== column));
}

export function determinant(rows: Rows): number {
  if (rows.length === 0) return 1;
  const [first = []] = rows;
  return first.reduce(
    (sum, value, at) => sum + (at % 2 === 0 ? 1 : -1) * value * determinant(without(rows, 0, at)),
    0,
  );
}

export function transposed(rows: Rows): Rows {
  return RANGE(rows[0]?.length ?? 0).map((column) => rows.map((row) => row[column] ?? NaN));
}

export function product(left: Rows, right: Rows): Rows {
  return left.map((row) =>
    transposed(right).map((column) =>
      row.reduce((sum, value, at) => sum + value * (column[at] ?? NaN), 0),
    ),
  );
}

function subsets(count: number, size: number): number[][] {
  if (size === 0) return [[]];
  return RANGE(count).flatMap((last) => subsets(last, size - 1).map((rest) => [...rest, last]));
}

/** The size of the largest minor that is not zero. */
function rank(rows: Rows): number {
  const columns = rows[0]?.length ?? 0;
  for (let size = Math.min(rows.length, columns); size > 0; size -= 1)
    for (const some of subsets(rows.length, size))
      for (const others of subsets(columns, size)) {
        const minor = some.map((row) => others.map((column) => rows[row]?.[column] ?? NaN));
        if (determinant(minor) !== 0) return size;
      }
  return 0;
}

/** By cofactors; null where there is none. */
export function inverse(rows: Rows): Rows | null {
  const whole = determinant(rows);
  if (whole === 0) return null;
  const sign = (at: number): number => (at % 2 === 0 ? 1 : -1);
  return transposed(
    rows.map((row, y) =>
      row.map((_, x) => (sign(x + y) * determinant(without(rows, y, x))) / whole),
    ),
  );
}

export function power(rows: Rows, times: number): Rows {
  const identity = rows.map((_, y) => rows.map((_row, x) => Number(x === y)));
  return RANGE(times).reduce<Rows>((sum) => product(sum, rows), identity);
}

function kron(left: Rows, right: Rows): Rows {
  return left.flatMap((row) =>
    right.map((other) => row.flatMap((value) => other.map((each) => value * each))),
  );
}

function mode(rows: Rows): number {
  const each = ordered(rows);
  const counts = each.map((value) => each.filter((other) => other === value).length);
  return each[counts.indexOf(Math.max(...counts))] ?? NaN;
}

function median(rows: Rows): number {
  const [each, half] = [ordered(rows), known(rows).length / 2];
  return ((each[Math.ceil(half) - 1] ?? NaN) + (each[Math.floor(half)] ?? NaN)) / 2;
}

const isSquare = (rows: Rows): boolean => rows.length === (rows[0]?.length ?? 0);

function cells(rows: Rows): { readonly y: number; readonly x: number; readonly value: number }[] {
  return rows.flatMap((row, y) => row.map((value, x) => ({ y, x, value })));
}

const sameAs = (rows: Rows, other: Rows): boolean =>
  cells(rows).every(({ y, x, value }) => value === other[y]?.[x]);

const negative = (rows: Rows): Rows => rows.map((row) => row.map((value) => 0 - value));

/** Of one matrix without values that are `na`: a number or whether it is so. */
export const ONE: Readonly<Record<string, (rows: Rows) => number | boolean>> = {
  'matrix.rows': (rows) => rows.length,
  'matrix.columns': (rows) => rows[0]?.length ?? 0,
  'matrix.elements_count': (rows) => rows.flat().length,
  'matrix.rank': rank,
  'matrix.is_square': isSquare,
  'matrix.is_zero': (rows) => rows.flat().every((value) => value === 0),
  'matrix.is_identity': (rows) =>
    isSquare(rows) && cells(rows).every(({ x, y, value }) => value === Number(x === y)),
  'matrix.is_binary': (rows) => rows.flat().every((value) => value === 0 || value === 1),
  'matrix.is_diagonal': (rows) =>
    isSquare(rows) && cells(rows).every(({ x, y, value }) => x === y || value === 0),
  'matrix.is_antidiagonal': (rows) =>
    isSquare(rows) &&
    cells(rows).every(({ x, y, value }) => x + y === rows.length - 1 || value === 0),
  'matrix.is_symmetric': (rows) => isSquare(rows) && sameAs(rows, transposed(rows)),
  'matrix.is_antisymmetric': (rows) =>
    isSquare(rows) &&
    sameAs(
      negative(rows),
      transposed(rows).map((row) => row.map((v) => v + 0)),
    ),
  'matrix.is_triangular': (rows) =>
    isSquare(rows) &&
    (cells(rows).every(({ x, y, value }) => x <= y || value === 0) ||
      cells(rows).every(({ x, y, value }) => x >= y || value === 0)),
  'matrix.is_stochastic': (rows) =>
    rows.flat().every((value) => value >= 0) &&
    rows.every((row) => row.reduce((sum, value) => sum + value, 0) === 1),
};

/** Of one matrix, in which some may be `na`, which are left out. */
export const STATISTICS: Readonly<Record<string, (rows: Rows) => number>> = {
  'matrix.avg': (rows) => known(rows).reduce((sum, value) => sum + value, 0) / known(rows).length,
  'matrix.min': (rows) => ordered(rows)[0] ?? NaN,
  'matrix.max': (rows) => ordered(rows).at(-1) ?? NaN,
  'matrix.median': median,
  'matrix.mode': mode,
};

/** Of a square matrix. */
export const SQUARE: Readonly<Record<string, (rows: Rows) => number>> = {
  'matrix.det': determinant,
  'matrix.trace': (rows) => rows.reduce((sum, row, at) => sum + (row[at] ?? NaN), 0),
};

/** Of two matrices of one shape. */
export const TWO: Readonly<Record<string, (left: Rows, right: Rows) => Rows>> = {
  'matrix.sum': (left, right) =>
    left.map((row, y) => row.map((value, x) => value + (right[y]?.[x] ?? NaN))),
  'matrix.diff': (left, right) =>
    left.map((row, y) => row.map((value, x) => value - (right[y]?.[x] ?? NaN))),
  'matrix.kron': kron,
};

/** Changes of a matrix, which give the new rows. */
export const CHANGES: Readonly<
  Record<string, (rows: Rows, at: number, other: number) => Rows | null>
> = {
  'matrix.transpose': transposed,
  'matrix.copy': (rows) => rows,
  'matrix.reverse': (rows) => rows.toReversed().map((row) => row.toReversed()),
  'matrix.swap_rows': (rows, at, other) =>
    rows.map((row, y) => (y === at ? rows[other] : y === other ? rows[at] : row) ?? []),
  'matrix.swap_columns': (rows, at, other) =>
    rows.map((row) =>
      row.map((value, x) => (x === at ? row[other] : x === other ? row[at] : value) ?? NaN),
    ),
  'matrix.remove_row': (rows, at) => rows.filter((_, y) => y !== at),
  'matrix.remove_col': (rows, at) => rows.map((row) => row.filter((_, x) => x !== at)),
};
