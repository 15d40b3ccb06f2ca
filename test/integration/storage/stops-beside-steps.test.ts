// A stop that waits for a step of the bot reads what that step has written: a bot that came to hold
// something, or to have an order, in its last step is followed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { postgresBotInbox } from '#adapters/postgres/stores/bot-inbox.ts';
import { postgresBotRunStore } from '#adapters/postgres/stores/bot-run-store.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { begun } from '#ports/stores/bot-run.fixture.ts';
import { withTestDatabase } from '../../support/database.ts';
import { until } from '../../support/until.ts';

const AT_MS = 1_800_000_000_000;
const WAITING = {
  text: `
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
};
const LOCK = { text: 'SELECT FROM bots WHERE bot_id = $1 FOR NO KEY UPDATE' };
/** As a step does that writes the intent of its first order. */
const ORDER = { text: 'UPDATE bot_runs SET open_count = 1 WHERE bot_id = $1' };

for (const how of ['by its owner', 'by the risk switch'] as const)
  test(`a bot that is stopped ${how} beside its first order is followed`, async () => {
    await withTestDatabase(async ({ database, url }) => {
      const [store, runs] = [postgresStore(database), postgresBotRunStore(database)];
      const inbox = postgresBotInbox(database);
      const nothing = async (): Promise<void> => undefined;
      const { bot, fence } = await begun({ store, runs, inbox, passMs: nothing, close: nothing });
      const { botId, userId } = bot;
      const stop = async (): Promise<unknown> =>
        how === 'by its owner'
          ? store.deactivateBot(userId, botId, AT_MS)
          : store.stopBots(
              { kind: 'user', userId },
              { reason: 'Stopped.', by: 'risk', atMs: AT_MS },
            );
      const [holder, look] = [openDatabase({ url }), openDatabase({ url })];
      try {
        let stopping: Promise<unknown> = Promise.resolve();
        await holder.transaction(async (session) => {
          await session.read(LOCK, [botId]);
          stopping = stop();
          const isWaiting = async () => (await look.read(WAITING, [])).length > 0;
          await until('the stop waits', isWaiting);
          await session.write(ORDER, [botId]);
        });
        await stopping;
      } finally {
        await Promise.all([holder.close(), look.close()]);
      }
      const listed = await runs.listRunnableBots([fence.shard]);
      assert.deepEqual(
        listed.map((each) => [each.bot.botId, each.bot.isActivated]),
        [[botId, false]],
      );
    });
  });
