// Lists of what is stored, row by row: one that does not fit any more costs itself. It is left out
// and named once in the log, and the others are shown.

import { assert } from '#lib/assert.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { Failure } from '#venue-port/world/failure.ts';

/** Of one database; beyond so many nothing is learned from one more. */
const NAMED_MAX = 10_000;
const namedOf = new WeakMap<object, Set<string>>();
const metCounts = new Map<string, number>();

/** How often this process has met a row that it cannot read, by table. */
export function unreadableCounts(): ReadonlyMap<string, number> {
  return metCounts;
}

/** Counts the row and names it once in the log. Returns what whoever needs it throws. */
export function noteUnreadable(
  database: Pick<Database, 'report'>,
  table: string,
  id: string | number,
  error: unknown,
): Failure {
  metCounts.set(table, (metCounts.get(table) ?? 0) + 1);
  const name = `${table} ${id}`;
  const cause = error instanceof Error ? error.message : 'unknown';
  const named = namedOf.get(database) ?? new Set();
  namedOf.set(database, named);
  if (!named.has(name) && named.size < NAMED_MAX) {
    named.add(name);
    database.report?.(`A row cannot be read and is left out: ${name}: ${cause}`);
  }
  const message = `What is stored cannot be read: ${name}: ${cause}`;
  return new Failure('corrupt_reply', message, { cause: error, source: 'store', isDefect: true });
}

/** A row that is needed. Throws Failure, which does not pass by itself, when it cannot be read. */
export function storedRow<Row, T>(
  database: Pick<Database, 'report'>,
  { name, idOf, fromRow }: StoredTable<Row, T>,
  row: Row,
): T {
  try {
    return fromRow(insistOnNumbers(row));
  } catch (error) {
    throw noteUnreadable(database, name, idOf(row), error);
  }
}

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
      return [fromRow(insistOnNumbers(row))];
    } catch (error) {
      noteUnreadable(database, table, nameOf(row), error);
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

/** Throws where a whole number is none that a program has: see `Statement.isReadByRow`. */
export function insistOnNumbers<Row>(row: Row): Row {
  for (const [column, value] of Object.entries(row as Readonly<Record<string, unknown>>))
    assert(!Number.isNaN(value), `the stored ${column} is below 2^53`);
  return row;
}
