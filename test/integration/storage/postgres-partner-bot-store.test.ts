// Bots and signals of end users in PostgreSQL keep their ports' contract.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { BOT_CHANNEL } from '#adapters/postgres/bot-channel.ts';
import { openListener } from '#adapters/postgres/listener.ts';
import { postgresBotInbox } from '#adapters/postgres/bot-inbox.ts';
import { postgresBotRunStore } from '#adapters/postgres/bot-run-store.ts';
import { postgresPartnerBotStore } from '#adapters/postgres/partner-bot-store.ts';
import { postgresPartnerUsageStore } from '#adapters/postgres/partner-usage-store.ts';
import { postgresBacktestStore } from '#adapters/postgres/backtest-store.ts';
import { postgresPartnerSignalStore } from '#adapters/postgres/partner-signal-store.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import type { PartnerWorld } from '#ports/partner-bot.sample.ts';
import {
  NOW_MS,
  storedEndUser,
  storedPartner,
  storedPartnerBot,
} from '#ports/partner-bot.sample.ts';
import { partnerBotStoreContract } from '#ports/partner-bot-store.contract.ts';
import { createTestDatabase } from '../../support/database.ts';

/** Jobs that nobody carries out. */
const UNWORKED_JOBS: Parameters<typeof postgresBacktestStore>[1] = {
  enqueue: async () => undefined,
  settle: async () => true,
  discard: async () => 0,
};

async function makeWorld(): Promise<PartnerWorld & { readonly url: string }> {
  const made = await createTestDatabase();
  const { database } = made;
  return {
    url: made.url,
    store: postgresStore(database),
    runs: postgresBotRunStore(database),
    inbox: postgresBotInbox(database),
    partnerBots: postgresPartnerBotStore(database),
    signals: postgresPartnerSignalStore(database),
    usage: postgresPartnerUsageStore(database),
    backtests: postgresBacktestStore(database, UNWORKED_JOBS),
    close: (hasFailed) => (hasFailed ? made.keep() : made.drop()),
  };
}

suite('bots of end users in PostgreSQL', () => {
  partnerBotStoreContract(makeWorld);

  const hearsIt = 'who runs bots hears when one is deleted, and when its end user is';
  test(hearsIt, { timeout: 10_000 }, async (context) => {
    const world = await makeWorld();
    let heard = Promise.withResolvers<string>();
    const onMessage = (news: string): void => heard.resolve(news);
    const subscription = { channel: BOT_CHANNEL, onMessage, onGap: () => undefined };
    const listener = openListener(world.url, [subscription]);
    context.after(async () => {
      await listener.close();
      await world.close(!context.passed);
    });
    await listener.live();
    const partnerId = await storedPartner(world);
    const endUser = await storedEndUser(world, partnerId);
    const { bot } = await storedPartnerBot(world, endUser);
    const { userId } = endUser;
    assert.equal(await world.partnerBots.deletePartnerBot(userId, bot.botId, NOW_MS), true);
    assert.equal(await heard.promise, 'bots');
    heard = Promise.withResolvers();
    const reach = { partnerId, endUserId: null };
    assert.equal(await world.store.deleteEndUser(reach, userId, NOW_MS), true);
    assert.equal(await heard.promise, 'bots');
  });
});
