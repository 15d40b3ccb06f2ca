// One connection that hears notifications, from its first byte to its end. It is probed, so that
// one that died silently is noticed.

import { Client } from 'pg';
import { findServer } from '#adapters/postgres/connection/server-addresses.ts';
import { LIMITS } from '#lib/limits.ts';

export type ListenerConnection = {
  /** Settles when the server has confirmed; a failure ends the connection. */
  listen(channel: string): Promise<void>;
  /** False once it was lost or closed. */
  isWhole(): boolean;
  close(): Promise<void>;
};

export type ListenerEvents = {
  onMessage(channel: string, payload: string): void;
  /** Called once, when the connection cannot be used any more and was not closed by us. */
  onLost(reason: string): void;
};

const PROBE_INTERVAL_MS = 2_000;
const PROBE_TIMEOUT_MS = 2_000;

const NO_CONNECTION: ListenerConnection = {
  listen: async () => undefined,
  isWhole: () => false,
  close: async () => undefined,
};

/** Connects; what goes wrong is reported through `onLost`, then and later. */
export async function connectListener(
  url: string,
  events: ListenerEvents,
): Promise<ListenerConnection> {
  const server = await findServer(url).catch((error: unknown) => error as Error);
  if (server instanceof Error) {
    events.onLost(server.message);
    return NO_CONNECTION;
  }
  const client = new Client({
    connectionString: server,
    application_name: 'tidemill listener',
    connectionTimeoutMillis: LIMITS.databaseConnectTimeoutMs,
    query_timeout: PROBE_TIMEOUT_MS,
    keepAlive: true,
  });
  const state = { isOver: false, timer: undefined as NodeJS.Timeout | undefined };

  function lose(error: Error): void {
    if (state.isOver) return;
    state.isOver = true;
    clearTimeout(state.timer);
    void endQuietly(client);
    events.onLost(error.message);
  }

  async function attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      lose(error as Error);
    }
  }

  function probeLater(): void {
    if (state.isOver) return;
    state.timer = setTimeout(() => {
      void attempt(() => client.query('SELECT')).then(probeLater);
    }, PROBE_INTERVAL_MS);
    state.timer.unref();
  }

  client.on('error', lose);
  client.on('end', () => lose(new Error('the connection ended')));
  client.on('notification', ({ channel, payload }) => events.onMessage(channel, payload ?? ''));
  await attempt(() => client.connect());
  probeLater();
  return {
    listen: (channel) => attempt(() => client.query(`LISTEN ${client.escapeIdentifier(channel)}`)),
    isWhole: () => !state.isOver,
    async close() {
      state.isOver = true;
      clearTimeout(state.timer);
      await endQuietly(client);
    },
  };
}

async function endQuietly(client: Client): Promise<void> {
  try {
    await client.end();
  } catch {
    // It is broken already; whether it could say goodbye does not matter.
  }
}
