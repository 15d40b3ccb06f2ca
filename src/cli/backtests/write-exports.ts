// Writes what a script exported: a CSV file (RFC 4180) for each table.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { csvLine } from '#lib/csv.ts';
import { exportCellText } from '#services/backtests/export-parts.ts';
import type { BacktestReport } from '#services/backtests/perform-backtest.ts';
import { CommandFailed } from '#cli/command-error.ts';

type Table = BacktestReport['exports'][number];

/** The files that were written. Throws CommandFailed when one cannot be. */
export function writeExports(folder: string, tables: readonly Table[]): readonly string[] {
  const names = new Set<string>();
  return tables.map((table) => {
    const file = path.join(folder, `${freeName(table.name, names)}.csv`);
    try {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, csvOf(table));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CommandFailed(
        `Cannot write "${file}": ${reason}`,
        'Check the path and its rights.',
      );
    }
    return file;
  });
}

/** A script chooses the names, so they may hold anything: what leads to another folder too. */
function freeName(name: string, taken: Set<string>): string {
  const plain = name.replaceAll(/[^\w-]+/g, '_').slice(0, 100) || '_';
  let free = plain;
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${plain}-${number}`;
  taken.add(free.toLowerCase());
  return free;
}

function csvOf({ headers, rows }: Table): string {
  return [headers, ...rows].map((cells) => csvLine(cells.map(exportCellText))).join('');
}
