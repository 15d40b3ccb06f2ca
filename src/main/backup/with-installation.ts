// The database of an installation as it is, for commands that neither migrate it nor make one.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { CommandFailed } from '#cli/command-error.ts';
import { reachDatabase } from '#main/opening/connect-database.ts';
import type { Config } from '#main/settings/config.ts';

const PATIENCE_MS = 3_000;
export const COMMAND_PATIENCE = {
  patienceMs: PATIENCE_MS,
  report: (message: string): void => void process.stderr.write(`${message}\n`),
};

const IS_INSTALLED: Statement<{ readonly exists: boolean }> = {
  text: `SELECT to_regclass('public.installation') IS NOT NULL AS exists`,
};

/** Throws Failure, CommandFailed where there is none, and what `work` throws. */
export async function withInstallation<Output>(
  config: Config,
  work: (database: Database) => Promise<Output>,
): Promise<Output> {
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'cluster')))
    throw noInstallation(config);
  const reached = await reachDatabase(config, COMMAND_PATIENCE);
  try {
    const [found] = await reached.database.read(IS_INSTALLED, []);
    if (found?.exists !== true) throw noInstallation(config);
    return await work(reached.database);
  } finally {
    await reached.close();
  }
}

/** Failure of a command that found no installation, with advice on how to name one. */
export function noInstallation({ dataDir, databaseUrl }: Config): CommandFailed {
  const place = databaseUrl === null ? `the data directory "${dataDir}"` : 'the database';
  return new CommandFailed(
    `There is no installation in ${place}.`,
    'Name it by --data-dir DIR or DATABASE_URL.',
  );
}
