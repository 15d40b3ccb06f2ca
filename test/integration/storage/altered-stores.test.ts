// The stores over tables that get a column and an index more between two calls: on each connection
// each statement returns what it returned before, and what is written then is there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { postgresBotInbox } from '#adapters/postgres/stores/bot-inbox.ts';
import { postgresBotRunStore } from '#adapters/postgres/stores/bot-run-store.ts';
import { postgresWebhookStore } from '#adapters/postgres/stores/webhook-store.ts';
import { makePostgresSimStore } from '#adapters/postgres/stores/postgres-sim-store.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { makeSimulatedVenue } from '#adapters/sim/sim-wallets.ts';
import { decimal } from '#lib/decimal.ts';
import { begun } from '#ports/stores/bot-run.fixture.ts';
import { sampleClaim } from '#ports/stores/store.fixture.ts';
import { alterTables } from '../../support/alter-tables.ts';
import { withTestDatabase } from '../../support/database.ts';

const AT_MS = 1_800_000_000_000;
const CONNECTIONS = 3;
const ALTERED = [
  'accounts',
  'account_limits',
  'bot_events',
  'bot_inbox',
  'bot_leases',
  'bot_runs',
  'bots',
  'idempotency',
  'orders',
  'sim_accounts',
  'sim_orders',
  'sim_positions',
  'users',
  'webhook_deliveries',
  'webhooks',
];

test('what was prepared before its tables were altered returns the same, and writes', async () => {
  await withTestDatabase(async ({ database: owner, url }) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    const database = openDatabase({ url, connectionsMax: CONNECTIONS });
    try {
      const [store, runs] = [postgresStore(database), postgresBotRunStore(database)];
      const [wallets, webhooks] = [makePostgresSimStore(database), postgresWebhookStore(database)];
      const inbox = postgresBotInbox(database);
      const harness = {
        store,
        runs,
        inbox,
        passMs: async () => undefined,
        close: async () => undefined,
      };
      const { bot, fence } = await begun(harness);
      const { botId, userId, accountId } = bot;
      const [account] = await store.listAccounts(userId, null, 10);
      assert.ok(account !== undefined);
      const money = [{ currency: 'USDT', amount: decimal('1000') }];
      await makeSimulatedVenue(wallets, 'sim').openWallet(account, money, AT_MS);
      const reads: readonly (() => Promise<unknown>)[] = [
        () => store.findBot(userId, botId),
        () => store.listBots(userId, null, 10),
        () => store.listAccounts(userId, null, 10),
        () => store.listWorkingOrders(accountId),
        () => runs.listRunnableBots([fence.shard]),
        () => runs.findRun(botId, 1),
        () => wallets.load(accountId),
        () => wallets.listOpenOrders(accountId),
        () => wallets.listBookings(accountId),
        () => webhooks.listWebhooks(userId),
        () =>
          webhooks.claimDeliveries({
            nowMs: AT_MS,
            claimedUntilMs: AT_MS + 1,
            limit: 1,
            perWebhook: 1,
          }),
        () => store.newestEvents([userId]),
      ];
      const onEach = () =>
        Promise.all(reads.flatMap((read) => Array.from({ length: CONNECTIONS }, read)));
      const before = await onEach();
      assert.equal(await alterTables(client, ALTERED), ALTERED.length);
      assert.deepEqual(await onEach(), before);
      const claim = sampleClaim({ claimantId: userId });
      assert.equal((await store.claim(claim)).kind, 'claimed');
      await store.deactivateBot(userId, botId, AT_MS);
      await alterTables(client, ['idempotency', 'bots']);
      assert.equal((await store.claim(claim)).kind, 'in_progress');
      assert.equal((await store.findBot(userId, botId))?.isActivated, false);
      assert.equal(
        (await owner.read({ text: 'SELECT FROM bots WHERE is_activated' }, [])).length,
        0,
      );
    } finally {
      await database.close();
      await client.end();
    }
  });
});
