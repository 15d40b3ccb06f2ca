// Backs an installation up while it runs: its database into a folder, its keys into a file apart.

import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { BackupManifest } from '#adapters/postgres/backup/backup-manifest.ts';
import { writeBackup } from '#adapters/postgres/backup/write-backup.ts';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { sessionUrlOf } from '#adapters/postgres/connection/database.ts';
import { systemSecrets } from '#adapters/system/system-secrets.ts';
import { CommandFailed, WrongUse } from '#cli/command-error.ts';
import type { BackupFiles, BackupSummary } from '#cli/host.ts';
import type { InstallationKeys } from '#main/backup/key-file.ts';
import { writeInstallationKeys } from '#main/backup/key-file.ts';
import { noInstallation, withInstallation } from '#main/backup/with-installation.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { Config, Environment } from '#main/settings/config.ts';
import { readMasterKey } from '#main/settings/master-key.ts';
import { readVenueKeys } from '#main/settings/venue-key.ts';

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
  return withInstallation(config, async (database) => {
    const [installation] = await database.read(FINGERPRINT, []);
    if (installation === undefined) throw noInstallation(config);
    // Before the rows, so that a missing key is known at once.
    const keys = keysFile === null ? null : keysOf(config, environment, installation.fingerprint);
    const manifest = await writeBackup(sessionUrlOf(database), folder, release);
    if (keys !== null && keysFile !== null) writeInstallationKeys(keysFile, keys);
    await noteBackup(database, manifest);
    return summaryOf(folder, keysFile, manifest);
  });
}

const NOTE: Statement<never> = {
  text: 'UPDATE installation SET backed_up_at = $1::timestamptz',
};

/** For the alert of old ones. A standby takes no note, and neither does a schema from before it. */
async function noteBackup(database: Database, { takenAt }: BackupManifest): Promise<void> {
  try {
    await database.write(NOTE, [takenAt]);
  } catch (error) {
    if (!(error instanceof Failure) && !(error instanceof OutcomeUnknown)) throw error;
  }
}

/** Summary of a manifest; rows and bytes are sums over all tables. */
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
