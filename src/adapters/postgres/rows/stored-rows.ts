// Lists of what is stored, row by row: one that does not fit any more costs itself. It is left out
// and named once in the log, and the others are shown.

import type { Database } from '#adapters/postgres/connection/database.ts';

/** Of this process; beyond so many nothing is learned from one more. */
const NAMED_MAX = 10_000;
const named = new Set<string>();

/** `nameOf` says which row of the table it is. */
export function storedRows<Row, T>(
  { report }: Pick<Database, 'report'>,
  table: string,
  rows: readonly Row[],
  nameOf: (row: Row) => string | number,
  fromRow: (row: Row) => T,
): readonly T[] {
  return rows.flatMap((row) => {
    try {
      return [fromRow(row)];
    } catch (error) {
      const name = `${table} ${nameOf(row)}`;
      if (!named.has(name) && named.size < NAMED_MAX) {
        named.add(name);
        const cause = error instanceof Error ? error.message : 'unknown';
        report?.(`A row cannot be read and is left out: ${name}: ${cause}`);
      }
      return [];
    }
  });
}
