// The connection pool: prepared statements by name, errors translated, and a way to run several
// statements as one transaction. After the database went away it works again as soon as the
// database does.

import type { ClientBase, CustomTypesConfig, PoolClient } from 'pg';
import { Pool, types } from 'pg';
import { patientLane } from '#adapters/postgres/patient-work.ts';
import { storableValues } from '#adapters/postgres/storable-values.ts';
import { assert } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Attempt } from '#adapters/postgres/translate-database-error.ts';
import {
  isConnectionLost,
  translateDatabaseError,
} from '#adapters/postgres/translate-database-error.ts';

declare const row: unique symbol;

/**
 * SQL and the shape of its rows. With a name it is prepared once per connection: for what runs
 * often.
 */
export type Statement<Row> = {
  readonly name?: string;
  readonly text: string;
  /** Made for callers of all kinds at once, few at a time: it does not wait with patient work. */
  readonly isShared?: boolean;
  readonly [row]?: Row;
};

export type Session = {
  /** Runs a statement that changes nothing. Throws Failure. */
  read<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<readonly Row[]>;
  /**
   * Runs a statement that changes something. Throws Failure, or OutcomeUnknown when its answer was
   * lost.
   */
  write<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<readonly Row[]>;
};

export type Database = Session & {
  /** Commits what `work` did, or nothing when it throws. Throws as `Session.write` does. */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Waits for what is running. */
  close(): Promise<void>;
  readonly url: string;
  /** What the pool is doing now. */
  usage(): DatabaseUsage;
};

export type DatabaseUsage = {
  readonly inUseCount: number;
  readonly idleCount: number;
  /** Statements that wait for a connection. */
  readonly waitingCount: number;
};

export type DatabaseOptions = {
  readonly url: string;
  readonly connectionsMax?: number;
  readonly statementTimeoutMs?: number;
  /** Hears about idle connections that were lost. */
  readonly report?: (message: string) => void;
};

/** A transaction whose owner froze must not hold its locks for long. */
const IDLE_IN_TRANSACTION_MS_MAX = 10_000;
/** The server's own limit comes first; this one is for a server that no longer answers at all. */
const ANSWER_GRACE_MS = 5_000;

/** Longer than a minute: what bots do at each close finds the connections of the last one. */
const IDLE_CONNECTION_MS_MAX = 75_000;
/** So many connections patient work leaves to others. */
const CONNECTIONS_LEFT = 4;

/**
 * How int8 columns are read: as numbers, because ours are instants and counters. Everything else as
 * pg does.
 */
const COLUMN_TYPES: CustomTypesConfig = {
  getTypeParser(oid, format): (text: string) => unknown {
    if (oid === types.builtins.INT8) return parseInt8;
    return types.getTypeParser(oid, format) as (text: string) => unknown;
  },
};

/** Opens a pool; connects only when first used. */
export function openDatabase(options: DatabaseOptions): Database {
  const statementTimeoutMs = options.statementTimeoutMs ?? LIMITS.databaseStatementTimeoutMs;
  const connectionsMax = options.connectionsMax ?? LIMITS.databasePoolConnectionsMax;
  const inTurn = patientLane(Math.max(1, connectionsMax - CONNECTIONS_LEFT));
  const pool = new Pool({
    connectionString: options.url,
    application_name: 'tidemill',
    max: connectionsMax,
    idleTimeoutMillis: IDLE_CONNECTION_MS_MAX,
    connectionTimeoutMillis: LIMITS.databaseConnectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + ANSWER_GRACE_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS_MAX,
    keepAlive: true,
    types: COLUMN_TYPES,
  });
  // Without a listener a lost idle connection would end the process.
  pool.on('error', ({ message }) => {
    options.report?.(`An idle database connection was lost: ${message}`);
  });
  // The same for one that is lost while a transaction holds it; its next statement fails.
  pool.on('connect', (client) => client.on('error', ignore));
  const now = <T>(work: () => Promise<T>): Promise<T> => work();
  const turnOf = ({ isShared }: Statement<unknown>) => (isShared === true ? now : inTurn);
  return {
    url: options.url,
    read: (asked, values) => turnOf(asked)(() => runOnPool(pool, asked, values, 'read')),
    write: (asked, values) => turnOf(asked)(() => runOnPool(pool, asked, values, 'write')),
    transaction: (work) => inTurn(() => runTransaction(pool, work)),
    close: () => pool.end(),
    usage: () => ({
      inUseCount: pool.totalCount - pool.idleCount,
      idleCount: pool.idleCount,
      waitingCount: pool.waitingCount,
    }),
  };
}

async function runOnPool<Row>(
  pool: Pool,
  statement: Statement<Row>,
  values: readonly unknown[],
  attempt: Attempt,
): Promise<readonly Row[]> {
  const client = await checkOut(pool);
  try {
    const rows = await run(client, statement, values, attempt);
    client.release();
    return rows;
  } catch (error) {
    client.release(isBroken(error));
    throw error;
  }
}

async function runTransaction<T>(pool: Pool, work: (session: Session) => Promise<T>): Promise<T> {
  const client = await checkOut(pool);
  const session: Session = {
    read: (statement, values) => run(client, statement, values, 'read'),
    // Nothing takes effect before the commit, so a write that is lost here was not done.
    write: (statement, values) => run(client, statement, values, 'read'),
  };
  try {
    await run(client, BEGIN, [], 'read');
    const result = await work(session);
    await run(client, COMMIT, [], 'commit');
    client.release();
    return result;
  } catch (error) {
    client.release(isBroken(error) || !(await rolledBack(client)));
    throw error;
  }
}

const BEGIN: Statement<never> = { text: 'BEGIN' };
const COMMIT: Statement<never> = { text: 'COMMIT' };

async function rolledBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK');
    return true;
  } catch {
    // The connection is thrown away, and the server rolls back by itself.
    return false;
  }
}

async function checkOut(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw translateDatabaseError(error, 'connect');
  }
}

async function run<Row>(
  client: ClientBase,
  statement: Statement<Row>,
  values: readonly unknown[],
  attempt: Attempt,
): Promise<readonly Row[]> {
  try {
    const result = await client.query({ ...statement, values: [...storableValues(values)] });
    return result.rows as Row[];
  } catch (error) {
    throw translateDatabaseError(error, attempt);
  }
}

function ignore(): void {
  // Said again by whatever is asked next.
}

function isBroken(error: unknown): boolean {
  return isConnectionLost(error) || isConnectionLost((error as Error | undefined)?.cause);
}

function parseInt8(text: string): number {
  const value = Number(text);
  assert(Number.isSafeInteger(value), `the stored whole number ${text} is below 2^53`);
  return value;
}
