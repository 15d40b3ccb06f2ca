// Bots and signals of end users in PostgreSQL fulfil their ports' contract.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { BOT_CHANNEL } from '#adapters/postgres/connection/bot-channel.ts';
import { openListener } from '#adapters/postgres/connection/listener.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { postgresBotInbox } from '#adapters/postgres/stores/bot-inbox.ts';
import { postgresEventLog } from '#adapters/postgres/stores/event-log.ts';
import { postgresBotRunStore } from '#adapters/postgres/stores/bot-run-store.ts';
import { postgresPartnerBotStore } from '#adapters/postgres/stores/partner-bot-store.ts';
import { postgresPartnerUsageStore } from '#adapters/postgres/stores/partner-usage-store.ts';
import { postgresBacktestStore } from '#adapters/postgres/stores/backtest-store.ts';
import { postgresPartnerSignalStore } from '#adapters/postgres/stores/partner-signal-store.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import type { PartnerHarness } from '#ports/stores/partner-bot.fixture.ts';
import {
  copyOf,
  NOW_MS,
  sampleRequest,
  storedEndUser,
  storedPartner,
  storedPartnerBot,
} from '#ports/stores/partner-bot.fixture.ts';
import { partnerBotStoreContract } from '#ports/stores/partner-bot-store.contract.ts';
import type { EndUser } from '#ports/stores/partner-store.ts';
import { createTestDatabase } from '../../support/database.ts';
import { until } from '../../support/until.ts';

/** Jobs that nobody carries out. */
const UNWORKED_JOBS: Parameters<typeof postgresBacktestStore>[1] = {
  enqueue: async () => undefined,
  settle: async () => true,
  discard: async () => 0,
};

async function makeHarness(): Promise<PartnerHarness & { readonly url: string }> {
  const made = await createTestDatabase();
  const { database } = made;
  return {
    url: made.url,
    store: postgresStore(database),
    runs: postgresBotRunStore(database),
    inbox: postgresBotInbox(database),
    partnerBots: postgresPartnerBotStore(database),
    signals: postgresPartnerSignalStore(database),
    events: postgresEventLog(database),
    usage: postgresPartnerUsageStore(database),
    backtests: postgresBacktestStore(database, UNWORKED_JOBS),
    close: (hasFailed) => (hasFailed ? made.keep() : made.drop()),
  };
}

const WAITING = {
  text: `
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
};
const UNLOCKED = {
  text: `
    SELECT p.bot_id FROM partner_bots p JOIN bots b USING (bot_id)
    WHERE p.bot_id = ANY ($1::text[]) ORDER BY p.bot_id FOR UPDATE SKIP LOCKED`,
};

async function namedBot(harness: PartnerHarness, endUser: EndUser, id: string) {
  const { bot } = await sampleRequest(harness, endUser);
  return { bot: { ...bot, botId: `bot_${id}` } };
}

suite('bots of end users in PostgreSQL', () => {
  partnerBotStoreContract(makeHarness);

  const hearsIt = 'who runs bots hears when one is deleted, and when its end user is';
  test(hearsIt, { timeout: 300_000 }, async (context) => {
    const harness = await makeHarness();
    let heard = Promise.withResolvers<string>();
    const onMessage = (news: string): void => heard.resolve(news);
    const subscription = { channel: BOT_CHANNEL, onMessage, onGap: () => undefined };
    const listener = openListener(harness.url, [subscription]);
    context.after(async () => {
      await listener.close();
      await harness.close(!context.passed);
    });
    await listener.live();
    const partnerId = await storedPartner(harness);
    const endUser = await storedEndUser(harness, partnerId);
    const { bot } = await storedPartnerBot(harness, endUser);
    const { userId } = endUser;
    assert.equal(await harness.partnerBots.deletePartnerBot(userId, bot.botId, NOW_MS), true);
    assert.equal(await heard.promise, 'bots');
    heard = Promise.withResolvers();
    const reach = { partnerId, endUserId: null };
    assert.equal(await harness.store.deleteEndUser(reach, userId, NOW_MS), true);
    assert.equal(await heard.promise, 'bots');
  });

  test(
    'deletions lock the rows of bots and followers by id',
    { timeout: 300_000 },
    async (context) => {
      const harness = await makeHarness();
      const [first, second] = [
        openDatabase({ url: harness.url }),
        openDatabase({ url: harness.url }),
      ];
      context.after(async () => {
        await first.close();
        await second.close();
        await harness.close(!context.passed);
      });
      const partnerId = await storedPartner(harness);
      const reach = { partnerId, endUserId: null };
      const [endUser, other] = [
        await storedEndUser(harness, partnerId),
        await storedEndUser(harness, partnerId),
      ];
      const { userId } = endUser;
      const deletions = {
        one: (botId: string) => harness.partnerBots.deletePartnerBot(userId, botId, NOW_MS),
        all: () => harness.store.deleteEndUser(reach, userId, NOW_MS),
      };
      for (const [name, deletion] of Object.entries(deletions)) {
        // Stored in the opposite order, the followers with another end user.
        const master = await storedPartnerBot(
          harness,
          endUser,
          await namedBot(harness, endUser, `9${name}`),
        );
        const followers = { source: copyOf(master, true) };
        for (const id of [`5${name}`, `1${name}`])
          await storedPartnerBot(harness, other, {
            ...(await namedBot(harness, other, id)),
            ...followers,
          });
        const ids = ['1', '5', '9'].map((each) => `bot_${each}${name}`);
        const pending = await first.transaction(async (session) => {
          await session.read({ text: 'SELECT FROM partner_bots WHERE bot_id = $1 FOR UPDATE' }, [
            ids[0],
          ]);
          const requested = deletion(ids[2] ?? '');
          await until('it waits', async () => (await second.read(WAITING, [])).length > 0);
          const free = await second.read<{ readonly bot_id: string }>(UNLOCKED, [ids]);
          assert.deepEqual(
            free.map((row) => row.bot_id),
            ids.slice(1),
          );
          return { requested };
        });
        assert.equal(await pending.requested, true);
      }
    },
  );
});
