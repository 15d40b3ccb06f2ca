// What a start of this release would do to an installation, without doing it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { missingMigrations, readMigrations } from '#adapters/postgres/connection/migrate.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { UpgradePlan } from '#cli/host.ts';
import { databaseVersion, reachDatabase } from '#main/opening/connect-database.ts';
import type { Config } from '#main/settings/config.ts';

const PATIENCE_MS = 3_000;

const HAS_HISTORY: Statement<{ readonly exists: boolean }> = {
  text: `SELECT to_regclass('public.schema_migration') IS NOT NULL AS exists`,
};
const APPLIED: Statement<{ readonly name: string; readonly checksum: string }> = {
  text: 'SELECT name, checksum FROM schema_migration ORDER BY name',
};
const SIZE: Statement<{ readonly bytes: number }> = {
  text: 'SELECT pg_database_size(current_database())::bigint AS bytes',
};

/**
 * Changes nothing. Throws Failure: `conflict` where the database was changed by a newer release,
 * and CommandFailed where there is no installation.
 */
export async function checkUpgrade(config: Config, release: string): Promise<UpgradePlan> {
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'cluster')))
    throw noInstallation();
  const report = (message: string): void => void process.stderr.write(`${message}\n`);
  const reached = await reachDatabase(config, { patienceMs: PATIENCE_MS, report });
  try {
    return await planOf(reached.database, release);
  } finally {
    await reached.close();
  }
}

async function planOf(database: Database, release: string): Promise<UpgradePlan> {
  const [history] = await database.read(HAS_HISTORY, []);
  if (history?.exists !== true) throw noInstallation();
  const applied = await database.read(APPLIED, []);
  const [size] = await database.read(SIZE, []);
  const { version } = await databaseVersion(database);
  return {
    release,
    serverVersion: version,
    databaseBytes: size?.bytes ?? 0,
    appliedCount: applied.length,
    migrations: missingMigrations(applied, readMigrations()).map(({ name }) => name),
  };
}

function noInstallation(): CommandFailed {
  return new CommandFailed(
    'There is no installation to upgrade.',
    'Name it by --data-dir DIR or DATABASE_URL.',
  );
}
