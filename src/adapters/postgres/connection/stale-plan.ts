// Prepared statements whose tables were altered since: the server refuses them before it does
// anything, on each connection once, and accepts them when they are prepared anew.

import type { PoolClient } from 'pg';

/** Where the driver notes which names a connection has prepared; its types do not show it. */
type PreparingClient = {
  readonly connection?: { parsedStatements?: Record<string, string> };
};

/** Of the server's error, untranslated. Other errors of 0A000 are statements that it lacks. */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === '0A000' &&
    error.message.includes('cached plan must not change result type')
  );
}

/** Has every statement prepared anew on this connection, which is in no transaction. */
export async function forgetPlans(client: PoolClient): Promise<void> {
  await client.query('DEALLOCATE ALL');
  const { connection } = client as PreparingClient;
  if (connection !== undefined) connection.parsedStatements = {};
}
