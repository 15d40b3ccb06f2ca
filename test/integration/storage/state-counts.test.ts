// Counts for operators, of what waits in the database and of what is stored in it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStateCounts, readTableSizes } from '#adapters/postgres/growth/read-state-counts.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { HOUR_MS } from '#lib/time.ts';
import { sampleBot, sampleOrder, storedAccount } from '#ports/stores/store.fixture.ts';
import { withTestDatabase } from '../../support/database.ts';

const LATER_MS = 60_000;

test('what waits is counted with the age of the oldest, and what is done is not', async () => {
  await withTestDatabase(async ({ database }) => {
    const store = postgresStore(database);
    const account = await storedAccount(store);
    while ((await store.numberEvents(1_000)) > 0);
    const order = sampleOrder(account.accountId);
    await store.insertIntent(order);
    const nowMs = order.updatedAtMs + LATER_MS;
    const waiting = await readStateCounts(database, nowMs);
    assert.equal(waiting.waitingEvents, 1);
    assert.equal(waiting.oldestEventSeconds, LATER_MS / 1_000);
    await store.numberEvents(1_000);
    const { waitingEvents, oldestEventSeconds } = await readStateCounts(database, nowMs);
    assert.deepEqual([waitingEvents, oldestEventSeconds], [0, 0]);
  });
});

test('bots without a process, stopped by the service, and orders that were given up', async () => {
  await withTestDatabase(async ({ database }) => {
    const store = postgresStore(database);
    const account = await storedAccount(store);
    const [running, stopped] = [sampleBot(account), sampleBot(account)];
    for (const bot of [running, stopped]) await store.insertBot(bot, null);
    const order = sampleOrder(account.accountId);
    await store.insertIntent(order);
    const nowMs = order.updatedAtMs;
    const change = (text: string, values: readonly unknown[]) => database.write({ text }, values);
    await change('UPDATE bots SET is_activated = true WHERE bot_id = $1', [running.botId]);
    const stop = `UPDATE bots SET stopped_by = 'service', stopped_at_ms = $2 WHERE bot_id = $1`;
    await change(stop, [stopped.botId, nowMs]);
    await change(`UPDATE orders SET state = 'unplaced' WHERE order_id = $1`, [order.orderId]);
    const taken = async (atMs: number) => {
      const counts = await readStateCounts(database, atMs);
      const { runningBots, unheldBots, botsStoppedByService, ordersUnplaced } = counts;
      return [runningBots, unheldBots, botsStoppedByService, ordersUnplaced];
    };
    assert.deepEqual(await taken(nowMs), [1, 1, 1, 1]);
    assert.deepEqual(await taken(nowMs + HOUR_MS), [1, 1, 0, 0]);
    const held = `INSERT INTO bot_leases (shard, owner, token, expires_at)
      SELECT shard, 'somebody', 1, clock_timestamp() + interval '1 minute' FROM bots
      WHERE bot_id = $1
      ON CONFLICT (shard) DO UPDATE SET expires_at = EXCLUDED.expires_at`;
    await change(held, [running.botId]);
    assert.deepEqual(await taken(nowMs), [1, 0, 1, 1]);
  });
});

test('sizes are of tables with all their partitions', async () => {
  await withTestDatabase(async ({ database }) => {
    const sizes = await readTableSizes(database);
    const text = `SELECT sum(pg_total_relation_size(oid))::bigint AS bytes FROM pg_class
      WHERE relname ~ '^events_[0-9]+$'`;
    const [row] = await database.read<{ readonly bytes: number }>({ text }, []);
    assert.equal(sizes.get('events'), row?.bytes);
    assert.ok((sizes.get('orders') ?? 0) > 0);
  });
});

test('a backup has an age, and a log that is not archived no figure', async () => {
  await withTestDatabase(async ({ database }) => {
    const counts = () => readStateCounts(database, 1);
    assert.equal((await counts()).backupAgeSeconds, null);
    const install = `INSERT INTO installation
      (installation_id, master_key_fingerprint, created_at_ms) VALUES ('inst_a', 'f', 1)`;
    await database.write({ text: install }, []);
    const { backupAgeSeconds, archivingFails } = await counts();
    assert.deepEqual([backupAgeSeconds, archivingFails], [null, null]);
    const text = `UPDATE installation SET backed_up_at = clock_timestamp() - interval '1 day'`;
    await database.write({ text }, []);
    assert.ok(((await counts()).backupAgeSeconds ?? 0) >= 86_400);
  });
});
