// A connection of its own for statements that take as long as there is data.

import { Client } from 'pg';
import { findServer } from '#adapters/postgres/connection/server-addresses.ts';
import { LIMITS } from '#lib/limits.ts';
import {
  translateDatabaseError,
  withLoss,
} from '#adapters/postgres/connection/translate-database-error.ts';

/** Throws Failure, and what `work` throws. */
export async function withBackupConnection<Output>(
  url: string,
  work: (client: Client) => Promise<Output>,
): Promise<Output> {
  const client = new Client({
    connectionString: await findServer(url),
    application_name: 'tidemill backup',
    connectionTimeoutMillis: LIMITS.databaseConnectTimeoutMs,
    keepAlive: true,
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
  let loss: Error | null = null;
  client.on('error', (error) => (loss ??= error));
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw translateDatabaseError(loss === null ? error : withLoss(error, loss), 'read');
  } finally {
    await client.end().catch(() => undefined);
  }
}
