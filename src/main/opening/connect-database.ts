// Gets this process a migrated database: the built-in one of the data directory, started if nobody
// has, or the server that DATABASE_URL names, waited for a while.

import { attachCluster } from '#adapters/embedded-postgres/attach-cluster.ts';
import { runsAsRoot } from '#adapters/embedded-postgres/find-server.ts';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { openDatabase, sessionUrlOf } from '#adapters/postgres/connection/database.ts';
import { isMigrated, migrate, readSchema } from '#adapters/postgres/connection/migrate.ts';
import { migrateFor, ROLE_RIGHTS, SERVICE_ROLE } from '#adapters/postgres/service-role.ts';
import { sharesSessions } from '#adapters/postgres/connection/shared-sessions.ts';
import { CommandFailed } from '#cli/command-error.ts';
import { present } from '#lib/assert.ts';
import type { Config } from '#main/settings/config.ts';
import type { Patience } from '#main/process/while-coming-up.ts';
import { whileComingUp } from '#main/process/while-coming-up.ts';
import { Failure } from '#venue-port/world/failure.ts';

export type Connection = {
  readonly database: Database;
  /** The names of the migrations that were applied now. */
  readonly applied: readonly string[];
  /** Whether the embedded cluster is held now; null without one. */
  readonly isClusterAttached: (() => boolean) | null;
  readonly close: () => Promise<void>;
};

/** As reached, and how the service shall work on it. */
type ServiceConnection = Connection & {
  readonly serviceUrl: string;
  /** Who owns the database and migrates it; null: who works on it does. */
  readonly ownerUrl: string | null;
  /** All that `close` does but close the database. */
  readonly detach: () => Promise<void>;
};

export type ConnectOptions = Patience;

/** PostgreSQL releases older than this lack what our SQL uses. */
const SERVER_VERSION_MIN = 150_000;

export const ROOT_DETAIL =
  "the built-in PostgreSQL was started by root and has root's rights outside its namespace";
export const ROOT_ADVICE =
  'Run Tidemill as a user of its own, or keep the data directory where other users may enter.';

const SERVER_VERSION: Statement<{ readonly version: string; readonly number: number }> = {
  text: `SELECT current_setting('server_version') AS version,
    current_setting('server_version_num')::int AS number`,
};

/**
 * A database that responds and is new enough, as it is; the built-in one through its owner. The
 * data directory must be prepared.
 */
export async function reachDatabase(
  config: Config,
  options: ConnectOptions,
): Promise<ServiceConnection> {
  const { report } = options;
  const cluster =
    config.databaseUrl === null ? await attachCluster(config.dataDir, { report }) : null;
  const database = openDatabase(
    cluster === null
      ? { url: config.databaseUrl ?? '', listenUrl: config.listenUrl, report }
      : { url: cluster.url, report },
  );
  const ownerUrl = cluster?.url ?? config.databaseOwnerUrl;
  const detach = async (): Promise<void> => cluster?.detach();
  const close = async (): Promise<void> => {
    await database.close();
    await detach();
  };
  try {
    await whileComingUp(options, () => checkServerVersion(database));
    if (cluster === null)
      await whileComingUp(options, () => refuseSharedSessions(sessionUrlOf(database), ownerUrl));
    if (cluster !== null && runsAsRoot(config.dataDir)) report(`${ROOT_DETAIL}. ${ROOT_ADVICE}`);
    const isClusterAttached = cluster === null ? null : () => cluster.isAttached();
    const serviceUrl = cluster?.urlFor(SERVICE_ROLE) ?? database.url;
    return { database, serviceUrl, ownerUrl, applied: [], isClusterAttached, close, detach };
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
  const reached = await reachDatabase(config, options);
  const { ownerUrl, serviceUrl } = reached;
  try {
    if (ownerUrl === null) {
      const applied = await whileComingUp(options, () => migrateAlone(reached.database));
      return { ...reached, applied };
    }
    const isOurs = config.databaseUrl === null;
    const name = isOurs ? SERVICE_ROLE : await roleOf(reached.database);
    const applied = await whileComingUp(options, () => migrateFor(ownerUrl, { name, isOurs }));
    if (!isOurs) return { ...reached, applied };
    await reached.database.close();
    const database = openDatabase({ url: serviceUrl, report: options.report });
    const close = async (): Promise<void> => {
      await database.close();
      await reached.detach();
    };
    return { ...reached, database, applied, close };
  } catch (error) {
    await reached.close();
    throw error;
  }
}

/** Without an owner of its own the database is left alone where it needs nothing. */
async function migrateAlone(database: Database): Promise<readonly string[]> {
  if (await isMigrated(database, readSchema())) return [];
  const [rights] = await database.read(ROLE_RIGHTS, []);
  if (rights?.changes_schema === true || rights?.is_superuser === true)
    return migrate(sessionUrlOf(database));
  throw new CommandFailed(
    `The database has not the schema of this release, and the role "${rights?.role}" may not change it.`,
    'Start once with its owner in TIDEMILL_DATABASE_OWNER_URL: docs/operations.md.',
  );
}

async function roleOf(database: Database): Promise<string> {
  const [row] = await database.read(ROLE_RIGHTS, []);
  return present(row, 'a session has a role').role;
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

async function refuseSharedSessions(...urls: readonly (string | null)[]): Promise<void> {
  for (const url of new Set(urls)) {
    if (url === null || !(await sharesSessions(url))) continue;
    throw new CommandFailed(
      'The database is behind a pooler that shares sessions, as PgBouncer in transaction mode.',
      'Set pool_mode = session there, or name the server itself in TIDEMILL_LISTEN_URL: ' +
        'PgBouncer in docs/operations.md.',
    );
  }
}
