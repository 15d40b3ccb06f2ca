// Gets this process a migrated database: the built-in one of the data directory, started if nobody
// has, or the server that DATABASE_URL names, waited for a while.

import { setTimeout as pause } from 'node:timers/promises';
import { attachCluster } from '#adapters/embedded-postgres/attach-cluster.ts';
import type { Database, Statement } from '#adapters/postgres/database.ts';
import { openDatabase } from '#adapters/postgres/database.ts';
import { migrate } from '#adapters/postgres/migrate.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Config } from '#main/config.ts';
import { Failure } from '#ports/failure.ts';

export type Connection = {
  readonly database: Database;
  /** The names of the migrations that were applied now. */
  readonly applied: readonly string[];
  /** Whether the embedded cluster is held now; null without one. */
  readonly isClusterAttached: (() => boolean) | null;
  readonly close: () => Promise<void>;
};

export type ConnectOptions = {
  /** How long to wait for a server that is not up yet. */
  readonly patienceMs: number;
  /** Hears about what is waited for and what was lost. */
  readonly report: (message: string) => void;
};

/** PostgreSQL releases older than this lack what our SQL uses. */
const SERVER_VERSION_MIN = 150_000;
const RETRY_MS = 500;
const SERVER_VERSION: Statement<{ readonly version: string; readonly number: number }> = {
  text: `SELECT current_setting('server_version') AS version,
    current_setting('server_version_num')::int AS number`,
};

/** A database that answers and is new enough, as it is. The data directory must be prepared. */
export async function reachDatabase(config: Config, options: ConnectOptions): Promise<Connection> {
  const { report } = options;
  const cluster =
    config.databaseUrl === null ? await attachCluster(config.dataDir, { report }) : null;
  const database = openDatabase({ url: cluster?.url ?? config.databaseUrl ?? '', report });
  const close = async (): Promise<void> => {
    await database.close();
    await cluster?.detach();
  };
  try {
    await waitForServer(database, options);
    await checkServerVersion(database);
    const isClusterAttached = cluster === null ? null : () => cluster.isAttached();
    return { database, applied: [], isClusterAttached, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** As `reachDatabase`, and brought to the schema of this release. Throws Failure, CommandFailed. */
export async function connectDatabase(
  config: Config,
  options: ConnectOptions,
): Promise<Connection> {
  const connection = await reachDatabase(config, options);
  try {
    const applied = await migrate(connection.database.url);
    return { ...connection, applied };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** What the server says of itself. Throws Failure. */
export async function databaseVersion(
  database: Database,
): Promise<{ readonly version: string; readonly isSupported: boolean }> {
  const [row] = await database.read(SERVER_VERSION, []);
  if (row === undefined) throw new Failure('corrupt_reply', 'The database gave no version.');
  return { version: row.version, isSupported: row.number >= SERVER_VERSION_MIN };
}

async function checkServerVersion(database: Database): Promise<void> {
  const { version, isSupported } = await databaseVersion(database);
  if (isSupported) return;
  throw new CommandFailed(
    `The database server is PostgreSQL ${version}; Tidemill needs 15 or later.`,
    'Upgrade the server, or name another one in DATABASE_URL.',
  );
}

async function waitForServer(database: Database, options: ConnectOptions): Promise<void> {
  const deadlineMs = performance.now() + options.patienceMs;
  let hasReported = false;
  for (;;) {
    try {
      await databaseVersion(database);
      return;
    } catch (error) {
      if (!mayComeUp(error) || performance.now() >= deadlineMs) throw error;
      if (!hasReported) options.report(`Waiting for the database: ${(error as Error).message}`);
      hasReported = true;
      await pause(RETRY_MS);
    }
  }
}

const COMING_UP_CODES: readonly unknown[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENOENT',
  '57P03',
  '53300',
];

/** Whether waiting can help: a wrong name or password stays wrong. */
function mayComeUp(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && COMING_UP_CODES.includes(cause.code);
}
