// The rows of a file as they were read, before it is known which steps its market has. Grows as
// rows come; a row costs 58 bytes.

import { scaledByTen } from '#domain/candle-file/power-of-ten.ts';
import type { ColumnRole } from '#domain/candle-file/column-layout.ts';
import { COLUMN_ROLES } from '#domain/candle-file/column-layout.ts';

/** What is wrong with a line, in words that name the field and what was found. */
export type RowProblem = { readonly line: number; readonly reason: string };

export const FIGURES = COLUMN_ROLES.slice(1) as readonly Exclude<ColumnRole, 'time'>[];

/** Open, high, low, close, volume, each as `mantissa * 10 ** exponent` in the shortest form. */
export type CandleRows = {
  count: number;
  timesMs: Float64Array;
  lines: Uint32Array;
  mantissas: Float64Array[];
  exponents: Int8Array[];
  /** One bit for each figure of which digits were cut off. */
  cuts: Uint8Array;
};

const FIRST_CAPACITY = 4_096;

/** Empty columns, which grow as rows are added. */
export function emptyRows(): CandleRows {
  return {
    count: 0,
    timesMs: new Float64Array(FIRST_CAPACITY),
    lines: new Uint32Array(FIRST_CAPACITY),
    mantissas: FIGURES.map(() => new Float64Array(FIRST_CAPACITY)),
    exponents: FIGURES.map(() => new Int8Array(FIRST_CAPACITY)),
    cuts: new Uint8Array(FIRST_CAPACITY),
  };
}

/** Makes room for one more row; returns its place. */
export function addRow(rows: CandleRows): number {
  const place = rows.count;
  if (place === rows.timesMs.length) grow(rows, place * 2);
  rows.count += 1;
  return place;
}

/** Copies all rows behind those that are there; their lines count on from `linesBefore`. */
export function appendRows(rows: CandleRows, more: CandleRows, linesBefore: number): void {
  const first = rows.count;
  const count = first + more.count;
  if (count > rows.timesMs.length) grow(rows, Math.max(count, rows.timesMs.length * 2));
  rows.timesMs.set(more.timesMs.subarray(0, more.count), first);
  rows.cuts.set(more.cuts.subarray(0, more.count), first);
  for (let row = 0; row < more.count; row += 1)
    rows.lines[first + row] = (more.lines[row] as number) + linesBefore;
  for (const [figure, column] of rows.mantissas.entries())
    column.set((more.mantissas[figure] as Float64Array).subarray(0, more.count), first);
  for (const [figure, column] of rows.exponents.entries())
    column.set((more.exponents[figure] as Int8Array).subarray(0, more.count), first);
  rows.count = count;
}

/**
 * The figure as the closest floating-point number: equal figures are equal, and order is retained.
 */
export function figureOf(rows: CandleRows, figure: number, row: number): number {
  const mantissa = rows.mantissas[figure]?.[row] as number;
  const exponent = rows.exponents[figure]?.[row] as number;
  return scaledByTen(mantissa, exponent);
}

/** Compares prices and volume of two rows as they were written: 1.0 and 1 are different figures. */
export function areSameFigures(rows: CandleRows, left: number, right: number): boolean {
  return FIGURES.every(
    (_, figure) =>
      rows.mantissas[figure]?.[left] === rows.mantissas[figure]?.[right] &&
      rows.exponents[figure]?.[left] === rows.exponents[figure]?.[right],
  );
}

function grow(rows: CandleRows, capacity: number): void {
  rows.timesMs = copied(rows.timesMs, new Float64Array(capacity));
  rows.lines = copied(rows.lines, new Uint32Array(capacity));
  rows.mantissas = rows.mantissas.map((column) => copied(column, new Float64Array(capacity)));
  rows.exponents = rows.exponents.map((column) => copied(column, new Int8Array(capacity)));
  rows.cuts = copied(rows.cuts, new Uint8Array(capacity));
}

function copied<T extends Float64Array | Uint32Array | Int8Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
