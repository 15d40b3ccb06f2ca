// Suite of every store for bots of end users that are stopped and started again, of whatever
// strategy and whatever they hold: no start is refused for what an earlier one wrote, and the books
// have each stretch of running once.

import assert from 'node:assert/strict';
import { present } from '#lib/assert.ts';
import { HOUR_MS } from '#lib/time.ts';
import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import { OFFERED_STRATEGY_TYPES } from '#domain/strategy/strategy-type.ts';
import { ALL_SHARDS, orderOf, recordOf, stepAfter } from '#ports/stores/bot-run.fixture.ts';
import type { BotFence, BotRunRecord } from '#ports/stores/bot-run-store.ts';
import type { StrategyBot } from '#ports/stores/bot-store.ts';
import { CARRIED_ON } from '#ports/stores/bot-store.ts';
import type { PartnerHarness } from '#ports/stores/partner-bot.fixture.ts';
import {
  NOW_MS,
  sampleRequest,
  storedEndUser,
  storedPartner,
} from '#ports/stores/partner-bot.fixture.ts';
import { sampleId } from '#ports/stores/store.fixture.ts';

type Case = (harness: PartnerHarness) => Promise<void>;

type BotCase = { readonly harness: PartnerHarness; readonly bot: StrategyBot };

/** How a bot starts once more: with what it left behind, or anew. */
const WAYS = { 'goes on': true, 'begins anew': false } as const;

async function storedStrategyBot(harness: PartnerHarness, type: StrategyType): Promise<BotCase> {
  const endUser = await storedEndUser(harness, await storedPartner(harness));
  const sample = await sampleRequest(harness, endUser);
  const brain = { kind: 'strategy', type, config: { size: '10' } } as const;
  const bot = { ...sample.bot, brain };
  assert.equal(await harness.partnerBots.insertPartnerBot({ ...sample, bot }), 'inserted');
  return { harness, bot };
}

async function activate(
  { harness, bot }: BotCase,
  atMs: number,
  carriesOn: boolean,
): Promise<void> {
  const { userId, botId, brain: loaded } = bot;
  const request = { userId, botId, loaded, runningMax: null, atMs, carriesOn };
  assert.equal(await harness.store.activateBot(request), 'activated');
  assert.equal(await harness.store.activateBot(request), 'already');
}

async function stop({ harness, bot }: BotCase, atMs: number): Promise<void> {
  assert.equal(await harness.store.deactivateBot(bot.userId, bot.botId, atMs), true);
}

/** The lease of a running bot's shard. */
async function leaseOf({ harness, bot }: BotCase, owner: string): Promise<BotFence> {
  const { leases } = await harness.runs.renewLeases(owner, 60_000);
  const listed = await harness.runs.listRunnableBots(ALL_SHARDS);
  const found = listed.find((each) => each.bot.botId === bot.botId);
  const { shard } = present(found, 'a bot that was started is looked after');
  const lease = leases.find((each) => each.shard === shard);
  return { ...present(lease, 'nobody else holds the shard'), owner };
}

/** A step after which the bot holds a position and has an order at its exchange. */
async function buys(owned: BotCase, record: BotRunRecord | null): Promise<BotRunRecord> {
  const { harness, bot } = owned;
  const owner = sampleId('owner');
  const fence = await leaseOf(owned, owner);
  const current = present(await harness.store.findBot(bot.userId, bot.botId), 'the bot is there');
  const begun = record ?? recordOf(current);
  if (record === null) assert.equal(await harness.runs.insertRun(fence, begun), true);
  const orders = [orderOf(current, { state: 'open' })];
  const step = stepAfter(begun, { events: ['{}'], orders, positions: '[{"lots":"3"}]' });
  const [outcome] = await harness.runs.commitSteps([{ fence, step }]);
  assert.equal(outcome?.kind, 'committed');
  await harness.runs.releaseLeases(owner, null);
  return step.record;
}

async function ranMs({ harness, bot }: BotCase): Promise<number | undefined> {
  const partnerBot = await harness.partnerBots.findPartnerBot(bot.userId, bot.botId);
  const { partnerId } = present(partnerBot, 'the bot is there');
  const period = { fromMs: NOW_MS, toMs: NOW_MS + 1_000 * HOUR_MS };
  const question = { reach: { partnerId, endUserId: null }, ...period, months: [period] };
  const { users } = await harness.usage.readUsage(question);
  assert.deepEqual(
    users.map(({ botsRan, botMonths }) => [botsRan, botMonths]),
    [[1, 1]],
  );
  return users[0]?.ranMs;
}

/** Stopped and started twice while it holds something, an hour of each two running. */
async function holdsAndRestarts(owned: BotCase, carriesOn: boolean): Promise<void> {
  const { harness, bot } = owned;
  const hour = (count: number) => NOW_MS + count * HOUR_MS;
  await activate(owned, hour(0), false);
  let record = await buys(owned, null);
  for (const count of [1, 3]) {
    await stop(owned, hour(count));
    assert.equal((await harness.runs.findPositions(bot.botId))?.positions, '[{"lots":"3"}]');
    await activate(owned, hour(count + 1), carriesOn);
    record = await buys(owned, carriesOn ? record : null);
  }
  await stop(owned, hour(5));
  const { activation } = record;
  assert.equal(activation, carriesOn ? 1 : 3);
  assert.deepEqual(await harness.runs.findRun(bot.botId, activation), record);
  assert.equal((await harness.runs.listWorkingBotOrders(bot.botId)).length, 3);
  const holders = await harness.runs.listHolders(bot.userId, bot.accountId);
  assert.deepEqual(
    holders.map(({ botId }) => botId),
    [bot.botId],
  );
  assert.equal(await ranMs(owned), 3 * HOUR_MS);
}

async function editsWaiting({ harness, bot }: BotCase): Promise<number> {
  const waiting = await harness.inbox.listWaiting(ALL_SHARDS, 10_000);
  return waiting.filter(({ botId, input }) => botId === bot.botId && input.kind === 'edited')
    .length;
}

const HOLDING_CASES = OFFERED_STRATEGY_TYPES.flatMap((type) =>
  Object.entries(WAYS).map(([way, carriesOn]): [string, Case] => [
    `a bot (${type}) that is stopped while it holds something ${way} at each later start`,
    async (harness) => holdsAndRestarts(await storedStrategyBot(harness, type), carriesOn),
  ]),
);

export const RESTART_CASES: { readonly [statement: string]: Case } = {
  ...Object.fromEntries(HOLDING_CASES),
  'starts and stops within one instant are taken': async (harness) => {
    const owned = await storedStrategyBot(harness, 'webhook');
    await activate(owned, NOW_MS, false);
    for (const carriesOn of [true, true, false, true]) {
      await stop(owned, NOW_MS);
      await activate(owned, NOW_MS, carriesOn);
    }
    await stop(owned, NOW_MS + HOUR_MS);
    assert.equal(await ranMs(owned), HOUR_MS);
  },
  'a clock that was set back refuses no start and no stop': async (harness) => {
    const owned = await storedStrategyBot(harness, 'spot_grid');
    await activate(owned, NOW_MS + 5 * HOUR_MS, false);
    await stop(owned, NOW_MS + 3 * HOUR_MS);
    await activate(owned, NOW_MS + 2 * HOUR_MS, true);
    await stop(owned, NOW_MS + 3 * HOUR_MS);
    assert.equal(await ranMs(owned), HOUR_MS);
  },
  'one that goes on says so in its log, and one that begins anew leaves that to its run': async (
    harness,
  ) => {
    const owned = await storedStrategyBot(harness, 'webhook');
    const { botId } = owned.bot;
    await activate(owned, NOW_MS, false);
    for (const [at, carriesOn] of [true, false, true].entries()) {
      await stop(owned, NOW_MS + 2 * at);
      await activate(owned, NOW_MS + 2 * at + 1, carriesOn);
    }
    const lines = await harness.runs.listLines(botId, null, 9);
    assert.deepEqual(
      lines.map(({ message, severity, atMs }) => [message, severity, atMs - NOW_MS]),
      [
        [CARRIED_ON, 'info', 5],
        [CARRIED_ON, 'info', 1],
      ],
    );
  },
  'one that goes on is given its settings, once each time': async (harness) => {
    const owned = await storedStrategyBot(harness, 'spot_dollar_cost_averaging');
    await activate(owned, NOW_MS, false);
    assert.equal(await editsWaiting(owned), 0);
    await stop(owned, NOW_MS + 1);
    await activate(owned, NOW_MS + 2, true);
    assert.equal(await editsWaiting(owned), 1);
    await stop(owned, NOW_MS + 3);
    await activate(owned, NOW_MS + 4, true);
    assert.equal(await editsWaiting(owned), 2);
  },
};
