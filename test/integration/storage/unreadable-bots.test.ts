// A bot whose stored row does not fit any more is refused alone: the bots of all others are listed
// and run on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postgresBotInbox } from '#adapters/postgres/stores/bot-inbox.ts';
import { postgresBotRunStore } from '#adapters/postgres/stores/bot-run-store.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { ALL_SHARDS, begun, LONG_MS, startedBot } from '#ports/stores/bot-run.fixture.ts';
import { shardOf } from '#adapters/memory/memory-bot-run-store.ts';
import { present } from '#lib/assert.ts';
import type { BotFence, BotRunStore } from '#ports/stores/bot-run-store.ts';
import { withTestDatabase } from '../../support/database.ts';

const DAMAGES = [
  `settings = '{"damaged":1}'`,
  `settings = '[]'`,
  `settings = '"text"'`,
  `pairs = '{"damaged":{"at":-1}}'`,
  `pairs = '[[{"a":[1]}]]'`,
];

test('a damaged row of one bot leaves the others listed', async () => {
  await withTestDatabase(async ({ database }) => {
    const harness = {
      store: postgresStore(database),
      runs: postgresBotRunStore(database),
      inbox: postgresBotInbox(database),
      passMs: async () => undefined,
      close: async () => undefined,
    };
    const { bot: healthy, owner, runs, store } = await begun(harness);
    for (const damage of DAMAGES) {
      const bot = await startedBot(harness);
      const { botId, activation } = bot;
      await database.write({ text: `UPDATE bots SET ${damage} WHERE bot_id = $1` }, [botId]);
      const reported: string[] = [];
      const list = async () => {
        const listed = await runs.listRunnableBots(ALL_SHARDS, (each) => reported.push(each.botId));
        return listed.map((each) => each.bot.botId);
      };
      // What is read without being understood does no harm here.
      const isRead = (await list()).includes(botId);
      assert.deepEqual(reported, isRead ? [] : [botId], damage);
      if (!isRead) await assert.rejects(runs.listRunnableBots(ALL_SHARDS), damage);
      const fence = await fenceOf(runs, owner, botId);
      const refusal = { botId, activation, reason: 'unreadable', by: 'service', atMs: 1 } as const;
      assert.equal(await runs.refuseRun(fence, refusal), true);
      assert.deepEqual(await list(), [healthy.botId], damage);
      await store.deleteBot(bot.userId, botId);
    }
  });
});

async function fenceOf(runs: BotRunStore, owner: string, botId: string): Promise<BotFence> {
  const { leases } = await runs.renewLeases(owner, LONG_MS);
  const lease = leases.find(({ shard }) => shard === shardOf(botId));
  return { ...present(lease, 'it holds all shards'), owner };
}
