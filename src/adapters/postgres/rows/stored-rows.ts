// Lists of what is stored, row by row: one that does not fit any more costs itself. It is left out
// and named once in the log, and the others are shown.

import type { Database } from '#adapters/postgres/connection/database.ts';

/** Of one database; beyond so many nothing is learned from one more. */
const NAMED_MAX = 10_000;
const namedOf = new WeakMap<object, Set<string>>();

/** `nameOf` says which row of the table it is. */
export function storedRows<Row, T>(
  database: Pick<Database, 'report'>,
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
      const named = namedOf.get(database) ?? new Set();
      namedOf.set(database, named);
      if (!named.has(name) && named.size < NAMED_MAX) {
        named.add(name);
        const cause = error instanceof Error ? error.message : 'unknown';
        database.report?.(`A row cannot be read and is left out: ${name}: ${cause}`);
      }
      return [];
    }
  });
}

export type StoredTable<Row, T> = {
  readonly name: string;
  readonly idOf: (row: Row) => string;
  readonly fromRow: (row: Row) => T;
};

/**
 * A page of a list: full, or the last one. Rows that cannot be read do not end the list; `read`
 * goes on behind a row.
 */
export async function storedPage<Row, T>(
  database: Pick<Database, 'report'>,
  { name, idOf, fromRow }: StoredTable<Row, T>,
  { afterId, limit }: { readonly afterId: string | null; readonly limit: number },
  read: (afterId: string | null, limit: number) => Promise<readonly Row[]>,
): Promise<readonly T[]> {
  const found: T[] = [];
  for (let after = afterId; ;) {
    const wanted = limit - found.length;
    const rows = await read(after, wanted);
    found.push(...storedRows(database, name, rows, idOf, fromRow));
    const last = rows.at(-1);
    if (last === undefined || rows.length < wanted || found.length >= limit) return found;
    after = idOf(last);
  }
}
