// Users with a key each, straight into the database of a running service: by the hundred they are
// not made by commands.

import { hash } from 'node:crypto';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { sampleKey, sampleUser } from '#ports/stores/store.fixture.ts';

export type Tenant = { readonly userId: string; readonly key: string };

export async function makeTenants(database: Database, count: number): Promise<readonly Tenant[]> {
  const store = postgresStore(database);
  const tenants: Tenant[] = [];
  for (let index = 0; index < count; index += 1) {
    const user = sampleUser({ plan: 'unlimited' });
    await store.insertUser(user);
    const { userId } = user;
    const key = `tm_live_${userId.replace('_', '').padEnd(43, 'x')}`;
    await store.insertKey(sampleKey(userId, { scopes: [] }), hash('sha256', key, 'buffer'), null);
    tenants.push({ userId, key });
  }
  return tenants;
}

/** One event for each of these users, committed together when it settles. */
export async function happen(database: Database, userIds: readonly string[]): Promise<void> {
  const text = `
    INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
    SELECT user_id, 'bot.updated', 'bot_' || gen_random_uuid(),
      floor(extract(epoch FROM clock_timestamp()) * 1000),
      '{"name": "a bot", "account_id": "acc_1", "market_tag": "SIM_BTC_USDT", "reason": null}'
    FROM unnest($1::text[]) AS user_id`;
  await database.write({ text }, [userIds]);
}
