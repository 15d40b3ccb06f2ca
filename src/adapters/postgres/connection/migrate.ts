// Brings a database to the schema of this release: the numbered SQL files of one folder, in the
// order of their names, then the functions whose text has changed; each in a transaction of its own
// and noted with its checksum. Several processes may start at once.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { findServer } from '#adapters/postgres/connection/server-addresses.ts';
import { LIMITS } from '#lib/limits.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import type { RepeatableFunctions } from '#adapters/postgres/connection/repeatable-functions.ts';
import {
  applyFunctions,
  missingFunctions,
  readFunctions,
} from '#adapters/postgres/connection/repeatable-functions.ts';
import {
  translateDatabaseError,
  withLoss,
} from '#adapters/postgres/connection/translate-database-error.ts';

export type Migration = {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
};

export type Schema = {
  readonly migrations: readonly Migration[];
  readonly repeatable: RepeatableFunctions;
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

/** The schema of this release. */
export function readSchema(): Schema {
  return { migrations: readMigrations(), repeatable: readFunctions() };
}

/**
 * Applies the missing migrations and functions and returns the names of those migrations;
 * `afterwards` is done on the same connection, before anybody else migrates. Throws Failure:
 * `conflict` when the database was changed by a newer release, or a migration was altered after it
 * was applied or is missing before one that was applied; `unavailable` when it is not reachable.
 */
export async function migrate(
  url: string,
  schema: Schema = readSchema(),
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
    const { rows: applied } = await client.query<HistoryRow>(READ_HISTORY.text);
    const { rows: replaced } = await client.query<HistoryRow>(READ_FUNCTIONS.text);
    const missing = missingMigrations(applied, schema.migrations);
    const functions = missingFunctions(replaced, schema.repeatable);
    for (const migration of missing) await apply(client, migration);
    await applyFunctions(client, functions, schema.repeatable);
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
 * its three reads takes longer than the limit.
 */
export async function isMigrated(
  database: Database,
  schema: Schema,
  limit: Pick<Statement<never>, 'responseMsMax'> = {},
): Promise<boolean> {
  const missing = await readMissing(database, schema, limit);
  return missing.migrations.length + missing.functions.length === 0;
}

export type MissingSchema = {
  readonly appliedCount: number;
  /** Names of migrations and of functions that a start would apply. */
  readonly migrations: readonly string[];
  readonly functions: readonly string[];
};

/** Changes nothing. Throws Failure: `conflict` where a newer release changed the database. */
export async function readMissing(
  database: Database,
  { migrations, repeatable }: Schema,
  limit: Pick<Statement<never>, 'responseMsMax'> = {},
): Promise<MissingSchema> {
  const [exists] = await database.read({ ...HISTORY_EXISTS, ...limit }, []);
  const history = exists?.has_migrations === true ? READ_HISTORY : null;
  const applied = history === null ? [] : await database.read({ ...history, ...limit }, []);
  const texts = exists?.has_functions === true ? READ_FUNCTIONS : null;
  const replaced = texts === null ? [] : await database.read({ ...texts, ...limit }, []);
  return {
    appliedCount: applied.length,
    migrations: missingMigrations(applied, migrations).map(({ name }) => name),
    functions: missingFunctions(replaced, repeatable).map(({ name }) => name),
  };
}

type HistoryRow = { readonly name: string; readonly checksum: string };

const CREATE_HISTORY = `
  CREATE TABLE IF NOT EXISTS schema_migration (
    name text COLLATE "C" PRIMARY KEY,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE IF NOT EXISTS schema_function (
    name text COLLATE "C" PRIMARY KEY,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`;
const READ_HISTORY: Statement<HistoryRow> = {
  text: 'SELECT name, checksum FROM schema_migration ORDER BY name',
};
const READ_FUNCTIONS: Statement<HistoryRow> = {
  text: 'SELECT name, checksum FROM schema_function ORDER BY name',
};
const HISTORY_EXISTS: Statement<{
  readonly has_migrations: boolean;
  readonly has_functions: boolean;
}> = {
  text: `
    SELECT to_regclass('schema_migration') IS NOT NULL AS has_migrations,
      to_regclass('schema_function') IS NOT NULL AS has_functions`,
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
