// Taking up bots that other processes have run.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '#venue-port/world/failure.ts';
import type { CandleSource } from '#ports/world/history.ts';
import { botHarness, IDLE } from '#services/live/runner/bot-harness.fixture.ts';
import { stepsOf } from '#services/history/history-coverage.ts';
import type { Windows } from '#services/live/run/load-bot.ts';
import { openRun } from '#services/live/run/loaded-run.fixture.ts';

const LADDER = 'PlaceBuyOrder(CurrentPrice().close * 0.5, 0.001, {type = NoTimeOutOrderType})';

/** A process whose window ends three minutes before the run of a bot that it loads. */
async function withStaleWindow() {
  const harness = await botHarness();
  const [idle, trading] = [await harness.start(IDLE), await harness.start(LADDER)];
  const runner = harness.runner();
  await harness.passMinutes(1, [runner]);
  const windows: Windows = new Map();
  assert.ok((await openRun(harness.deps, idle, windows)).ok);
  await harness.passMinutes(3, [runner]);
  return { harness, windows, trading };
}

test('a window that other bots share is brought up to the run first', async () => {
  const { harness, windows, trading } = await withStaleWindow();
  const opened = await openRun(harness.deps, trading, windows);
  assert.ok(opened.ok, 'it is the same run');
  assert.equal(opened.value.run.written.placedCount, 4);
});

test('bots that are loaded together have their minutes read once', async () => {
  const harness = await botHarness();
  for (let count = 0; count < 6; count += 1) await harness.start(IDLE);
  const first = harness.runner();
  await harness.passMinutes(2, [first]);
  await first.close();
  const read: string[] = [];
  const candleSources = harness.deps.candleSources.map((source): CandleSource => ({
    ...source,
    computeCandles(marketTag, window, memory) {
      read.push(`${marketTag} from ${window.fromMs}`);
      return source.computeCandles(marketTag, window, memory);
    },
  }));
  const next = harness.runner({ candleSources });
  await next.renew();
  await next.tick();
  assert.equal(next.figures().runningCount, 6);
  assert.equal(read.length, 1, read.join(', '));
});

test('a bot is not loaded while its minutes cannot be read', async () => {
  const { harness, windows, trading } = await withStaleWindow();
  const candleSources = harness.deps.candleSources.map((source) => ({
    ...source,
    computeCandles: () => Promise.reject(new Failure('unavailable', 'away')),
  }));
  const deps = { ...harness.deps, candleSources };
  await assert.rejects(openRun(deps, trading, windows), Failure);
});

test('a bot is refused where its market holds longer candles than minutes', async () => {
  const harness = await botHarness();
  const bot = await harness.start(IDLE);
  const [market] = (await harness.deps.exchanges.find('sim')?.listMarkets()) ?? [];
  assert.ok(market !== undefined);
  const history: typeof harness.deps.history = {
    ...harness.deps.history,
    summarizeHistory: async (marketTag) => ({
      marketTag,
      steps: stepsOf(market),
      candleMinutes: 15,
      covered: { fromMs: 0, toMs: harness.deps.clock.nowMs() },
      firstOpenMs: 0,
      lastOpenMs: 0,
      candlesCount: 1,
    }),
  };
  const deps = { ...harness.deps, candleSources: [], history };
  const opened = await openRun(deps, { ...bot, marketTag: market.marketTag });
  assert.ok(!opened.ok);
  assert.match(opened.rejection, /holds candles of 15 minutes, and a bot needs minutes/);
});
