// Writes everything that the database of an installation holds into a folder, as it is at one
// instant, while the service goes on: one transaction sees one state of all tables.

import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { present } from '#lib/assert.ts';
import { withBackupConnection } from '#adapters/postgres/backup/backup-connection.ts';
import type { BackupManifest, TableInBackup } from '#adapters/postgres/backup/backup-manifest.ts';
import { BACKUP_FORMAT, MANIFEST_FILE } from '#adapters/postgres/backup/backup-manifest.ts';
import type { CatalogTable } from '#adapters/postgres/backup/table-catalog.ts';
import { copyTarget, listSequences, listTables } from '#adapters/postgres/backup/table-catalog.ts';

/** One state for all statements; it writes nothing. */
const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

const READ_INSTALLATION = `
  SELECT installation_id AS "installationId", master_key_fingerprint AS "masterKeyFingerprint",
    to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "takenAt"
  FROM installation`;

type InstallationRow = Pick<BackupManifest, 'installationId' | 'masterKeyFingerprint' | 'takenAt'>;

/**
 * Writes `folder`, which must not exist, whole or not at all, and returns its manifest. The
 * database must have an installation. Throws Failure, and what the file system throws.
 */
export async function writeBackup(
  url: string,
  folder: string,
  release: string,
): Promise<BackupManifest> {
  const unfinished = `${folder}.unfinished-${process.pid}`;
  await mkdir(unfinished, { mode: 0o700 });
  try {
    const manifest = await withBackupConnection(url, (client) =>
      writeTables(client, unfinished, release),
    );
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeFile(join(unfinished, MANIFEST_FILE), text, { mode: 0o600, flush: true });
    await flushFolder(unfinished);
    await rename(unfinished, folder);
    await flushFolder(dirname(folder));
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function writeTables(
  client: Client,
  folder: string,
  release: string,
): Promise<BackupManifest> {
  await client.query(BEGIN);
  const [row] = (await client.query<InstallationRow>(READ_INSTALLATION)).rows;
  const installation = present(row, 'the installation has its row');
  type Applied = BackupManifest['migrations'][number];
  const applied = await client.query<Applied>(
    'SELECT name, checksum FROM schema_migration ORDER BY name',
  );
  const tables: TableInBackup[] = [];
  for (const table of await listTables(client))
    tables.push(await writeTable(client, folder, table));
  // Drawn after the rows were read, they are behind none of them.
  const sequences = await listSequences(client);
  await client.query('COMMIT');
  return {
    format: BACKUP_FORMAT,
    release,
    ...installation,
    migrations: applied.rows,
    tables,
    sequences: [...sequences],
  };
}

async function writeTable(
  client: Client,
  folder: string,
  { table, columns }: CatalogTable,
): Promise<TableInBackup> {
  const file = `${table}.copy.zst`;
  const rows = client.query(copyTo(`COPY ${copyTarget(client, { table, columns })} TO STDOUT`));
  const hash = createHash('sha256');
  let bytes = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const written = createWriteStream(join(folder, file), { mode: 0o600, flush: true });
  await pipeline(rows, createZstdCompress(), measured, written);
  const sha256 = hash.digest('hex');
  return { table, columns: [...columns], file, rowsCount: rows.rowCount, bytes, sha256 };
}

/** So that its names survive a loss of power. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
