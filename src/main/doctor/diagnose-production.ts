// Doctor's checks of an installation that is to run for years with real money: what a trial may do
// without, and what nobody notices until it is missing.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { serversOf } from '#adapters/postgres/connection/server-addresses.ts';
import type { Check } from '#cli/host.ts';
import { fail, failed, ok, warn } from '#main/checks/check.ts';
import { reachDatabase } from '#main/opening/connect-database.ts';
import type { Config } from '#main/settings/config.ts';

type Settings = Pick<
  Config,
  'databaseUrl' | 'listenUrl' | 'baseUrl' | 'host' | 'trustedProxies' | 'allowsRoot' | 'logLevel'
>;

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|localhost|::1|\[::1\])$/;
const VERIFIED = ['verify-full', 'verify-ca'];

/** What the settings alone show. */
export function diagnoseSettings(config: Settings): readonly Check[] {
  return [
    checkDatabaseKind(config),
    ...checkEncryption(config),
    checkAddress(config),
    checkProxies(config),
    checkRights(config),
    checkLog(config),
  ];
}

function checkDatabaseKind({ databaseUrl }: Settings): Check {
  const name = 'kind of database';
  if (databaseUrl !== null) {
    const { length } = serversOf(databaseUrl);
    return ok(name, length === 1 ? 'one server of your own' : `${length} servers of your own`);
  }
  const advice =
    'Use a packaged or managed PostgreSQL with a standby: docs/operations.md, "Choice of database".';
  return warn(name, 'the built-in one, which has no standby and no updates of its own', advice);
}

/** For each server that is not on this machine. */
function checkEncryption({ databaseUrl, listenUrl }: Settings): readonly Check[] {
  const name = 'encryption of the database';
  const named = [databaseUrl, listenUrl].flatMap((url) => (url === null ? [] : serversOf(url)));
  const far = named.filter((url) => {
    const host = URL.parse(url)?.hostname ?? '';
    return host !== '' && !LOOPBACK.test(host);
  });
  const [first] = far;
  if (first === undefined) return [];
  const parameters = URL.parse(first)?.searchParams;
  const mode = parameters?.get('sslmode') ?? '';
  // As the driver takes it, unless libpq's meaning is requested.
  const isVerified =
    VERIFIED.includes(mode) || (mode === 'require' && !parameters?.has('uselibpqcompat'));
  if (isVerified) return [ok(name, `${mode}: the server's certificate is verified`)];
  const advice = 'Add sslmode=verify-full, with sslrootcert if the authority is your own.';
  const detail = mode === '' || mode === 'disable' ? 'is not encrypted' : 'is not verified';
  return [fail(name, `the connection to another machine ${detail}`, advice)];
}

function checkAddress({ baseUrl, host }: Settings): Check {
  const name = 'address of the service';
  if (baseUrl?.startsWith('https://') === true) return ok(name, baseUrl);
  const advice = 'Put a proxy with TLS in front, and set TIDEMILL_BASE_URL to its https address.';
  if (baseUrl === null && LOOPBACK.test(host))
    return warn(name, 'only this machine reaches it', advice);
  return fail(name, `${baseUrl ?? host} is not encrypted: keys can be read on the way`, advice);
}

function checkProxies({ baseUrl, trustedProxies }: Settings): Check {
  const name = 'trusted proxies';
  if (trustedProxies.length > 0) return ok(name, `${trustedProxies.length} ranges`);
  if (baseUrl === null) return ok(name, 'none, and no proxy is known');
  const advice = 'List it in TIDEMILL_TRUSTED_PROXIES, such as 127.0.0.1.';
  return warn(name, "none: all clients have the proxy's address, and share its limits", advice);
}

function checkRights({ allowsRoot }: Settings): Check {
  const name = 'rights of the service';
  if (!allowsRoot) return ok(name, 'not those of root');
  const advice = 'Run it as a user of its own: docs/operations.md, "Root".';
  return warn(name, 'TIDEMILL_ALLOW_ROOT is yes', advice);
}

function checkLog({ logLevel }: Settings): Check {
  const name = 'log';
  if (logLevel === 'info' || logLevel === 'warn') return ok(name, logLevel);
  const advice = 'Set TIDEMILL_LOG_LEVEL to info: what went wrong is looked up there.';
  return warn(name, `TIDEMILL_LOG_LEVEL is ${logLevel}`, advice);
}

type ServerState = {
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly synchronous_commit: string;
  readonly autovacuum: string;
  readonly data_checksums: string;
  readonly archive_mode: string;
  readonly connections_max: number;
  readonly replicas: number;
  readonly processes: number;
};

const STATE: Statement<ServerState> = {
  text: `
    SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
      current_setting('synchronous_commit') AS synchronous_commit,
      current_setting('autovacuum') AS autovacuum,
      current_setting('data_checksums') AS data_checksums,
      current_setting('archive_mode') AS archive_mode,
      current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int AS connections_max,
      (SELECT count(*) FROM pg_stat_replication)::int AS replicas,
      (SELECT count(*) FROM service_processes
        WHERE seen_at_ms > extract(epoch FROM clock_timestamp()) * 1000 - 60000)::int AS processes`,
};

/** Of a process at most, with its queue, leases and notifications. */
const CONNECTIONS_OF_PROCESS = 23;

const IS_MIGRATED: Statement<{ readonly is_migrated: boolean }> = {
  text: `SELECT to_regclass('public.service_processes') IS NOT NULL AS is_migrated`,
};

/** What the server itself shows, once it is migrated. Throws Failure. */
export async function diagnoseServer(database: Pick<Database, 'read'>): Promise<readonly Check[]> {
  const [found] = await database.read(IS_MIGRATED, []);
  if (found?.is_migrated !== true) return [];
  const [state] = await database.read(STATE, []);
  if (state === undefined) return [];
  return [checkDurability(state), checkUpkeep(state), checkCopies(state), checkRoom(state)];
}

function checkDurability(state: ServerState): Check {
  const name = 'durability';
  const off = (['fsync', 'full_page_writes', 'synchronous_commit'] as const).filter(
    (setting) => state[setting] === 'off',
  );
  if (off.length === 0) return ok(name, 'what was acknowledged survives a power failure');
  const advice = `Turn on in postgresql.conf: ${off.join(', ')}.`;
  return fail(name, `${off.join(' and ')} off: acknowledged orders may be lost`, advice);
}

function checkUpkeep({ autovacuum, data_checksums: checksums }: ServerState): Check {
  const name = 'upkeep of the database';
  if (autovacuum === 'off')
    return fail(name, 'autovacuum is off: tables grow for ever', 'Turn autovacuum on.');
  if (checksums === 'on') return ok(name, 'autovacuum and data checksums are on');
  const advice = 'With the server stopped: pg_checksums --enable.';
  return warn(name, 'data checksums are off: damage of the disk is not noticed', advice);
}

function checkCopies({ replicas, archive_mode: archiveMode }: ServerState): Check {
  const name = 'copies of the database';
  const isArchived = archiveMode !== 'off';
  const parts = [
    replicas === 0 ? 'no standby streams' : `${replicas} standbys stream`,
    isArchived ? 'its log is archived' : 'its log is not archived',
  ];
  if (replicas > 0 && isArchived) return ok(name, parts.join(', '));
  const advice =
    'Have a standby for failovers, and base backups with an archived log for mistakes; ' +
    'at the least `tidemill backup` each day, on another machine.';
  return warn(name, parts.join(', '), advice);
}

function checkRoom({ processes, connections_max: most }: ServerState): Check {
  const name = 'connections of the database';
  const wanted = Math.max(1, processes) * CONNECTIONS_OF_PROCESS;
  const detail = `${processes} processes want at most ${wanted} of ${most}`;
  if (wanted <= most) return ok(name, detail);
  return warn(name, detail, `Set max_connections to ${wanted + CONNECTIONS_OF_PROCESS} or more.`);
}

/** Checks for an installation with real money; nothing is changed. */
export async function* diagnoseProduction(config: Config): AsyncGenerator<Check> {
  yield* diagnoseSettings(config);
  // A start would make it; nothing is changed here.
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'cluster'))) return;
  try {
    const connection = await reachDatabase(config, { patienceMs: 0, report: () => undefined });
    try {
      yield* await diagnoseServer(connection.database);
    } finally {
      await connection.close();
    }
  } catch (error) {
    yield failed('state of the database', error);
  }
}
