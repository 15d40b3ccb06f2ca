// Switches off and on that a user is an end user, whose events are numbered for its partner too.

import type { Database } from '#adapters/postgres/connection/database.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { sampleUser } from '#ports/stores/store.fixture.ts';

/** Of the user that owns most accounts. */
export async function partnerCopySwitch(
  database: Database,
): Promise<(isOn: boolean) => Promise<void>> {
  const store = postgresStore(database);
  const partner = sampleUser({ plan: 'unlimited' });
  await store.insertUser(partner);
  const partnerId = partner.userId;
  await store.insertPartner({
    partnerId,
    exchanges: ['sim'],
    marketTags: [],
    createdAtMs: Date.now(),
  });
  const owner = 'SELECT user_id FROM accounts GROUP BY user_id ORDER BY count(*) DESC LIMIT 1';
  const begin = {
    text: `INSERT INTO end_users (
        user_id, partner_id, external_id, exchange, is_simulated, created_at_ms
      ) SELECT (${owner}), $1, 'customer', 'sim', true, 0 ON CONFLICT DO NOTHING`,
  };
  const end = { text: 'DELETE FROM end_users WHERE partner_id = $1' };
  return async (isOn) => {
    await database.write(isOn ? begin : end, [partnerId]);
  };
}

/** How many events are in the log for a partner and for the user itself. */
export async function copiesCount(database: Database): Promise<readonly [number, number]> {
  const text = `
    SELECT count(*) FILTER (WHERE end_user_id IS NOT NULL) AS copies,
      count(*) FILTER (WHERE end_user_id IS NULL) AS others
    FROM events`;
  type Row = { readonly copies: number; readonly others: number };
  const [row] = await database.read<Row>({ text }, []);
  return [row?.copies ?? 0, row?.others ?? 0];
}
