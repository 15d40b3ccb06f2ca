// Taking up bots that other processes have run.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '#ports/world/failure.ts';
import type { CandleSource } from '#ports/world/history.ts';
import { botWorld, IDLE } from '#services/live/runner/bot-harness.fixture.ts';
import { stepsOf } from '#services/history/history-coverage.ts';
import type { Windows } from '#services/live/run/load-bot.ts';
import { openRun } from '#services/live/run/loaded-run.fixture.ts';

const LADDER = 'PlaceBuyOrder(CurrentPrice().close * 0.5, 0.001, {type = NoTimeOutOrderType})';

/** A process whose window ends three minutes before the run of a bot that it takes up. */
async function withStaleWindow() {
  const world = await botWorld();
  const [idle, trading] = [await world.start(IDLE), await world.start(LADDER)];
  const runner = world.runner();
  await world.passMinutes(1, [runner]);
  const windows: Windows = new Map();
  assert.ok((await openRun(world.deps, idle, windows)).ok);
  await world.passMinutes(3, [runner]);
  return { world, windows, trading };
}

test('a window that other bots share is brought up to the run first', async () => {
  const { world, windows, trading } = await withStaleWindow();
  const opened = await openRun(world.deps, trading, windows);
  assert.ok(opened.ok, 'it is the same run');
  assert.equal(opened.value.run.placedCount, 4);
});

test('bots that are taken up together have their minutes read once', async () => {
  const world = await botWorld();
  for (let count = 0; count < 6; count += 1) await world.start(IDLE);
  const first = world.runner();
  await world.passMinutes(2, [first]);
  await first.close();
  const read: string[] = [];
  const candleSources = world.deps.candleSources.map((source): CandleSource => ({
    ...source,
    computeCandles(marketTag, window, memory) {
      read.push(`${marketTag} from ${window.fromMs}`);
      return source.computeCandles(marketTag, window, memory);
    },
  }));
  const next = world.runner({ candleSources });
  await next.renew();
  await next.tick();
  assert.equal(next.figures().runningCount, 6);
  assert.equal(read.length, 1, read.join(', '));
});

test('a bot is not taken up while its minutes cannot be read', async () => {
  const { world, windows, trading } = await withStaleWindow();
  const candleSources = world.deps.candleSources.map((source) => ({
    ...source,
    computeCandles: () => Promise.reject(new Failure('unavailable', 'away')),
  }));
  const deps = { ...world.deps, candleSources };
  await assert.rejects(openRun(deps, trading, windows), Failure);
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
  const opened = await openRun(deps, { ...bot, marketTag: market.marketTag });
  assert.ok(!opened.ok);
  assert.match(opened.rejection, /holds candles of 15 minutes, and a bot needs minutes/);
});
