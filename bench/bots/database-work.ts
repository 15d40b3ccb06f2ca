// Work of the database: transactions, write-ahead log, and, on demand, each statement.

import type { Database } from '#adapters/postgres/connection/database.ts';

/**
 * Server settings under which statements are counted, those within functions too, so that they
 * stand twice. Counting takes processor time itself.
 */
export const COUNTING_SETTINGS = [
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.track_planning=on',
  'pg_stat_statements.track=all',
];

export type DatabaseWork = {
  readonly transactions: number;
  readonly flushes: number;
  readonly bytes: number;
};

/** Since the server began; the newest second may be missing. */
export async function databaseWork(database: Database): Promise<DatabaseWork> {
  const text = `
    SELECT (SELECT sum(xact_commit) FROM pg_stat_database)::float8 AS transactions,
      (SELECT sum(fsyncs) FROM pg_stat_io WHERE object = 'wal')::float8 AS flushes,
      (SELECT wal_bytes FROM pg_stat_wal)::float8 AS bytes`;
  const [row] = await database.read<DatabaseWork>({ text }, []);
  return row ?? { transactions: 0, flushes: 0, bytes: 0 };
}

/** From now on. */
export async function countStatements(database: Database): Promise<void> {
  await database.write({ text: 'CREATE EXTENSION IF NOT EXISTS pg_stat_statements' }, []);
  await database.write({ text: 'SELECT pg_stat_statements_reset()' }, []);
}

type StatementRow = {
  readonly calls: number;
  readonly ms: number;
  readonly planning: number;
  readonly rows: number;
  readonly start: string;
};

/** The statements that took longest, as lines: calls, milliseconds and rows for each of `count`. */
export async function statementLines(
  database: Database,
  count: number,
): Promise<readonly string[]> {
  const text = `
    SELECT calls::float8, total_exec_time + total_plan_time AS ms, total_plan_time AS planning,
      rows::float8, left(regexp_replace(query, '\\s+', ' ', 'g'), 70) AS start
    FROM pg_stat_statements ORDER BY 2 DESC LIMIT 30`;
  const found = await database.read<StatementRow>({ text }, []);
  const sum = (of: (row: StatementRow) => number): number =>
    found.reduce((total, row) => total + of(row), 0);
  const lines = found.map(({ calls, ms, planning, rows, start }) => {
    const numbers = [(calls / count).toFixed(3), (ms / count).toFixed(3)];
    const more = [(planning / count).toFixed(3), (rows / count).toFixed(2)];
    return [...numbers, ...more, start.trim()].join('  ');
  });
  const all = [sum((row) => row.calls), sum((row) => row.ms)];
  return [
    'calls, ms, of which planning, and rows, for each',
    ...lines,
    `${all.map((value) => (value / count).toFixed(3)).join('  ')}  all of these`,
  ];
}
