// Doctor's checks of the database: that it is there, new enough, migrated, and agrees about the
// time, and that the money in it adds up.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { isMigrated, readSchema } from '#adapters/postgres/connection/migrate.ts';
import { ROLE_RIGHTS, SERVICE_ROLE } from '#adapters/postgres/service-role.ts';
import { runsAsRoot } from '#adapters/embedded-postgres/find-server.ts';
import type { Check } from '#cli/host.ts';
import { LIMITS } from '#lib/limits.ts';
import { DAY_MS } from '#lib/time.ts';
import { fail, failed, ok, warn } from '#main/checks/check.ts';
import { checkAccountHolders } from '#main/doctor/check-account-holders.ts';
import { checkDeletions } from '#main/doctor/check-deletions.ts';
import { checkRecords } from '#main/doctor/check-records.ts';
import type { Config } from '#main/settings/config.ts';
import {
  databaseVersion,
  reachDatabase,
  ROOT_ADVICE,
  ROOT_DETAIL,
} from '#main/opening/connect-database.ts';
import { auditSimulatedLedgers } from '#main/opening/open-exchanges.ts';
import { prepareDataDirectory } from '#main/settings/data-directory.ts';

const CLOCK_DIFFERENCE_MS_MAX = 1_000;
const FAULTS_SHOWN_MAX = 5;
const NO_ROLE = { role: 'it', is_superuser: false, changes_schema: true };
const NOW: Statement<{ readonly nowMs: number }> = {
  text: `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "nowMs"`,
};

/** Checks of the database; the first one that fails to reach it is the last. */
export async function* diagnoseDatabase(config: Config): AsyncGenerator<Check> {
  const isBuiltIn = config.databaseUrl === null;
  if (isBuiltIn && !existsSync(join(config.dataDir, 'cluster'))) {
    yield ok('database', 'does not exist yet; the first start makes it');
    return;
  }
  let connection;
  try {
    prepareDataDirectory(config.dataDir);
    connection = await reachDatabase(config, { patienceMs: 0, report: () => undefined });
  } catch (error) {
    yield failed('database', error);
    return;
  }
  try {
    const { database } = connection;
    yield await checkServer(database, isBuiltIn);
    yield await checkRole(database, isBuiltIn);
    if (isBuiltIn && runsAsRoot(config.dataDir))
      yield warn('database user', ROOT_DETAIL, ROOT_ADVICE);
    yield await checkClock(database);
    const migrations = await checkMigrations(database);
    yield migrations;
    if (migrations.result !== 'ok') return;
    yield await checkLedgers(database);
    yield await checkBots(database);
    yield await checkRecords(database);
    yield await checkCorrections(database);
    yield await checkKeys(database);
    yield await checkAccountHolders(database);
    yield await checkDeletions(database, Date.now());
  } catch (error) {
    yield failed('database', error);
  } finally {
    await connection.close();
  }
}

const READ_ONLY: Statement<{ readonly is_standby: boolean; readonly is_read_only: boolean }> = {
  text: `
    SELECT pg_is_in_recovery() AS is_standby,
      current_setting('transaction_read_only') = 'on' AS is_read_only`,
};

/** Every check reads only, so that a standby would pass them all. */
async function checkServer(database: Database, isBuiltIn: boolean): Promise<Check> {
  const name = 'database';
  const { version } = await databaseVersion(database);
  const detail = `PostgreSQL ${version}, ${isBuiltIn ? 'built in' : 'from DATABASE_URL'}`;
  const [found] = await database.read(READ_ONLY, []);
  if (found?.is_standby === true) {
    const advice = 'Name the primary server in DATABASE_URL, or promote this one.';
    return fail(name, `${detail}, is a read-only standby`, advice);
  }
  if (found?.is_read_only === true) {
    const advice = 'Turn default_transaction_read_only off, or name another one in DATABASE_URL.';
    return fail(name, `${detail}, is read-only`, advice);
  }
  return ok(name, detail);
}

const FIND_ROLE: Statement<unknown> = { text: 'SELECT FROM pg_roles WHERE rolname = $1' };

/** Whether the service works under a role that can do no more than it must. */
async function checkRole(database: Database, isBuiltIn: boolean): Promise<Check> {
  const name = 'database role';
  if (isBuiltIn) {
    const isMade = (await database.read(FIND_ROLE, [SERVICE_ROLE])).length === 1;
    const detail = isMade ? `${SERVICE_ROLE} reads and writes rows only` : SERVICE_ROLE;
    return ok(name, isMade ? detail : `${detail} does not exist yet; the next start makes it`);
  }
  const [row] = await database.read(ROLE_RIGHTS, []);
  const { role, is_superuser: isSuperuser, changes_schema: changesSchema } = row ?? NO_ROLE;
  const advice = 'Give the service a role of its own: docs/operations.md, "Roles of the database".';
  if (isSuperuser) return warn(name, `${role} is a superuser`, advice);
  if (changesSchema) return warn(name, `${role} may change the schema`, advice);
  return ok(name, `${role} reads and writes rows only`);
}

async function checkMigrations(database: Database): Promise<Check> {
  const schema = readSchema();
  if (await isMigrated(database, schema)) {
    return ok('migrations', `all ${schema.migrations.length} applied`);
  }
  return warn('migrations', 'not all applied', 'The next start applies them: tidemill serve');
}

/** Money of simulated accounts is retained by double entry, so that a wrong balance cannot hide. */
async function checkLedgers(database: Database): Promise<Check> {
  const { accountsCount, faults } = await auditSimulatedLedgers(database);
  if (faults.length === 0) return ok('ledgers', `${accountsCount} simulated accounts add up`);
  const shown = faults.slice(0, FAULTS_SHOWN_MAX).join(' ');
  const advice = 'This is a defect of Tidemill: please report it, and keep the database.';
  return fail('ledgers', `${faults.length} faults: ${shown}`, advice);
}

// Of a bot that has not begun to run, the start counts.
const COUNT_LATE_BOTS: Statement<{ readonly bots_count: number; readonly late_count: number }> = {
  text: `
    SELECT count(*)::int AS bots_count, count(*) FILTER (
      WHERE greatest(r.done_until_ms, b.activated_at_ms)
        < extract(epoch FROM clock_timestamp()) * 1000 - $1
    )::int AS late_count
    FROM bots b LEFT JOIN bot_runs r ON r.bot_id = b.bot_id AND r.activation = b.activation
    WHERE b.is_activated AND NOT b.is_paused`,
};

const LATE_MS = 180_000;

/** Whether some process runs what is to be run. */
async function checkBots(database: Database): Promise<Check> {
  const [found] = await database.read(COUNT_LATE_BOTS, [LATE_MS]);
  const { bots_count: botsCount, late_count: lateCount } = found ?? {
    bots_count: 0,
    late_count: 0,
  };
  if (lateCount === 0) return ok('bots', `${botsCount} are to run, and none is late`);
  const detail = `${lateCount} of ${botsCount} have not been run for three minutes`;
  const advice = 'Start a process that runs bots (tidemill serve --bots), or read its log.';
  return warn('bots', detail, advice);
}

const COUNT_CORRECTIONS: Statement<{ readonly count: number; readonly old: number }> = {
  text: `
    SELECT count(*)::int AS count, count(*) FILTER (
      WHERE corrected_at < clock_timestamp() - make_interval(secs => $1::float8 / 1000)
    )::int AS old
    FROM candle_corrections`,
};

/** So many are read with each load of a bot within a second or so. */
const CORRECTIONS_MANY = 1_000_000;

/** Minutes that an exchange corrected, retained as the runs of bots have seen them. */
async function checkCorrections(database: Database): Promise<Check> {
  const name = 'corrected minutes';
  const values = [LIMITS.correctionKeepMs + DAY_MS];
  const [{ count, old } = { count: 0, old: 0 }] = await database.read(COUNT_CORRECTIONS, values);
  const days = Math.round(LIMITS.correctionKeepMs / DAY_MS);
  const detail = `${count} are retained, ${old} of them for bots longer than ${days} days`;
  if (count < CORRECTIONS_MANY) return ok(name, detail);
  const advice =
    'Bots that have run for long retain them: stop and start those, or delete stopped ones.';
  return warn(name, detail, advice);
}

const COUNT_KEYS: Statement<{
  readonly count: number;
  readonly refused: number;
  readonly withdrawing: number;
  readonly expired: number;
  readonly expiring: number;
}> = {
  text: `
    WITH keys AS (
      SELECT refusal, can_withdraw, expires_at_ms, extract(epoch FROM clock_timestamp()) * 1000 AS now_ms
      FROM account_credentials WHERE sealed IS NOT NULL
    )
    SELECT count(*)::int AS count,
      count(*) FILTER (WHERE refusal IS NOT NULL)::int AS refused,
      count(*) FILTER (WHERE can_withdraw)::int AS withdrawing,
      count(*) FILTER (WHERE expires_at_ms <= now_ms)::int AS expired,
      count(*) FILTER (WHERE expires_at_ms > now_ms AND expires_at_ms < now_ms + $1)::int
        AS expiring
    FROM keys`,
};

/** Keys of accounts at real exchanges. */
async function checkKeys(database: Database): Promise<Check> {
  const name = 'exchange keys';
  const [found] = await database.read(COUNT_KEYS, [LIMITS.credentialExpiryWarnMs]);
  const { count = 0, refused = 0, withdrawing = 0, expired = 0, expiring = 0 } = found ?? {};
  const parts = [
    [refused, 'refused by the exchange'],
    [withdrawing, 'may withdraw'],
    [expired, 'expired'],
    [expiring, 'expire within fourteen days'],
  ] as const;
  const wrong = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  if (wrong.length === 0) return ok(name, `${count} accounts are connected`);
  const advice = 'See which (tidemill accounts list), and rotate them: docs/exchanges.md';
  return warn(name, `of ${count}: ${wrong.join(', ')}`, advice);
}

/** The service and its database must agree about the time, to a second or two. */
async function checkClock(database: Database): Promise<Check> {
  const sentMs = Date.now();
  const [row] = await database.read(NOW, []);
  const readMs = Date.now();
  const databaseMs = row?.nowMs ?? 0;
  const differenceMs = Math.max(sentMs - databaseMs, databaseMs - readMs, 0);
  if (differenceMs <= CLOCK_DIFFERENCE_MS_MAX) {
    return ok('clock', `agrees with the database: ${new Date(readMs).toISOString()}`);
  }
  const seconds = (differenceMs / 1_000).toFixed(1);
  const advice =
    'The database decides, so nothing is lost by it; set both clocks by a time server (NTP).';
  return fail('clock', `${seconds} s away from the clock of the database`, advice);
}
