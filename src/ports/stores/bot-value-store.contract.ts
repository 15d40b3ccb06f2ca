// Contract of every store of values of running bots: a subscription is one activation's, ends by
// itself, and is written to by who holds the lease of its bot.

import assert from 'node:assert/strict';
import { present } from '#lib/assert.ts';
import type { NewSubscription } from '#ports/stores/bot-value-store.ts';
import type { BotRunHarness } from '#ports/stores/bot-run.fixture.ts';
import { ALL_SHARDS, LONG_MS, begun, newOwner, start } from '#ports/stores/bot-run.fixture.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import { sampleBot } from '#ports/stores/store.fixture.ts';

type Case = (harness: BotRunHarness) => Promise<void>;

const TTL_MS = 400;
const NEWEST = { atMs: 120_000, values: '[{"value":"\\u0000 \ud83d\ude00"}]' };

function to({ botId, activation }: Bot): NewSubscription {
  return { botId, activation, scriptVersion: 3, traced: '{"lua":"","nodes":[]}' };
}

export const VALUES: { readonly [statement: string]: Case } = {
  'a subscription is listed with its shard, and gives the script in its traced form': async (
    harness,
  ) => {
    const { runs, bot, fence } = await begun(harness);
    const { botId, activation } = bot;
    assert.equal(await runs.renewSubscription(botId, activation, LONG_MS), null);
    assert.equal(await runs.findTraced(botId, activation), null);
    assert.equal(await runs.subscribe(to(bot), LONG_MS, 9), true);
    const own = { botId, activation };
    const isOwn = (found: typeof own): boolean => found.botId === botId;
    assert.deepEqual((await runs.listSubscribed([fence.shard])).filter(isOwn), [own]);
    const others = ALL_SHARDS.filter((shard) => shard !== fence.shard);
    assert.deepEqual((await runs.listSubscribed(others)).filter(isOwn), []);
    assert.equal(await runs.findTraced(botId, activation), to(bot).traced);
    assert.deepEqual(await runs.renewSubscription(botId, activation, LONG_MS), {
      scriptVersion: 3,
      newest: null,
    });
  },
  'it shows the newest values that were noted, until another one begins': async (harness) => {
    const { runs, bot, fence } = await begun(harness);
    const { botId, activation } = bot;
    await runs.subscribe(to(bot), LONG_MS, 9);
    assert.equal(await runs.noteValues(fence, bot, { ...NEWEST, atMs: 60_000 }), true);
    assert.equal(await runs.noteValues(fence, bot, NEWEST), true);
    const found = await runs.renewSubscription(botId, activation, LONG_MS);
    assert.deepEqual(found?.newest, NEWEST);
    await runs.subscribe({ ...to(bot), scriptVersion: 4 }, LONG_MS, 9);
    const again = await runs.renewSubscription(botId, activation, LONG_MS);
    assert.deepEqual(again, { scriptVersion: 4, newest: null });
  },
  'nobody writes to it without the lease': async (harness) => {
    const { runs, bot, fence } = await begun(harness);
    await runs.subscribe(to(bot), LONG_MS, 9);
    const foreign = { ...fence, owner: newOwner() };
    assert.equal(await runs.noteValues(foreign, bot, NEWEST), false);
    const late = { ...fence, token: fence.token + 1 };
    assert.equal(await runs.noteValues(late, bot, NEWEST), false);
    assert.equal((await runs.renewSubscription(bot.botId, 1, LONG_MS))?.newest, null);
  },
  'it ends by itself, and is prolonged until then': async (harness) => {
    const { runs, bot, fence, passMs } = { ...(await begun(harness)), passMs: harness.passMs };
    const { botId, activation } = bot;
    await runs.subscribe(to(bot), TTL_MS, 9);
    assert.notEqual(await runs.renewSubscription(botId, activation, 2 * TTL_MS), null);
    await passMs(3 * TTL_MS);
    assert.equal(await runs.renewSubscription(botId, activation, LONG_MS), null);
    assert.equal(await runs.findTraced(botId, activation), null);
    assert.equal(await runs.noteValues(fence, bot, NEWEST), false);
    assert.ok((await runs.listSubscribed(ALL_SHARDS)).every((found) => found.botId !== botId));
  },
  'it is of one activation': async (harness) => {
    const { runs, bot, fence, store } = await begun(harness);
    const { botId } = bot;
    assert.equal(await runs.subscribe({ ...to(bot), activation: 2 }, LONG_MS, 9), false);
    await runs.subscribe(to(bot), LONG_MS, 9);
    assert.equal(await runs.renewSubscription(botId, 2, LONG_MS), null);
    assert.equal(await runs.noteValues(fence, { botId, activation: 2 }, NEWEST), false);
    await store.deactivateBot(bot.userId, botId, 1_800_000_000_000);
    const next = await start(store, bot);
    assert.equal(await runs.subscribe(to(next), LONG_MS, 9), true);
    assert.equal(await runs.renewSubscription(botId, 1, LONG_MS), null);
    assert.notEqual(await runs.renewSubscription(botId, 2, LONG_MS), null);
  },
  'an owner has so many at once, of which one that is begun again counts once': async (harness) => {
    const { runs, bot, store } = await begun(harness);
    const account = present(await store.findAccount(bot.userId, bot.accountId), 'it is there');
    const others = [sampleBot(account), sampleBot(account)];
    for (const other of others) await store.insertBot(other, null);
    const [second, third] = await Promise.all(others.map((other) => start(store, other)));
    assert.ok(second !== undefined && third !== undefined);
    assert.equal(await runs.subscribe(to(bot), LONG_MS, 2), true);
    assert.equal(await runs.subscribe(to(second), LONG_MS, 2), true);
    assert.equal(await runs.subscribe(to(third), LONG_MS, 2), false);
    assert.equal(await runs.subscribe(to(second), LONG_MS, 2), true);
  },
  'it goes with its bot': async (harness) => {
    const { runs, bot, store } = await begun(harness);
    await runs.subscribe(to(bot), LONG_MS, 9);
    await store.deactivateBot(bot.userId, bot.botId, 1_800_000_000_000);
    await store.deleteBot(bot.userId, bot.botId);
    while ((await store.purgeDeletedBots(100)) > 0);
    assert.equal(await runs.findTraced(bot.botId, bot.activation), null);
  },
};
