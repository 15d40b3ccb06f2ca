// Notices connections that died silently while a statement was under way: the bytes vanish, nobody
// is reported, and the statement would wait for its time limit. Of a statement that takes long, the
// server is queried on another connection whether it is at work on it. One that it is not at work
// on twice in a row has lost its connection, which is ended, so that the statement fails at once.

import type { ClientBase } from 'pg';
import { Client } from 'pg';
import { findServer } from '#adapters/postgres/connection/server-addresses.ts';

export type ConnectionWatch = {
  /** Runs the one statement that is under way on this connection. */
  during<T>(client: WatchedClient, statement: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** What the driver knows of a connection beside its declared type. */
export type WatchedClient = ClientBase & {
  /** Of the server process at its other end. */
  readonly processID?: number | null;
  readonly connection?: { readonly stream: { destroy(): void } };
  end(): Promise<void>;
};

export type WatchOptions = {
  readonly url: string;
  /** A statement is not queried before. */
  readonly patienceMs: number;
  readonly intervalMs: number;
  /** Called before a dead connection is ended: those of the same age may be dead as well. */
  readonly onDead: () => void;
  readonly report: (message: string) => void;
};

type UnderWay = { readonly sinceMs: number; readonly processId: number; absencesCount: number };
type Probe = {
  /** Which of these processes of the server are at work on a statement. */
  findAtWork(processIds: readonly number[]): Promise<ReadonlySet<number>>;
  /** Ends processes of the server that are not at work, and gives back their locks. */
  endProcesses(processIds: readonly number[]): Promise<void>;
  close(): Promise<void>;
};

/** Two looks in a row: a response may be on its way at the first. */
const ABSENCES_MAX = 2;
const PROBE_TIMEOUT_MS = 2_000;

/**
 * Watch without statements. A connection whose statement the server no longer runs, twice in a row,
 * is destroyed.
 */
export function watchConnections(options: WatchOptions): ConnectionWatch {
  const underWay = new Map<WatchedClient, UnderWay>();
  const prober = makeProber(options.url);
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    const dueMs = performance.now() - options.patienceMs;
    const slow = [...underWay].filter(([, { sinceMs }]) => sinceMs <= dueMs);
    if (slow.length === 0) return prober.close();
    const processIds = slow.map(([, { processId }]) => processId);
    const atWork = await prober.findAtWork(processIds);
    if (atWork === null) return;
    const dead: number[] = [];
    for (const [client, entry] of slow) {
      if (underWay.get(client) !== entry) continue;
      entry.absencesCount = atWork.has(entry.processId) ? 0 : entry.absencesCount + 1;
      if (entry.absencesCount < ABSENCES_MAX) continue;
      dead.push(entry.processId);
      endDead(client);
    }
    // What is left of them at the server would keep its locks until it notices by itself.
    if (dead.length > 0) await prober.endProcesses(dead);
  }

  function endDead(client: WatchedClient): void {
    options.report('A database connection died silently; its statement is given up.');
    options.onDead();
    void client.end().catch(ignore);
  }

  const timer = setInterval(() => {
    if (prober.isPooled()) return;
    looking ??= look().finally(() => (looking = null));
  }, options.intervalMs);
  timer.unref();

  return {
    async during(client, statement) {
      const { processID: processId } = client;
      if (typeof processId !== 'number') return statement();
      underWay.set(client, { sinceMs: performance.now(), processId, absencesCount: 0 });
      try {
        return await statement();
      } finally {
        underWay.delete(client);
      }
    },
    async close() {
      clearInterval(timer);
      await looking;
      await prober.close();
    },
  };
}

type Prober = {
  /** Null when the server cannot be queried, which says nothing about the connections. */
  findAtWork(processIds: readonly number[]): Promise<ReadonlySet<number> | null>;
  endProcesses(processIds: readonly number[]): Promise<void>;
  /** Behind a pooler a connection has no server process of its own to ask about. */
  isPooled(): boolean;
  /** Until it is queried again. */
  close(): Promise<void>;
};

/** Keeps one connection for questions while there are any. */
function makeProber(url: string): Prober {
  const state = { isPooled: false, probe: null as Probe | null };

  async function close(): Promise<void> {
    const { probe } = state;
    state.probe = null;
    await probe?.close();
  }

  return {
    close,
    isPooled: () => state.isPooled,
    async findAtWork(processIds) {
      try {
        state.probe ??= await openProbe(url);
        state.isPooled = state.probe === null;
        return (await state.probe?.findAtWork(processIds)) ?? null;
      } catch {
        await close();
        return null;
      }
    },
    async endProcesses(processIds) {
      await state.probe?.endProcesses(processIds).catch(ignore);
    },
  };
}

/** Null when a pooler stands between. Throws what the driver throws. */
async function openProbe(url: string): Promise<Probe | null> {
  const client = new Client({
    connectionString: await findServer(url),
    application_name: 'tidemill watch',
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  client.on('error', ignore);
  await client.connect();
  const close = (): Promise<void> => client.end().catch(ignore);
  const own = await client.query<{ id: number }>('SELECT pg_backend_pid() AS id');
  if (own.rows[0]?.id !== (client as WatchedClient).processID) {
    await close();
    return null;
  }
  return {
    async findAtWork(processIds) {
      const { rows } = await client.query<{ pid: number }>(AT_WORK, [processIds]);
      return new Set(rows.map(({ pid }) => pid));
    },
    async endProcesses(processIds) {
      await client.query(END_PROCESSES, [processIds]);
    },
    close,
  };
}

const AT_WORK = `
  SELECT pid FROM pg_stat_activity WHERE pid = ANY ($1::int[]) AND state = 'active'`;

/** The function stands in the list of columns: as a condition it could be run for all processes. */
const END_PROCESSES = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE pid = ANY ($1::int[]) AND state <> 'active' AND usename = current_user`;

function ignore(): void {
  // Whoever waits for the connection hears of it.
}
