// Aligned columns for people, and JSON for machines.

import { encodeJson } from '#lib/json.ts';
import type { Terminal } from '#cli/terminal.ts';
import { paint, plainText } from '#cli/terminal.ts';

export type Column<Row> = {
  readonly title: string;
  readonly cell: (row: Row) => string;
};

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
  const cells = rows.map((row) => columns.map((column) => plainText(column.cell(row))));
  const widths = columns.map((column, index) =>
    Math.max(widthOf(column.title), ...cells.map((line) => widthOf(line[index] ?? ''))),
  );
  const align = (line: readonly string[]): string =>
    line
      .map((cell, index) => padTo(cell, widths[index] ?? 0))
      .join(GAP)
      .trimEnd();
  const head = paint(terminal, 'bold', align(columns.map((column) => column.title)));
  return `${[head, ...cells.map(align)].join('\n')}\n`;
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
