// Makes an installation of a backup: its keys into a data directory, its rows into an empty
// database.

import { resolve } from 'node:path';
import type { BackupManifest } from '#adapters/postgres/backup/backup-manifest.ts';
import { restoreBackup } from '#adapters/postgres/backup/restore-backup.ts';
import { verifyBackup } from '#adapters/postgres/backup/verify-backup.ts';
import { sessionUrlOf } from '#adapters/postgres/connection/database.ts';
import { systemSecrets } from '#adapters/system/system-secrets.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { BackupFiles, BackupSummary } from '#cli/host.ts';
import { COMMAND_PATIENCE } from '#main/backup/with-installation.ts';
import { summaryOf } from '#main/backup/back-up.ts';
import type { InstallationKeys } from '#main/backup/key-file.ts';
import { readInstallationKeys } from '#main/backup/key-file.ts';
import { reachDatabase } from '#main/opening/connect-database.ts';
import type { Config, Environment } from '#main/settings/config.ts';
import { prepareDataDirectory } from '#main/settings/data-directory.ts';
import { readMasterKey, writeMasterKey } from '#main/settings/master-key.ts';
import { readVenueKeys, writeVenueKeys } from '#main/settings/venue-key.ts';

/** Throws CommandFailed where the files are not as they were written. */
export async function checkBackup(files: BackupFiles): Promise<BackupSummary> {
  const folder = resolve(files.folder);
  return summaryOf(folder, files.keysFile, await verifiedManifest(folder));
}

async function verifiedManifest(folder: string): Promise<BackupManifest> {
  const verified = await verifyBackup(folder);
  if (verified.ok) return verified.value;
  throw new CommandFailed(verified.rejection, 'Use another backup.');
}

/** Throws Failure and CommandFailed; begun anew, it goes on where nothing was harmed. */
export async function restore(
  config: Config,
  environment: Environment,
  files: BackupFiles,
): Promise<BackupSummary> {
  const folder = resolve(files.folder);
  const manifest = await verifiedManifest(folder);
  const keys = keysFor(config, files.keysFile, manifest.masterKeyFingerprint);
  prepareDataDirectory(config.dataDir);
  const reached = await reachDatabase(config, COMMAND_PATIENCE);
  try {
    // Before the rows: a database without its keys could not be opened, and not be restored again.
    if (keys !== null) storeKeys(config, environment, keys);
    const ownerUrl = reached.ownerUrl ?? sessionUrlOf(reached.database);
    const restored = await restoreBackup(ownerUrl, folder, manifest);
    if (!restored.ok)
      throw new CommandFailed(
        restored.rejection,
        'Name an empty data directory (--data-dir DIR) or an empty database (DATABASE_URL).',
      );
    return summaryOf(folder, files.keysFile, manifest);
  } finally {
    await reached.close();
  }
}

/** Null: those that are in use here already. */
function keysFor(
  config: Config,
  keysFile: string | null,
  fingerprint: string,
): InstallationKeys | null {
  const keys = keysFile === null ? null : readInstallationKeys(resolve(keysFile));
  const here = readMasterKey(config);
  const masterKey = here ?? keys?.masterKey ?? null;
  if (masterKey === null)
    throw new CommandFailed(
      'Without the master key of its installation a backup cannot be opened.',
      'Name the file of its keys (--keys FILE), or set TIDEMILL_MASTER_KEY.',
    );
  const found = systemSecrets(masterKey).fingerprint;
  if (found === fingerprint) return keys;
  throw new CommandFailed(
    `The backup belongs to the master key ${fingerprint}, and the one here is ${found}.`,
    'Name the keys of its installation (--keys FILE), and another data directory (--data-dir DIR).',
  );
}

function storeKeys(
  config: Config,
  environment: Environment,
  { masterKey, venueKeys }: InstallationKeys,
): void {
  if (readMasterKey(config) === null) writeMasterKey(config, masterKey);
  const isStored = readVenueKeys(environment, config.dataDir) !== null;
  if (venueKeys.length > 0 && !isStored) writeVenueKeys(config.dataDir, venueKeys);
}
