// The pool of connections, without those that died silently: one that was idle for long proves that
// it lives before it is used, and one whose statement takes long is queried at the server.

import type { CustomTypesConfig, PoolClient } from 'pg';
import { Pool } from 'pg';
import { serverAddresses } from '#adapters/postgres/connection/server-addresses.ts';
import { codeOf, isShortage } from '#adapters/postgres/connection/server-errors.ts';
import { watchConnections } from '#adapters/postgres/connection/connection-watch.ts';
import type { WatchedClient } from '#adapters/postgres/connection/connection-watch.ts';
import {
  translateDatabaseError,
  withLoss,
} from '#adapters/postgres/connection/translate-database-error.ts';

export type ConnectionPool = {
  /** A connection that lives, until it is given back. Throws Failure. */
  checkOut(): Promise<PoolClient>;
  /** Runs one statement on a connection that is checked out. */
  during<T>(client: PoolClient, statement: () => Promise<T>): Promise<T>;
  /** A broken connection is not used again. */
  giveBack(client: PoolClient, isBroken: boolean): void;
  close(): Promise<void>;
  usage(): PoolUsage;
  /** Whether a pooler hands its sessions on after each transaction. */
  readonly sharesSessions: boolean;
  /** See `Database`. */
  lastShortageMs(): number;
};

export type PoolUsage = {
  readonly inUseCount: number;
  readonly idleCount: number;
  /** Callers that wait for a connection. */
  readonly waitingCount: number;
};

export type PoolOptions = {
  readonly url: string;
  /** Absent: it does not. */
  readonly sharesSessions?: boolean;
  /** As the server lists it. */
  readonly applicationName: string;
  readonly connectionsMax: number;
  readonly connectTimeoutMs: number;
  readonly statementTimeoutMs: number;
  /** For a response beyond the server's own limit. */
  readonly responseGraceMs: number;
  /** After which an idle transaction ends; ten seconds unless given. */
  readonly idleInTransactionMs?: number;
  readonly types?: CustomTypesConfig;
  readonly report?: (message: string) => void;
};

/** A transaction whose owner froze must not hold its locks for long. */
const IDLE_IN_TRANSACTION_MS_MAX = 10_000;
/** Longer than a minute: what bots do at each close finds the connections of the last one. */
const IDLE_CONNECTION_MS_MAX = 75_000;
/** One that was used within this time is taken as living. */
const PROOF_AFTER_MS = 1_000;
const PROOF_TIMEOUT_MS = 1_500;
/** What a standby says to a change. */
const READ_ONLY = '25006';
const WATCH_PATIENCE_MS = 2_000;
const WATCH_INTERVAL_MS = 1_000;

/** Opens a pool; connects only when first used. */
export function openConnectionPool(options: PoolOptions): ConnectionPool {
  const { url, report = ignore } = options;
  const pool = newPool(options, report);
  const servers = serversBehind(pool, url);
  /** When each connection was last known to live. */
  const livedAtMs = new WeakMap<PoolClient, number>();
  /** Connections that have not been heard of since then may all be dead. */
  let doubtedAtMs = -Infinity;
  let shortageMs = -Infinity;
  /** Why connections were lost between two statements. */
  const losses = new WeakMap<PoolClient, Error>();
  pool.on('connect', (client) => {
    // A connection that is lost while a transaction holds it is taken from its next statement.
    client.on('error', (error) => losses.set(client, losses.get(client) ?? error));
    livedAtMs.set(client, performance.now());
  });
  const watch = watchConnections({
    url,
    patienceMs: WATCH_PATIENCE_MS,
    intervalMs: WATCH_INTERVAL_MS,
    onDead() {
      doubtedAtMs = performance.now();
      servers.doubt();
    },
    report,
  });

  /** Whether it may be used; one that died is thrown away, and puts all of its age in doubt. */
  async function lives(client: PoolClient): Promise<boolean> {
    const livedMs = livedAtMs.get(client) ?? -Infinity;
    if (livedMs > doubtedAtMs) {
      if (livedMs > performance.now() - PROOF_AFTER_MS || (await responds(client))) return true;
      doubtedAtMs = livedMs;
    }
    client.release(true);
    // A peer that is gone never confirms a goodbye.
    (client as WatchedClient).connection?.stream.destroy();
    return false;
  }

  return {
    async checkOut() {
      for (;;) {
        const client = await servers.connect();
        if (await lives(client)) return client;
      }
    },
    async during(client, statement) {
      try {
        return await watch.during(client, statement);
      } catch (error) {
        if (isShortage(error)) shortageMs = performance.now();
        servers.noteRefusal(client, error);
        const loss = losses.get(client);
        throw loss === undefined ? error : withLoss(error, loss);
      } finally {
        // A refusal is a response as well; one that was lost ends the connection.
        livedAtMs.set(client, performance.now());
      }
    },
    giveBack: (client, isBroken) => servers.giveBack(client, isBroken),
    lastShortageMs: () => shortageMs,
    async close() {
      await watch.close();
      await pool.end();
    },
    usage: () => usageOf(pool),
    sharesSessions: options.sharesSessions ?? false,
  };
}

function newPool(options: PoolOptions, report: (message: string) => void): Pool {
  const { statementTimeoutMs, types } = options;
  const pool = new Pool({
    connectionString: options.url,
    application_name: options.applicationName,
    max: options.connectionsMax,
    idleTimeoutMillis: IDLE_CONNECTION_MS_MAX,
    connectionTimeoutMillis: options.connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + options.responseGraceMs,
    idle_in_transaction_session_timeout: options.idleInTransactionMs ?? IDLE_IN_TRANSACTION_MS_MAX,
    keepAlive: true,
    ...(types === undefined ? {} : { types }),
  });
  // Without a listener a lost idle connection would end the process.
  pool.on('error', ({ message }) => report(`An idle database connection was lost: ${message}`));
  return pool;
}

function usageOf({ totalCount, idleCount, waitingCount }: Pool): PoolUsage {
  return { inUseCount: totalCount - idleCount, idleCount, waitingCount };
}

/** Opens connections to whichever server takes changes. */
function serversBehind(pool: Pool, url: string) {
  const addresses = serverAddresses(url);
  /** Connections to a server that takes no changes any more. */
  const demoted = new WeakSet<PoolClient>();
  return {
    doubt: () => addresses.doubt(),
    giveBack(client: PoolClient, isBroken: boolean) {
      if (isBroken) addresses.doubt();
      client.release(isBroken || demoted.has(client));
    },
    noteRefusal(client: PoolClient, error: unknown) {
      if (codeOf(error) !== READ_ONLY || addresses.isOne) return;
      demoted.add(client);
      addresses.doubt();
    },
    async connect(): Promise<PoolClient> {
      // What opens a connection reads it from there.
      pool.options.connectionString = await addresses.find();
      try {
        return await pool.connect();
      } catch (error) {
        addresses.doubt();
        throw translateDatabaseError(error, 'connect');
      }
    },
  };
}

async function responds(client: PoolClient): Promise<boolean> {
  try {
    await client.query({ text: 'SELECT', query_timeout: PROOF_TIMEOUT_MS } as { text: string });
    return true;
  } catch {
    return false;
  }
}

function ignore(): void {
  // Reported again by whatever is queried next.
}
