// Tables that a script wrote, cut into parts, so that a page of a result reads no more of a table
// than it shows; and what a cell reads like.

import type { BacktestExport } from '#backtesting/backtest.ts';

/** Rows of a table that follow each other; only the first part of a table has its headers. */
export type ExportPart = BacktestExport;

type Cell = BacktestExport['rows'][number][number];

const PART_ROWS_MAX = 50;
const PART_CHARACTERS_MAX = 8_192;

/** At least one part, also of a table without rows. */
export function exportParts({ name, headers, rows }: BacktestExport): readonly ExportPart[] {
  const parts: (readonly Cell[])[][] = [[]];
  let characters = 0;
  for (const row of rows) {
    const length = row.reduce<number>((sum, cell) => sum + exportCellText(cell).length, 0);
    const last = parts.at(-1) ?? [];
    const isFull = last.length >= PART_ROWS_MAX || characters + length > PART_CHARACTERS_MAX;
    if (isFull && last.length > 0) {
      parts.push([row]);
      characters = length;
    } else {
      last.push(row);
      characters += length;
    }
  }
  return parts.map((each, index) => ({ name, headers: index === 0 ? headers : [], rows: each }));
}

/** The shortest text that reads back to the number; empty where there is none. */
export function exportCellText(cell: Cell | null): string {
  if (typeof cell === 'string') return cell;
  return cell === null || !Number.isFinite(cell) ? '' : String(cell);
}
