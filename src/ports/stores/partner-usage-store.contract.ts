// Contract of every store's counts for reports: everything once, also of what was deleted or
// forgotten since, and nothing of other partners or other times.

import assert from 'node:assert/strict';
import { present } from '#lib/assert.ts';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { HOUR_MS } from '#lib/time.ts';
import type { BotRunStep } from '#ports/stores/bot-run-store.ts';
import { ALL_SHARDS, recordOf, stepAfter } from '#ports/stores/bot-run.fixture.ts';
import type { PartnerBot } from '#ports/stores/partner-bot-store.ts';
import type { PartnerHarness } from '#ports/stores/partner-bot.fixture.ts';
import {
  NOW_MS,
  startBot,
  storedEndUser,
  storedPartner,
  storedPartnerBot,
} from '#ports/stores/partner-bot.fixture.ts';
import type { UsageQuestion } from '#ports/stores/partner-usage-store.ts';
import { sampleId } from '#ports/stores/store.fixture.ts';

type Case = (harness: PartnerHarness) => Promise<void>;

const START_MS = NOW_MS - (NOW_MS % 60_000);
const MIDDLE_MS = START_MS + 10 * HOUR_MS;
const END_MS = START_MS + 20 * HOUR_MS;

function ask(partnerId: string, changes: Partial<UsageQuestion> = {}): UsageQuestion {
  const [fromMs, toMs] = [START_MS, END_MS];
  const months = [
    { fromMs, toMs: MIDDLE_MS },
    { fromMs: MIDDLE_MS, toMs },
  ];
  return { reach: { partnerId, endUserId: null }, fromMs, toMs, months, ...changes };
}

async function bot(harness: PartnerHarness, partnerId: string): Promise<PartnerBot> {
  return storedPartnerBot(harness, await storedEndUser(harness, partnerId));
}

async function stop({ store }: PartnerHarness, stopped: PartnerBot, atMs: number): Promise<void> {
  assert.equal(await store.deactivateBot(stopped.bot.userId, stopped.bot.botId, atMs), true);
}

/** A step of the bot's run, which has not begun yet. */
async function step(
  { store, runs }: PartnerHarness,
  { bot: { userId, botId } }: PartnerBot,
  changes: Partial<BotRunStep>,
): Promise<void> {
  const owner = sampleId('owner');
  const { leases } = await runs.renewLeases(owner, 60_000);
  const listed = await runs.listRunnableBots(ALL_SHARDS);
  const { shard } = present(
    listed.find((each) => each.bot.botId === botId),
    'the bot runs',
  );
  const lease = present(
    leases.find((each) => each.shard === shard),
    'nobody else holds the shard',
  );
  const fence = { ...lease, owner };
  const record = recordOf(present(await store.findBot(userId, botId), 'the bot is there'));
  await runs.insertRun(fence, record);
  const made = stepAfter(record, { events: ['{}'], ...changes });
  const [outcome] = await runs.commitSteps([{ fence, step: made }]);
  assert.equal(outcome?.kind, 'committed');
  await runs.releaseLeases(owner, null);
}

function filled(marketType: 'spot' | 'futures', currency: string, volume: string) {
  const turnover = { marketType, currency, volume: decimal(volume) };
  return { positionId: 'p1', orderId: sampleId('ord'), filled: '{}', turnover };
}

export const USAGE_CASES: { readonly [statement: string]: Case } = {
  'bots count for as long as they ran within the period, once for each month': async (harness) => {
    const partnerId = await storedPartner(harness);
    const one = await bot(harness, partnerId);
    await startBot(harness, one, START_MS - HOUR_MS);
    await stop(harness, one, START_MS + 2 * HOUR_MS);
    await startBot(harness, one, MIDDLE_MS - HOUR_MS);
    await stop(harness, one, MIDDLE_MS + HOUR_MS);
    await stop(harness, one, END_MS);
    const { users } = await harness.usage.readUsage(ask(partnerId));
    const { userId } = one.bot;
    const ran = { botsRan: 1, botMonths: 2, activeMonths: 2, ranMs: 4 * HOUR_MS };
    assert.deepEqual(users, [{ userId, botsCreated: 1, ...ran, backtests: 0 }]);
  },
  'one that runs on counts to the end of the period, and before it started not': async (
    harness,
  ) => {
    const partnerId = await storedPartner(harness);
    await startBot(harness, await bot(harness, partnerId), END_MS - HOUR_MS);
    const usage = await harness.usage.readUsage(ask(partnerId));
    assert.deepEqual(
      usage.users.map(({ botsRan, botMonths, ranMs }) => [botsRan, botMonths, ranMs]),
      [[1, 1, HOUR_MS]],
    );
    const toMs = END_MS - HOUR_MS;
    const before = await harness.usage.readUsage(ask(partnerId, { toMs, months: [] }));
    assert.deepEqual(
      before.users.map(({ botsRan, ranMs }) => [botsRan, ranMs]),
      [[0, 0]],
    );
  },
  'a bot that its run stops has run until that step': async (harness) => {
    const partnerId = await storedPartner(harness);
    const one = await bot(harness, partnerId);
    await startBot(harness, one, START_MS);
    const ending = { reason: 'it is done', by: 'script' } as const;
    await step(harness, one, { atMs: START_MS + 3 * HOUR_MS, ending });
    const [usage] = (await harness.usage.readUsage(ask(partnerId))).users;
    assert.equal(usage?.ranMs, 3 * HOUR_MS);
  },
  'deleted bots and deleted end users count as before': async (harness) => {
    const partnerId = await storedPartner(harness);
    const [one, other] = [await bot(harness, partnerId), await bot(harness, partnerId)];
    for (const each of [one, other]) await startBot(harness, each, START_MS);
    await step(harness, one, { atMs: MIDDLE_MS, filledOrders: [filled('spot', 'USDT', '5')] });
    const read = () =>
      harness.usage.readUsage(ask(partnerId, { toMs: MIDDLE_MS + HOUR_MS, months: [] }));
    const before = await read();
    assert.deepEqual([before.users.length, before.turnovers.length], [2, 1]);
    const { userId, botId } = one.bot;
    await harness.partnerBots.deletePartnerBot(userId, botId, END_MS);
    const reach = { partnerId, endUserId: null };
    await harness.store.deleteEndUser(reach, other.bot.userId, END_MS);
    assert.deepEqual(await read(), before);
    const later = await harness.usage.readUsage(
      ask(partnerId, { fromMs: END_MS + 1, toMs: END_MS + HOUR_MS, months: [] }),
    );
    assert.deepEqual(
      later.users.map((each) => [each.userId, each.ranMs]),
      [[userId, 0]],
    );
  },
  'orders that filled count by kind of market and currency, to the last place': async (harness) => {
    const partnerId = await storedPartner(harness);
    const one = await bot(harness, partnerId);
    await startBot(harness, one, START_MS);
    const filledOrders = [
      filled('spot', 'USDT', '0.000000000000000001'),
      filled('spot', 'USDT', '1000000'),
      filled('futures', 'BTC', '0.25'),
    ];
    await step(harness, one, { atMs: MIDDLE_MS, filledOrders });
    const { turnovers } = await harness.usage.readUsage(ask(partnerId));
    const { userId } = one.bot;
    assert.deepEqual(
      turnovers.map((each) => ({ ...each, volume: formatDecimal(each.volume) })),
      [
        { userId, marketType: 'futures', currency: 'BTC', volume: '0.25', ordersFilled: 1 },
        {
          userId,
          marketType: 'spot',
          currency: 'USDT',
          volume: '1000000.000000000000000001',
          ordersFilled: 2,
        },
      ],
    );
    const outside = await harness.usage.readUsage(ask(partnerId, { toMs: MIDDLE_MS, months: [] }));
    assert.deepEqual(outside.turnovers, []);
  },
  'signals count also when they are forgotten': async (harness) => {
    const partnerId = await storedPartner(harness);
    const { userId } = await storedEndUser(harness, partnerId);
    const base = { partnerId, token: 'trend', action: 'buy', completion: null };
    for (const [endUserId, atMs] of [
      [null, START_MS - 1],
      [null, START_MS],
      [null, START_MS + 1],
      [userId, START_MS + 1],
      [null, END_MS],
    ] as const)
      await harness.signals.sendSignal({ ...base, endUserId, atMs });
    const count = async (endUserId: string | null) => {
      const reach = { partnerId, endUserId };
      return (await harness.usage.readUsage(ask(partnerId, { reach }))).signals;
    };
    assert.deepEqual([await count(null), await count(userId)], [3, 1]);
    await harness.signals.purgeSignals(START_MS + 1, 1_000);
    assert.equal(await count(null), 3);
    await harness.signals.purgeSignals(END_MS + 1, 1_000);
    assert.deepEqual([await count(null), await count(userId)], [3, 1]);
  },
  'backtests count also when they were discarded, and once': async (harness) => {
    const partnerId = await storedPartner(harness);
    const { userId } = await storedEndUser(harness, partnerId);
    const [account] = await harness.store.listAccounts(userId, null, 1);
    const backtest = {
      backtestId: sampleId('bt'),
      userId,
      scriptId: null,
      strategy: { type: 'webhook', config: {} },
      accountId: present(account, 'an end user has an account').accountId,
      marketTag: 'SIM_BTC_USDT',
      intervalMinutes: 1,
      startMs: 0,
      endMs: 60_000,
      choices: '{}',
      queuedAtMs: START_MS,
    } as const;
    for (const _ of [1, 2]) await harness.backtests.insertBacktest(backtest, null);
    await harness.backtests.deleteBacktest(userId, backtest.backtestId);
    const [usage] = (await harness.usage.readUsage(ask(partnerId))).users;
    assert.equal(usage?.backtests, 1);
  },
  'another partner, and another end user where one is meant, count for nothing': async (
    harness,
  ) => {
    const [partnerId, foreignId] = [await storedPartner(harness), await storedPartner(harness)];
    const [one, other] = [await bot(harness, partnerId), await bot(harness, partnerId)];
    for (const each of [one, other]) await startBot(harness, each, START_MS);
    const none = await harness.usage.readUsage(ask(foreignId));
    assert.deepEqual(none, { users: [], turnovers: [], signals: 0 });
    const { userId } = one.bot;
    const own = await harness.usage.readUsage(
      ask(partnerId, { reach: { partnerId, endUserId: userId } }),
    );
    assert.deepEqual(
      own.users.map((each) => each.userId),
      [userId],
    );
    const reach = { partnerId: foreignId, endUserId: userId };
    assert.deepEqual(await harness.usage.readUsage(ask(foreignId, { reach })), none);
  },
};
