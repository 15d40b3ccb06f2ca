// Detects a pooler that gives a session to another client after each transaction, as PgBouncer does
// in transaction mode. Notifications, advisory locks and prepared statements belong to a session,
// so nothing of ours may be started there.

import { Client } from 'pg';
import { findServer } from '#adapters/postgres/connection/server-addresses.ts';
import { LIMITS } from '#lib/limits.ts';
import { translateDatabaseError } from '#adapters/postgres/connection/translate-database-error.ts';

/** With several sessions of the server to hand out, two clients may get different ones at first. */
const TRIES_MAX = 4;

/**
 * Two clients that are both connected cannot be the same session of the server, unless somebody
 * hands it from one to the other. Throws Failure.
 */
export async function sharesSessions(url: string): Promise<boolean> {
  const server = await findServer(url);
  const clients = [newClient(server), newClient(server)] as const;
  try {
    for (const client of clients) await client.connect();
    const [one, other] = clients;
    for (let tries = 0; tries < TRIES_MAX; tries += 1)
      if ((await sessionOf(one)) === (await sessionOf(other))) return true;
    return false;
  } catch (error) {
    throw translateDatabaseError(error, 'connect');
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

/** Without the settings that poolers refuse at the start of a session. */
function newClient(url: string): Client {
  const client = new Client({
    connectionString: url,
    application_name: 'tidemill start',
    connectionTimeoutMillis: LIMITS.databaseConnectTimeoutMs,
    query_timeout: LIMITS.databaseConnectTimeoutMs,
  });
  client.on('error', () => undefined);
  return client;
}

async function sessionOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ readonly id: number }>('SELECT pg_backend_pid() AS id');
  return rows[0]?.id ?? 0;
}
