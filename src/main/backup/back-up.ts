// Backs an installation up while it runs: its database into a folder, its keys into a file apart.

import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { BackupManifest } from '#adapters/postgres/backup/backup-manifest.ts';
import { writeBackup } from '#adapters/postgres/backup/write-backup.ts';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { systemSecrets } from '#adapters/system/system-secrets.ts';
import { CommandFailed, WrongUse } from '#cli/command-error.ts';
import type { BackupFiles, BackupSummary } from '#cli/host.ts';
import type { InstallationKeys } from '#main/backup/key-file.ts';
import { writeInstallationKeys } from '#main/backup/key-file.ts';
import { reachDatabase } from '#main/opening/connect-database.ts';
import type { Config, Environment } from '#main/settings/config.ts';
import { readMasterKey } from '#main/settings/master-key.ts';
import { readVenueKeys } from '#main/settings/venue-key.ts';

const PATIENCE_MS = 3_000;

const IS_INSTALLED: Statement<{ readonly exists: boolean }> = {
  text: `SELECT to_regclass('public.installation') IS NOT NULL AS exists`,
};
const FINGERPRINT: Statement<{ readonly fingerprint: string }> = {
  text: 'SELECT master_key_fingerprint AS fingerprint FROM installation',
};

/** Throws Failure, CommandFailed and WrongUse; then there is no backup. */
export async function backUp(
  config: Config,
  environment: Environment,
  release: string,
  files: BackupFiles,
): Promise<BackupSummary> {
  const folder = resolve(files.folder);
  const keysFile = files.keysFile === null ? null : resolve(files.keysFile);
  refusePlaces(folder, keysFile);
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'cluster')))
    throw noInstallation(config);
  const report = (message: string): void => void process.stderr.write(`${message}\n`);
  const reached = await reachDatabase(config, { patienceMs: PATIENCE_MS, report });
  try {
    const fingerprint = await fingerprintOf(reached.database);
    if (fingerprint === null) throw noInstallation(config);
    // Before the rows, so that a missing key is known at once.
    const keys = keysFile === null ? null : keysOf(config, environment, fingerprint);
    const manifest = await writeBackup(reached.database.url, folder, release);
    if (keys !== null && keysFile !== null) writeInstallationKeys(keysFile, keys);
    return summaryOf(folder, keysFile, manifest);
  } finally {
    await reached.close();
  }
}

export function summaryOf(
  folder: string,
  keysFile: string | null,
  { takenAt, release, tables, migrations }: BackupManifest,
): BackupSummary {
  const sum = (values: readonly number[]): number =>
    values.reduce((left, right) => left + right, 0);
  return {
    folder,
    keysFile,
    takenAt,
    release,
    migration: migrations.at(-1)?.name ?? '',
    tablesCount: tables.length,
    rowsCount: sum(tables.map(({ rowsCount }) => rowsCount)),
    bytes: sum(tables.map(({ bytes }) => bytes)),
  };
}

function refusePlaces(folder: string, keysFile: string | null): void {
  if (existsSync(folder))
    throw new CommandFailed(`The folder "${folder}" is there already.`, 'Name a new one.');
  if (!existsSync(dirname(folder)))
    throw new CommandFailed(
      `There is no folder "${dirname(folder)}".`,
      'Make it, or name another.',
    );
  if (keysFile === null) return;
  const path = relative(folder, keysFile);
  if (!path.startsWith('..'))
    throw new WrongUse('--keys: expected a file outside of the folder of the backup.');
  if (existsSync(keysFile))
    throw new CommandFailed(
      `The file "${keysFile}" is there already.`,
      'Name another: --keys FILE',
    );
}

function keysOf(config: Config, environment: Environment, fingerprint: string): InstallationKeys {
  const masterKey = readMasterKey(config);
  if (masterKey === null || systemSecrets(masterKey).fingerprint !== fingerprint)
    throw new CommandFailed(
      'The master key of this installation is not here.',
      'Run this where the service runs, or with its TIDEMILL_MASTER_KEY; or leave --keys out.',
    );
  return { masterKey, venueKeys: readVenueKeys(environment, config.dataDir) ?? [] };
}

function noInstallation({ dataDir, databaseUrl }: Config): CommandFailed {
  const place = databaseUrl === null ? `the data directory "${dataDir}"` : 'the database';
  return new CommandFailed(
    `There is no installation in ${place}.`,
    'Name it by --data-dir DIR or DATABASE_URL.',
  );
}

async function fingerprintOf(database: Database): Promise<string | null> {
  const [found] = await database.read(IS_INSTALLED, []);
  if (found?.exists !== true) return null;
  return (await database.read(FINGERPRINT, []))[0]?.fingerprint ?? null;
}
