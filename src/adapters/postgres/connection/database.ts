// The connection pool: prepared statements by name, errors translated, and a way to run several
// statements as one transaction. After the database went away it works again as soon as the
// database does.

import type { CustomTypesConfig, PoolClient } from 'pg';
import { types } from 'pg';
import type { ConnectionPool, PoolUsage } from '#adapters/postgres/connection/connection-pool.ts';
import { openConnectionPool } from '#adapters/postgres/connection/connection-pool.ts';
import type { LowPriorityLane } from '#adapters/postgres/connection/low-priority-work.ts';
import { lowPriorityLane } from '#adapters/postgres/connection/low-priority-work.ts';
import { storableValues } from '#adapters/postgres/connection/storable-values.ts';
import { codeOf, meaningOf } from '#adapters/postgres/connection/server-errors.ts';
import { assert } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Attempt } from '#adapters/postgres/connection/translate-database-error.ts';
import { forgetPlans, isStalePlan } from '#adapters/postgres/connection/stale-plan.ts';
import {
  isConnectionCut,
  isConnectionLost,
  translateDatabaseError,
} from '#adapters/postgres/connection/translate-database-error.ts';
import { Failure } from '#venue-port/world/failure.ts';

declare const row: unique symbol;

/**
 * SQL and the shape of its rows. With a name it is prepared once per connection: for what runs
 * often.
 */
export type Statement<Row> = {
  readonly name?: string;
  readonly text: string;
  /** Made for callers of all kinds at once, few at a time: it does not wait in the lane. */
  readonly isShared?: boolean;
  /** Of a read: it fails when it has no response by then, a connection to wait for included. */
  readonly responseMsMax?: number;
  /** Whoever reads its rows leaves out one in which a whole number is not below 2^53: NaN. */
  readonly isReadByRow?: boolean;
  readonly [row]?: Row;
};

export type Session = {
  /** Runs a statement that changes nothing. Throws Failure. */
  read<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<readonly Row[]>;
  /**
   * Runs a statement that changes something. Throws Failure, or OutcomeUnknown when its response
   * was lost.
   */
  write<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<readonly Row[]>;
  /**
   * The `traceparent` of what the statement is sent for; null: nothing is traced. Absent: nothing
   * ever is.
   */
  carried?(this: void): string | null;
};

export type Database = Session & {
  /**
   * Commits what `work` did, or nothing when it or a statement of it fails. Throws as
   * `Session.write` does. Runs `work` again from its beginning after a deadlock, when a table was
   * altered under it, and when its connection was lost: it changes nothing outside of the
   * transaction, and waits for nothing else.
   */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Waits for what is running. */
  close(): Promise<void>;
  readonly url: string;
  /** See `DatabaseOptions`. */
  readonly listenUrl: string | null;
  /** What the pool is doing now. */
  usage(): PoolUsage;
  /**
   * When the server last refused something for want of room, by `performance.now()`; -Infinity:
   * never.
   */
  lastShortageMs(): number;
  /** Remarks for the log; absent: nobody hears them. */
  readonly report?: (message: string) => void;
};

export type DatabaseOptions = {
  readonly url: string;
  /**
   * Of the server itself, where `url` is a pooler that hands a session on after each transaction:
   * for what belongs to a session. Null or absent: `url` has sessions of its own.
   */
  readonly listenUrl?: string | null;
  readonly connectionsMax?: number;
  readonly statementTimeoutMs?: number;
  /** How long a connection may be waited for: until one is free, or until a new one is open. */
  readonly connectTimeoutMs?: number;
  /** How long a response may take beyond the server's own limit. */
  readonly responseGraceMs?: number;
  /** How long a transaction may stand still between two statements. */
  readonly idleInTransactionMs?: number;
  /** As the server lists its connections. */
  readonly applicationName?: string;
  /** Hears about idle connections that were lost. */
  readonly report?: (message: string) => void;
};

/** What another pool to the same database is opened with. */
export function poolAddressOf({
  url,
  listenUrl,
}: Database): Pick<DatabaseOptions, 'url' | 'listenUrl'> {
  return { url, listenUrl };
}

/** Where a connection has a session of its own. */
export function sessionUrlOf({ url, listenUrl }: Pick<Database, 'url' | 'listenUrl'>): string {
  return listenUrl ?? url;
}

/** The server's own limit comes first; this one is for a server that no longer responds at all. */
const RESPONSE_GRACE_MS = 5_000;

/** So many connections low-priority work leaves to others. */
const CONNECTIONS_LEFT = 4;
/** Reads of one user at once: more would only share the same processors. */
const READS_PER_USER_MAX = 4;

/**
 * How int8 columns are read: as numbers, because ours are instants and counters. Everything else as
 * pg does.
 */
function columnTypes(ofInt8: (text: string) => number): CustomTypesConfig {
  return {
    getTypeParser(oid, format): (text: string) => unknown {
      if (oid === types.builtins.INT8) return ofInt8;
      return types.getTypeParser(oid, format) as (text: string) => unknown;
    },
  };
}

const COLUMN_TYPES = columnTypes(parseInt8);
/** Of `isReadByRow`. */
const ROW_TYPES = columnTypes(wholeOrNone);

/** Opens a pool; connects only when first used. */
export function openDatabase(options: DatabaseOptions): Database {
  const statementTimeoutMs = options.statementTimeoutMs ?? LIMITS.databaseStatementTimeoutMs;
  const connectionsMax = options.connectionsMax ?? LIMITS.databasePoolConnectionsMax;
  const inTurn = lowPriorityLane(
    Math.max(1, connectionsMax - CONNECTIONS_LEFT),
    READS_PER_USER_MAX,
  );
  const pool = openConnectionPool({
    url: options.url,
    sharesSessions: typeof options.listenUrl === 'string',
    applicationName: options.applicationName ?? 'tidemill',
    connectionsMax,
    connectTimeoutMs: options.connectTimeoutMs ?? LIMITS.databaseConnectTimeoutMs,
    statementTimeoutMs,
    responseGraceMs: options.responseGraceMs ?? RESPONSE_GRACE_MS,
    types: COLUMN_TYPES,
    ...(options.idleInTransactionMs === undefined
      ? {}
      : { idleInTransactionMs: options.idleInTransactionMs }),
    ...(options.report === undefined ? {} : { report: options.report }),
  });
  const now: LowPriorityLane = (_kind, work) => work();
  const turnOf = ({ isShared }: Statement<unknown>) => (isShared === true ? now : inTurn);
  return {
    url: options.url,
    listenUrl: options.listenUrl ?? null,
    read: (requested, values) =>
      inTime(
        requested,
        turnOf(requested)('read', () => runOnPool(pool, requested, values, 'read')),
      ),
    write: (requested, values) =>
      turnOf(requested)('write', () => runOnPool(pool, requested, values, 'write')),
    transaction: (work) => inTurn('write', () => runTransaction(pool, work)),
    close: () => pool.close(),
    usage: () => pool.usage(),
    lastShortageMs: () => pool.lastShortageMs(),
    ...(options.report === undefined ? {} : { report: options.report }),
  };
}

/** A read that its connection was lost under is made again on another one, once. */
async function runOnPool<Row>(
  pool: ConnectionPool,
  statement: Statement<Row>,
  values: readonly unknown[],
  attempt: Attempt,
): Promise<readonly Row[]> {
  try {
    return await runOnce(pool, statement, values, attempt);
  } catch (error) {
    if (attempt !== 'read' || !isConnectionCut(causeOf(error))) throw error;
    return runOnce(pool, statement, values, attempt);
  }
}

/** What is given up goes on until its connection is known to be of no use. */
async function inTime<Row>(
  { responseMsMax }: Statement<Row>,
  reading: Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  if (responseMsMax === undefined) return reading;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const giveUp = (): void =>
    reject(new Failure('unavailable', `The database did not respond within ${responseMsMax} ms.`));
  const deadline = setTimeout(giveUp, responseMsMax);
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(deadline);
  }
}

async function runOnce<Row>(
  pool: ConnectionPool,
  statement: Statement<Row>,
  values: readonly unknown[],
  attempt: Attempt,
): Promise<readonly Row[]> {
  const client = await pool.checkOut();
  try {
    const rows = await withTries(pool, client, () => run(pool, client, statement, values, attempt));
    pool.giveBack(client, false);
    return rows;
  } catch (error) {
    pool.giveBack(client, isBroken(error));
    throw error;
  }
}

/** So often the same is tried at once, when others were in its way each time. */
const TRIES_MAX = 4;

/**
 * Runs `work` again on the same connection when the server undid it for others, and once more when
 * a table was altered under its statements. A transaction that it began is rolled back before.
 */
async function withTries<T>(
  pool: ConnectionPool,
  client: PoolClient,
  work: () => Promise<T>,
): Promise<T> {
  let hasFreshPlans = false;
  for (let triesCount = 1; ; triesCount += 1) {
    try {
      return await work();
    } catch (error) {
      const cause = causeOf(error);
      const isStale: boolean = isStalePlan(cause) && !hasFreshPlans;
      const isUndone = meaningOf(codeOf(cause)) === 'again' && triesCount < TRIES_MAX;
      if (!isStale && !isUndone) throw error;
      hasFreshPlans ||= isStale;
      await beginAnew(pool, client, isStale);
    }
  }
}

async function beginAnew(
  pool: ConnectionPool,
  client: PoolClient,
  wantsFreshPlans: boolean,
): Promise<void> {
  try {
    await pool.during(client, async () => {
      await client.query(ROLLBACK);
      if (wantsFreshPlans) await forgetPlans(client);
    });
  } catch (error) {
    throw translateDatabaseError(error, 'read');
  }
}

/** What its connection was lost under before it was to take effect is done on another one, once. */
async function runTransaction<T>(
  pool: ConnectionPool,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  try {
    return await runTransactionOnce(pool, work);
  } catch (error) {
    if (!(error instanceof Failure) || !isConnectionCut(causeOf(error))) throw error;
    return runTransactionOnce(pool, work);
  }
}

async function runTransactionOnce<T>(
  pool: ConnectionPool,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const client = await pool.checkOut();
  try {
    const result = await withTries(pool, client, () => tryTransaction(pool, client, work));
    pool.giveBack(client, false);
    return result;
  } catch (error) {
    pool.giveBack(client, isBroken(error) || !(await rolledBack(pool, client)));
    throw error;
  }
}

/** A statement that failed undoes the whole, also where `work` goes on without it. */
async function tryTransaction<T>(
  pool: ConnectionPool,
  client: PoolClient,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  let failure: { readonly error: unknown } | null = null;
  let isOver = false;
  // Nothing takes effect before the commit, so a write that is lost here was not done.
  const inIt = async <Row>(statement: Statement<Row>, values: readonly unknown[]) => {
    assert(!isOver, 'a statement is sent before its transaction has ended');
    try {
      return await run(pool, client, statement, values, 'read');
    } catch (error) {
      failure ??= { error };
      throw error;
    }
  };
  await run(pool, client, BEGIN, [], 'read');
  try {
    const result = await work({ read: inIt, write: inIt });
    throwFirst(failure);
    await run(pool, client, COMMIT, [], 'commit');
    return result;
  } finally {
    isOver = true;
  }
}

function throwFirst(failure: { readonly error: unknown } | null): void {
  if (failure !== null) throw failure.error;
}

const BEGIN: Statement<never> = { text: 'BEGIN' };
const COMMIT: Statement<never> = { text: 'COMMIT' };
const ROLLBACK = 'ROLLBACK';

async function rolledBack(pool: ConnectionPool, client: PoolClient): Promise<boolean> {
  try {
    await pool.during(client, () => client.query(ROLLBACK));
    return true;
  } catch {
    // The connection is thrown away, and the server rolls back by itself.
    return false;
  }
}

async function run<Row>(
  pool: ConnectionPool,
  client: PoolClient,
  statement: Statement<Row>,
  values: readonly unknown[],
  attempt: Attempt,
): Promise<readonly Row[]> {
  try {
    const { responseMsMax, name, ...rest } = statement;
    // A name that is known to one session is unknown to the next.
    const named = name === undefined || pool.sharesSessions ? {} : { name };
    // The driver knows this setting of a single statement; its types do not.
    const limit = responseMsMax === undefined ? {} : { query_timeout: responseMsMax };
    const given = { values: [...storableValues(values)], ...typesOf(statement) };
    const requested = { ...rest, ...named, ...limit, ...given };
    const result = await pool.during(client, () => client.query(requested));
    return result.rows as Row[];
  } catch (error) {
    throw translateDatabaseError(error, attempt);
  }
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

function isBroken(error: unknown): boolean {
  return isConnectionLost(error) || isConnectionLost(causeOf(error));
}

/** Where rows are read one by one, a whole number that is none costs its row alone. */
function typesOf({ isReadByRow = false }: Statement<unknown>) {
  return isReadByRow ? { types: ROW_TYPES } : {};
}

function parseInt8(text: string): number {
  const value = wholeOrNone(text);
  if (!Number.isNaN(value)) return value;
  throw new Failure('corrupt_reply', `The stored whole number ${text} is not below 2^53.`);
}

function wholeOrNone(text: string): number {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : Number.NaN;
}
