// `map.*` and `matrix.*`.

import { chargeBytes, chargeSteps } from '#lua/runtime/meter.ts';
import { PineFault } from '#pine/runtime/pine-now.ts';
import type { PineArray, PineMap, PineMatrix } from '#pine/runtime/pine-values.ts';
import { arrayOf, checkedIndex, checkedSize, elements, sizeOf } from '#pine/runtime/pine-values.ts';

export const MAP_SIGNATURES = `
map.new() => series map<K,V>
map.put(map<K,V> id, K key, V value) => series V
map.get(map<K,V> id, K key) => series V
map.contains(map<K,V> id, K key) => series bool
map.remove(map<K,V> id, K key) => series V
map.size(map<K,V> id) => series int
map.clear(map<K,V> id) => void
map.keys(map<K,V> id) => series array<K>
map.values(map<K,V> id) => series array<V>
map.copy(map<K,V> id) => series map<K,V>
map.put_all(map<K,V> id, map<K,V> id2) => void
matrix.new(int rows?, int columns?, T initial_value?) => series matrix<T>
matrix.get(matrix<T> id, int row, int column) => series T
matrix.set(matrix<T> id, int row, int column, T value) => void
matrix.rows(matrix<T> id) => series int
matrix.columns(matrix<T> id) => series int
matrix.elements_count(matrix<T> id) => series int
matrix.row(matrix<T> id, int row) => series array<T>
matrix.col(matrix<T> id, int column) => series array<T>
matrix.add_row(matrix<T> id, int row?, array<T> array_id?) => void
matrix.add_col(matrix<T> id, int column?, array<T> array_id?) => void
matrix.remove_row(matrix<T> id, int row?) => series array<T>
matrix.remove_col(matrix<T> id, int column?) => series array<T>
matrix.fill(matrix<T> id, T value, int from_row?, int to_row?, int from_column?, int to_column?) => void
matrix.copy(matrix<T> id) => series matrix<T>
matrix.transpose(matrix<T> id) => series matrix<T>
matrix.sum(matrix<T> id1, matrix<V> id2) => series matrix<T>
matrix.avg(matrix<T> id) => series float
matrix.min(matrix<T> id) => series float
matrix.max(matrix<T> id) => series float
`;

const ENTRIES_MAX = 50_000;

function entriesOf(map: PineMap | null): Map<unknown, unknown> {
  if (map === null) throw new PineFault("a map expected, found 'na'");
  return map.entries;
}

function put(map: PineMap | null, key: unknown, value: unknown): unknown {
  const entries = entriesOf(map);
  if (entries.size >= ENTRIES_MAX && !entries.has(key))
    throw new PineFault(`a map has at most ${ENTRIES_MAX} keys`);
  chargeBytes(32);
  chargeSteps(sizeOf(key));
  const before = valueAt(entries, key, value);
  entries.set(key, value);
  return before;
}

/** `na` of the kind of the other values where the key is not there. */
function valueAt(entries: ReadonlyMap<unknown, unknown>, key: unknown, like: unknown): unknown {
  const found = entries.get(key);
  return found === undefined ? (typeof like === 'number' ? NaN : null) : found;
}

function get(map: PineMap | null, key: unknown): unknown {
  chargeSteps(sizeOf(key));
  const entries = entriesOf(map);
  if (entries.has(key)) return entries.get(key);
  const [like] = entries.values();
  return like === undefined || typeof like === 'number' ? NaN : null;
}

function removeKey(map: PineMap | null, key: unknown): unknown {
  const value = get(map, key);
  entriesOf(map).delete(key);
  return value;
}

function rowsOf(matrix: PineMatrix | null): unknown[][] {
  if (matrix === null) throw new PineFault("a matrix expected, found 'na'");
  return matrix.rows;
}

function matrixOf(rows: unknown[][], columns: number): PineMatrix {
  checkedSize(rows.length * Math.max(columns, 1), 'matrix');
  return { kind: 'matrix', rows, columns };
}

function made(rows = 0, columns = 0, initial: unknown = NaN): PineMatrix {
  checkedSize(Math.trunc(rows) * Math.trunc(columns), 'matrix.new');
  const width = checkedSize(columns, 'matrix.new');
  const list = Array.from({ length: checkedSize(rows, 'matrix.new') }, () =>
    Array.from({ length: width }, () => initial),
  );
  return matrixOf(list, width);
}

function rowAt(matrix: PineMatrix | null, row: number): unknown[] {
  const rows = rowsOf(matrix);
  return rows[checkedIndex(row, rows.length, 'matrix row')] ?? [];
}

function columnAt(matrix: PineMatrix | null, column: number): number {
  return checkedIndex(column, matrix?.columns ?? 0, 'matrix column');
}

function addRow(matrix: PineMatrix | null, row?: number, array?: PineArray | null): void {
  const rows = rowsOf(matrix);
  if (matrix === null) return;
  const values = array === undefined || array === null ? null : [...elements(array)];
  if (rows.length === 0 && values !== null && matrix.columns === 0) matrix.columns = values.length;
  if (values !== null && values.length !== matrix.columns)
    throw new PineFault(
      `matrix.add_row: ${matrix.columns} elements expected, found ${values.length}`,
    );
  checkedSize((rows.length + 1) * Math.max(matrix.columns, 1), 'matrix.add_row');
  const at = row === undefined || Number.isNaN(row) ? rows.length : Math.trunc(row);
  rows.splice(at, 0, values ?? Array.from({ length: matrix.columns }, () => NaN));
}

function addColumn(matrix: PineMatrix | null, column?: number, array?: PineArray | null): void {
  const rows = rowsOf(matrix);
  if (matrix === null) return;
  const values = array === undefined || array === null ? null : elements(array);
  if (rows.length === 0 && values !== null) for (const _ of values) rows.push([]);
  if (values !== null && values.length !== rows.length)
    throw new PineFault(`matrix.add_col: ${rows.length} elements expected, found ${values.length}`);
  checkedSize(rows.length * (matrix.columns + 1), 'matrix.add_col');
  const at = column === undefined || Number.isNaN(column) ? matrix.columns : Math.trunc(column);
  for (const [index, row] of rows.entries())
    row.splice(at, 0, values === null ? NaN : values[index]);
  matrix.columns += 1;
}

function removeRow(matrix: PineMatrix | null, row?: number): PineArray {
  const rows = rowsOf(matrix);
  const at = checkedIndex(row ?? rows.length - 1, rows.length, 'matrix.remove_row');
  return arrayOf(rows.splice(at, 1)[0] ?? []);
}

function removeColumn(matrix: PineMatrix | null, column?: number): PineArray {
  const rows = rowsOf(matrix);
  if (matrix === null) return arrayOf([]);
  const at = columnAt(matrix, column ?? matrix.columns - 1);
  matrix.columns -= 1;
  return arrayOf(rows.map((row) => row.splice(at, 1)[0]));
}

function transposed(matrix: PineMatrix | null): PineMatrix {
  const rows = rowsOf(matrix);
  const columns = matrix?.columns ?? 0;
  chargeSteps(rows.length * columns);
  const turned = Array.from({ length: columns }, (_, at) => rows.map((row) => row[at]));
  return matrixOf(turned, rows.length);
}

/** Elements that are `na` do not count. */
function numbersIn(matrix: PineMatrix | null): number[] {
  const values = rowsOf(matrix).flat().map(Number);
  chargeSteps(values.length);
  return values.filter((value) => !Number.isNaN(value));
}

function extreme(values: readonly number[], pick: (one: number, other: number) => number): number {
  return values.reduce((best, value) => (Number.isNaN(best) ? value : pick(best, value)), NaN);
}

export const MAPS = {
  'map.new': (): PineMap => ({ kind: 'map', entries: new Map() }),
  'map.put': put,
  'map.get': get,
  'map.contains': (map: PineMap | null, key: unknown) => {
    chargeSteps(sizeOf(key));
    return entriesOf(map).has(key);
  },
  'map.remove': removeKey,
  'map.size': (map: PineMap | null) => entriesOf(map).size,
  'map.clear': (map: PineMap | null) => {
    entriesOf(map).clear();
  },
  'map.keys': (map: PineMap | null) => arrayOf([...entriesOf(map).keys()]),
  'map.values': (map: PineMap | null) => arrayOf([...entriesOf(map).values()]),
  'map.copy': (map: PineMap | null): PineMap => {
    chargeBytes(entriesOf(map).size * 32);
    return { kind: 'map', entries: new Map(entriesOf(map)) };
  },
  'map.put_all': (map: PineMap | null, other: PineMap | null) => {
    for (const [key, value] of entriesOf(other)) put(map, key, value);
  },
  'matrix.new': made,
  'matrix.get': (matrix: PineMatrix | null, row: number, column: number) =>
    rowAt(matrix, row)[columnAt(matrix, column)],
  'matrix.set': (matrix: PineMatrix | null, row: number, column: number, value: unknown) => {
    rowAt(matrix, row)[columnAt(matrix, column)] = value;
  },
  'matrix.rows': (matrix: PineMatrix | null) => rowsOf(matrix).length,
  'matrix.columns': (matrix: PineMatrix | null) => matrix?.columns ?? 0,
  'matrix.elements_count': (matrix: PineMatrix | null) =>
    rowsOf(matrix).length * (matrix?.columns ?? 0),
  'matrix.row': (matrix: PineMatrix | null, row: number) => arrayOf([...rowAt(matrix, row)]),
  'matrix.col': (matrix: PineMatrix | null, column: number) => {
    const at = columnAt(matrix, column);
    return arrayOf(rowsOf(matrix).map((row) => row[at]));
  },
  'matrix.add_row': addRow,
  'matrix.add_col': addColumn,
  'matrix.remove_row': removeRow,
  'matrix.remove_col': removeColumn,
  'matrix.fill': (
    matrix: PineMatrix | null,
    value: unknown,
    fromRow = 0,
    toRow = Infinity,
    fromColumn = 0,
    toColumn = Infinity,
  ) => {
    for (const row of rowsOf(matrix).slice(fromRow, toRow)) row.fill(value, fromColumn, toColumn);
  },
  'matrix.copy': (matrix: PineMatrix | null) =>
    matrixOf(
      rowsOf(matrix).map((row) => [...row]),
      matrix?.columns ?? 0,
    ),
  'matrix.transpose': transposed,
  'matrix.avg': (matrix: PineMatrix | null) => {
    const values = numbersIn(matrix);
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  },
  'matrix.min': (matrix: PineMatrix | null) => extreme(numbersIn(matrix), Math.min),
  'matrix.max': (matrix: PineMatrix | null) => extreme(numbersIn(matrix), Math.max),
};
