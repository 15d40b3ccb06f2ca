// Brings the content of a backup into an empty database: the schema by the migrations that the
// backup had, the rows in one transaction. Killed at any instant, it can be begun anew.

import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { present } from '#lib/assert.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { withBackupConnection } from '#adapters/postgres/backup/backup-connection.ts';
import type { BackupManifest, TableInBackup } from '#adapters/postgres/backup/backup-manifest.ts';
import {
  copyTarget,
  listForeignKeys,
  listTables,
} from '#adapters/postgres/backup/table-catalog.ts';
import {
  migrate,
  missingMigrations,
  readMigrations,
} from '#adapters/postgres/connection/migrate.ts';
import { NO_FUNCTIONS, readFunctions } from '#adapters/postgres/connection/repeatable-functions.ts';
import { monthOfTable } from '#adapters/postgres/rows/line-month.ts';

/** Tables with a part for each month, and the functions that make one; the last one is called. */
const MONTHLY = [
  { prefix: 'bot_log_lines', functions: ['add_bot_line_month'] },
  { prefix: 'events', functions: ['event_slot_table', 'add_event_month'] },
] as const;

/**
 * The rows of `folder`, which was verified. `ownerUrl`: who may make tables. The rejection is a
 * sentence: the database is in use. Throws Failure: `conflict` where the backup is of a newer
 * release.
 */
export async function restoreBackup(
  ownerUrl: string,
  folder: string,
  manifest: BackupManifest,
): Promise<Result<null, string>> {
  const known = readMigrations();
  missingMigrations(manifest.migrations, known);
  if (await withBackupConnection(ownerUrl, isInUse))
    return rejected('The database holds an installation already; a backup goes into an empty one.');
  const applied = new Set(manifest.migrations.map(({ name }) => name));
  // The functions are those of this release, and its first start applies them.
  await migrate(ownerUrl, {
    migrations: known.filter(({ name }) => applied.has(name)),
    repeatable: NO_FUNCTIONS,
  });
  await withBackupConnection(ownerUrl, (client) => copyAll(client, folder, manifest));
  return accepted(null);
}

/** A database that an interrupted restore left has tables and no installation. */
async function isInUse(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ readonly exists: boolean }>(
    `SELECT to_regclass('public.installation') IS NOT NULL AS exists`,
  );
  if (rows[0]?.exists !== true) return false;
  return ((await client.query('SELECT FROM installation')).rowCount ?? 0) > 0;
}

/** Foreign keys are made again behind the rows, which checks all of them. */
async function copyAll(client: Client, folder: string, manifest: BackupManifest): Promise<void> {
  const name = (text: string): string => client.escapeIdentifier(text);
  await client.query('BEGIN');
  await addMonths(client, manifest);
  const foreignKeys = await listForeignKeys(client);
  for (const { table, name: key } of foreignKeys)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name(key)}`);
  const tables = (await listTables(client)).map(({ table }) => name(table));
  for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  // Some migrations write rows, which the backup has as they became.
  await client.query(`TRUNCATE ${tables.join(', ')}`);
  for (const table of manifest.tables) await copyTable(client, folder, table);
  for (const { sequence, value } of manifest.sequences)
    await client.query('SELECT setval($1::text::regclass, $2::bigint)', [name(sequence), value]);
  for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  for (const { table, name: key, definition } of foreignKeys)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name(key)} ${definition}`);
  await client.query('COMMIT');
  await client.query('ANALYZE');
}

/** Parts of the log lines and of the events, which the service makes as months come. */
async function addMonths(client: Client, { tables }: BackupManifest): Promise<void> {
  for (const { prefix, functions } of MONTHLY) {
    const months = tables.flatMap(({ table }) => monthOfTable(prefix, table) ?? []);
    if (months.length === 0) continue;
    for (const wanted of functions) {
      const added = readFunctions().functions.find(({ name }) => name === wanted);
      await client.query(present(added, 'the function has its file').sql);
    }
    for (const month of months) await client.query(`SELECT ${functions.at(-1)}($1)`, [month]);
  }
}

async function copyTable(client: Client, folder: string, table: TableInBackup): Promise<void> {
  const rows = client.query(copyFrom(`COPY ${copyTarget(client, table)} FROM STDIN`));
  const file = createReadStream(join(folder, table.file));
  await pipeline(file, createZstdDecompress(), rows);
  if (rows.rowCount === table.rowsCount) return;
  throw new Failure(
    'corrupt_reply',
    `The table "${table.table}" has ${rows.rowCount} rows, and the backup ${table.rowsCount}.`,
  );
}
