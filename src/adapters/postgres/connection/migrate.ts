// Brings a database to the schema of this release: the numbered SQL files of one folder, in the
// order of their names, each in a transaction of its own and noted with its checksum. Several
// processes may start at once.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { findServer } from '#adapters/postgres/connection/server-addresses.ts';
import { LIMITS } from '#lib/limits.ts';
import { Failure } from '#ports/world/failure.ts';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import {
  translateDatabaseError,
  withLoss,
} from '#adapters/postgres/connection/translate-database-error.ts';

export type Migration = {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
};

/** The migrations of this release. */
const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../../migrations/', import.meta.url));

const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;
/** Two ranges of numbers grew beside each other before this one. */
const ORDERED_FROM = '0118';
/** Any number will do, as long as it is the same in every release. */
const MIGRATION_LOCK = 1_953_064_301;

/** The migrations in a folder, sorted. Throws Failure when a file has no proper name. */
export function readMigrations(folder: string = MIGRATIONS_FOLDER): readonly Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name) => {
    if (!FILE_NAME.test(name)) {
      throw new Failure('conflict', `The migration "${name}" must be named like "0001-users.sql".`);
    }
    const sql = readFileSync(join(folder, name), 'utf8');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

/**
 * Applies what is missing and returns the names of what it applied; `afterwards` is done on the
 * same connection, before anybody else migrates. Throws Failure: `conflict` when the database was
 * changed by a newer release, or a migration was altered after it was applied or is missing before
 * one that was applied; `unavailable` when it is not reachable.
 */
export async function migrate(
  url: string,
  migrations: readonly Migration[] = readMigrations(),
  afterwards: (client: Client) => Promise<void> = async () => undefined,
): Promise<readonly string[]> {
  const client = new Client({
    connectionString: await findServer(url),
    application_name: 'tidemill migrate',
    connectionTimeoutMillis: LIMITS.databaseConnectTimeoutMs,
  });
  // A lost connection also fails the statement that is running, which is where it is dealt with.
  let loss: Error | null = null;
  client.on('error', (error) => (loss ??= error));
  try {
    await client.connect();
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(CREATE_HISTORY);
    const applied = await client.query<HistoryRow>(READ_HISTORY.text);
    const missing = missingMigrations(applied.rows, migrations);
    for (const migration of missing) await apply(client, migration);
    await afterwards(client);
    return missing.map((migration) => migration.name);
  } catch (error) {
    throw translateDatabaseError(loss === null ? error : withLoss(error, loss), 'read');
  } finally {
    await client.end();
  }
}

/**
 * Whether the database has exactly the schema of this release. Throws Failure, also where one of
 * its two reads takes longer than the limit.
 */
export async function isMigrated(
  database: Database,
  migrations: readonly Migration[],
  limit: Pick<Statement<never>, 'responseMsMax'> = {},
): Promise<boolean> {
  const exists = await database.read({ ...HISTORY_EXISTS, ...limit }, []);
  if (exists[0]?.exists !== true) return false;
  const applied = await database.read({ ...READ_HISTORY, ...limit }, []);
  return missingMigrations(applied, migrations).length === 0;
}

type HistoryRow = { readonly name: string; readonly checksum: string };

const CREATE_HISTORY = `
  CREATE TABLE IF NOT EXISTS schema_migration (
    name text COLLATE "C" PRIMARY KEY,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`;
const READ_HISTORY: Statement<HistoryRow> = {
  text: 'SELECT name, checksum FROM schema_migration ORDER BY name',
};
const HISTORY_EXISTS: Statement<{ readonly exists: boolean }> = {
  text: `SELECT to_regclass('schema_migration') IS NOT NULL AS exists`,
};

/** What is still to be applied; refuses a history that this release does not know. */
export function missingMigrations(
  applied: readonly HistoryRow[],
  migrations: readonly Migration[],
): readonly Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const migration = known.get(name);
    if (migration === undefined) {
      throw new Failure(
        'conflict',
        `The database was changed by a newer release (migration "${name}" is not known here). ` +
          'Start that release, or restore a backup made before it.',
      );
    }
    if (migration.checksum !== checksum) {
      throw new Failure(
        'conflict',
        `The migration "${name}" was altered after it was applied to this database. ` +
          'Restore the file; changes go into a new migration.',
      );
    }
  }
  const done = new Set(applied.map((row) => row.name));
  const missing = migrations.filter((migration) => !done.has(migration.name));
  refuseOvertaken(applied, missing);
  return missing;
}

/**
 * A migration that others have overtaken was never tried after them: a file whose number was taken
 * again, or that came from another branch.
 */
function refuseOvertaken(applied: readonly HistoryRow[], missing: readonly Migration[]): void {
  const newest = applied.reduce((latest, { name }) => (name > latest ? name : latest), '');
  const overtaken = missing.find(({ name }) => ORDERED_FROM <= name && name < newest);
  if (overtaken === undefined) return;
  throw new Failure(
    'conflict',
    `The migration "${overtaken.name}" is missing, but "${newest}" was applied after its place. ` +
      'Give it the next free number.',
  );
}

async function apply(client: Client, migration: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(migration.sql);
    await client.query('INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    const message = `The migration "${migration.name}" failed: ${(error as Error).message}`;
    throw new Error(message, { cause: error });
  }
}
