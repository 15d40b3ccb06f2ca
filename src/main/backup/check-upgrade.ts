// Reports what a start of this release would do to an installation, without doing it.

import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { readMissing, readSchema } from '#adapters/postgres/connection/migrate.ts';
import type { UpgradePlan } from '#cli/host.ts';
import { withInstallation } from '#main/backup/with-installation.ts';
import { databaseVersion } from '#main/opening/connect-database.ts';
import type { Config } from '#main/settings/config.ts';

const SIZE: Statement<{ readonly bytes: number }> = {
  text: 'SELECT pg_database_size(current_database())::bigint AS bytes',
};

/**
 * Changes nothing. Throws Failure: `conflict` where the database was changed by a newer release,
 * and CommandFailed where there is no installation.
 */
export function checkUpgrade(config: Config, release: string): Promise<UpgradePlan> {
  return withInstallation(config, (database) => planOf(database, release));
}

async function planOf(database: Database, release: string): Promise<UpgradePlan> {
  const missing = await readMissing(database, readSchema());
  const [size] = await database.read(SIZE, []);
  const { version } = await databaseVersion(database);
  return {
    release,
    serverVersion: version,
    databaseBytes: size?.bytes ?? 0,
    ...missing,
  };
}
