// Taking up bots that other processes have run.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '#ports/failure.ts';
import type { Bot } from '#ports/bot-store.ts';
import { botWorld, IDLE } from '#services/bot-runs/bot-world.sample.ts';
import { stepsOf } from '#services/history/history-coverage.ts';
import type { Windows } from '#services/bot-runs/open-bot.ts';
import { openBot } from '#services/bot-runs/open-bot.ts';

const FENCE = { owner: 'nobody', shard: 0, token: 0 };

const LADDER = 'PlaceBuyOrder(CurrentPrice().close * 0.5, 0.001, {type = NoTimeOutOrderType})';

function runnableOf(bot: Bot) {
  return { bot, shard: 0, plan: 'unlimited', planUntilMs: null } as const;
}

/** A process whose window ends three minutes before the run of a bot that it takes up. */
async function withStaleWindow() {
  const world = await botWorld();
  const [idle, trading] = [await world.start(IDLE), await world.start(LADDER)];
  const runner = world.runner();
  await world.passMinutes(1, [runner]);
  const windows: Windows = new Map();
  assert.ok((await openBot(world.deps, windows, runnableOf(idle), FENCE)).ok);
  await world.passMinutes(3, [runner]);
  return { world, windows, trading };
}

test('a window that other bots share is brought up to the run first', async () => {
  const { world, windows, trading } = await withStaleWindow();
  const opened = await openBot(world.deps, windows, runnableOf(trading), FENCE);
  assert.ok(opened.ok, 'it is the same run');
  assert.equal(opened.value.placedCount, 4);
});

test('a bot is not taken up while its minutes cannot be read', async () => {
  const { world, windows, trading } = await withStaleWindow();
  const candleSources = world.deps.candleSources.map((source) => ({
    ...source,
    computeCandles: () => Promise.reject(new Failure('unavailable', 'away')),
  }));
  const deps = { ...world.deps, candleSources };
  await assert.rejects(openBot(deps, windows, runnableOf(trading), FENCE), Failure);
});

test('a bot is refused where its market holds longer candles than minutes', async () => {
  const world = await botWorld();
  const bot = await world.start(IDLE);
  const [market] = (await world.deps.exchanges.find('sim')?.listMarkets()) ?? [];
  assert.ok(market !== undefined);
  const history: typeof world.deps.history = {
    ...world.deps.history,
    summarizeHistory: async (marketTag) => ({
      marketTag,
      steps: stepsOf(market),
      candleMinutes: 15,
      covered: { fromMs: 0, toMs: world.deps.clock.nowMs() },
      firstOpenMs: 0,
      lastOpenMs: 0,
      candlesCount: 1,
    }),
  };
  const deps = { ...world.deps, candleSources: [], history };
  const opened = await openBot(
    deps,
    new Map(),
    runnableOf({ ...bot, marketTag: market.marketTag }),
    FENCE,
  );
  assert.ok(!opened.ok);
  assert.match(opened.rejection, /holds candles of 15 minutes, and a bot needs minutes/);
});
