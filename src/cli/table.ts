// Aligned columns for people, and JSON for machines.

import type { Decimal } from '#lib/decimal.ts';
import { encodeJson } from '#lib/json.ts';
import { fixedDecimal, placesOf } from '#services/reports/shown-decimals.ts';
import type { Terminal } from '#cli/terminal.ts';
import { paint, plainText } from '#cli/terminal.ts';

export type Column<Row> = TextColumn<Row> | FigureColumn<Row>;

type TextColumn<Row> = { readonly title: string; readonly cell: (row: Row) => string };

/** Numbers, aligned at the right, all of them with the same number of decimals. */
type FigureColumn<Row> = {
  readonly title: string;
  /** Text stands where there is no number. */
  readonly figure: (row: Row) => Decimal | string;
  /** Decimals of all; left out: as many as the longest of them has, `PLACES_MAX` at most. */
  readonly places?: number;
};

const PLACES_MAX = 8;
const GAP = '  ';
const SEGMENTER = new Intl.Segmenter();

/** Columns as wide as their widest cell; an empty table is the sentence `whenEmpty`. */
export function formatTable<Row>(
  terminal: Terminal,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  whenEmpty: string,
): string {
  if (rows.length === 0) return `${whenEmpty}\n`;
  const texts = columns.map((column) => [column.title, ...cellsOf(column, rows).map(plainText)]);
  const padded = texts.map((cells, index) => {
    const width = Math.max(...cells.map(widthOf));
    const isFigure = 'figure' in (columns[index] ?? {});
    return cells.map((cell) => (isFigure ? padBefore(cell, width) : padTo(cell, width)));
  });
  const line = (index: number): string =>
    padded
      .map((cells) => cells[index] ?? '')
      .join(GAP)
      .trimEnd();
  const lines = rows.map((_row, index) => line(index + 1));
  return `${[paint(terminal, 'bold', line(0)), ...lines].join('\n')}\n`;
}

function cellsOf<Row>(column: Column<Row>, rows: readonly Row[]): readonly string[] {
  if (!('figure' in column)) return rows.map((row) => column.cell(row));
  const figures = rows.map((row) => column.figure(row));
  const places = column.places ?? longestPlaces(figures);
  return figures.map((each) => (typeof each === 'string' ? each : fixedDecimal(each, places)));
}

function longestPlaces(figures: readonly (Decimal | string)[]): number {
  const places = figures.map((each) => (typeof each === 'string' ? 0 : placesOf(each)));
  return Math.min(PLACES_MAX, Math.max(0, ...places));
}

/** One line per name and value, values aligned. */
export function formatRecord(
  terminal: Terminal,
  entries: readonly (readonly [name: string, value: string])[],
): string {
  const width = Math.max(...entries.map(([name]) => widthOf(name)));
  return entries
    .map(
      ([name, value]) =>
        `${paint(terminal, 'bold', padTo(name, width))}${GAP}${plainText(value)}\n`,
    )
    .join('');
}

/** One line of JSON. */
export function formatJson(value: unknown): string {
  return `${encodeJson(value)}\n`;
}

function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

function padBefore(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - widthOf(text))) + text;
}

/** Columns on a terminal: wide East Asian characters and emoji take two. */
function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of SEGMENTER.segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

const WIDE = new RegExp(
  String.raw`[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60]` +
    String.raw`|\p{Emoji_Presentation}`,
  'u',
);
