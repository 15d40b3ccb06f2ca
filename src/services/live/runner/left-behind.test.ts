// A stopped bot is read to the end, whatever is in the way of it for a while.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ZERO } from '#lib/decimal.ts';
import { rejected } from '#lib/result.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { StatefulThreads, ThreadFault } from '#ports/work/stateful-threads.ts';
import { reconcileAccount } from '#services/orders/reconcile-account.ts';
import { stopBot } from '#services/bots/stop-bot.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness, runThreadsInProcess } from '#services/live/runner/bot-harness.fixture.ts';
import { fundedBot, LONG, paymentsOf } from '#services/live/runner/funded-bot.fixture.ts';
import type { LiveMinutes } from '#services/live/state/live-minutes.ts';
import type { RunReply, RunRequest } from '#services/live/state/run-messages.ts';

async function isListed({ runs }: BotHarness, bot: Bot): Promise<boolean> {
  const shards = Array.from({ length: 64 }, (_, shard) => shard);
  return (await runs.listRunnableBots(shards)).some((each) => each.bot.botId === bot.botId);
}

/** Enters, with an exit that is sent when the entry has filled. */
const ENTRY_AND_EXIT = `
  if Load('requested', false) then return end
  Save('requested', true)
  local price = CurrentPrice().close
  PlaceGoLongOrder(price, 0.01, {type = MarketOrderType, positionId = 'a'})
  PlaceExitLongOrder(price * 2, 0.01, {type = NoTimeOutOrderType, positionId = 'a'})`;

test('an exit that was never sent does not hold up the last reading', async () => {
  const { harness, bot, deps, pay, stop, hidden } = await fundedBot(ENTRY_AND_EXIT, 30_000);
  const runner = harness.runner(deps);
  hidden.untilMs = Infinity;
  await harness.passMinutes(1, [runner]);
  hidden.untilMs = -Infinity;
  // A poll between two closes: the exit is sent at the next one.
  harness.passMs(11_000);
  await runner.renew();
  await runner.tick();
  assert.match((await harness.runs.findPositions(bot.botId))?.positions ?? '', /"long"/);
  assert.equal((await harness.ordersOf(bot)).length, 1);
  harness.passMs(40_000);
  const paidAtMs = harness.sim.nowMs() - 1_000;
  await stop();
  await harness.passMinutes(1, [runner]);
  pay({ atMs: paidAtMs });
  await harness.passMinutes(3, [runner]);
  assert.equal((await paymentsOf(harness, bot)).length, 1);
  assert.equal(await isListed(harness, bot), false);
});

/** Threads that end with the next so many requests of a kind, and go on. */
function ending(kind: RunRequest['kind'], fault: ThreadFault['kind']) {
  const inProcess = runThreadsInProcess();
  const left = { count: 0 };
  const threads: StatefulThreads<RunRequest, RunReply> = {
    ...inProcess,
    threads: inProcess.threads.map((thread, index) => ({
      ...thread,
      async ask(request, call = { isWanted: () => true }) {
        if (request.kind !== kind || left.count === 0) return thread.ask(request, call);
        left.count -= 1;
        inProcess.lose(index);
        return rejected({ kind: fault, message: 'as given' });
      },
    })),
  };
  return { threads, left };
}

suite('a stopped bot is read once more', () => {
  for (const kind of ['load', 'advance'] as const)
    for (const fault of ['too_long', 'crashed'] as const)
      test(`although its thread ended with the first ones: ${kind}, ${fault}`, async () => {
        const { harness, bot, deps, pay, stop } = await fundedBot();
        const { threads, left } = ending(kind, fault);
        const runner = harness.runner(deps, {}, threads);
        await harness.passMinutes(3, [runner]);
        pay();
        await stop();
        left.count = 2;
        await harness.passMinutes(4, [runner]);
        assert.equal(left.count, 0);
        assert.equal((await paymentsOf(harness, bot)).length, 1);
        assert.equal(await isListed(harness, bot), false);
      });

  test('although its exchange refused its account for a while', async () => {
    const { harness, bot, deps, pay, stop } = await fundedBot();
    const [exchange] = deps.exchanges.list();
    assert.ok(exchange !== undefined);
    let isRefused = false;
    const exchanges = exchangeRegistry([
      {
        ...exchange,
        async fetchMarginEvents(...given) {
          if (isRefused) throw new Failure('unauthorized', 'its key has ended');
          return exchange.fetchMarginEvents(...given);
        },
      },
    ]);
    const runner = harness.runner({ exchanges });
    await harness.passMinutes(3, [runner]);
    pay();
    await stop();
    isRefused = true;
    await harness.passMinutes(5, [runner]);
    assert.equal(await isListed(harness, bot), true);
    isRefused = false;
    await harness.passMinutes(6, [runner]);
    assert.equal((await paymentsOf(harness, bot)).length, 1);
    assert.equal(await isListed(harness, bot), false);
  });

  test('although its market has no minutes any more', async () => {
    const liveMinutes: LiveMinutes = new Map();
    const { harness, bot, deps, pay, stop } = await fundedBot(LONG, 30_000);
    const runner = harness.runner({ ...deps, liveMinutes });
    await harness.passMinutes(3, [runner]);
    const untilMs = harness.sim.nowMs() - (harness.sim.nowMs() % MINUTE_MS);
    liveMinutes.set(bot.marketTag ?? '', { fromMs: 0, toMs: untilMs, candles: [] });
    harness.passMs(40_000);
    pay();
    await stop();
    await harness.passMinutes(4, [runner]);
    assert.equal((await paymentsOf(harness, bot)).length, 1);
    assert.equal(await isListed(harness, bot), false);
  });

  test('when it ended by itself', async () => {
    const { harness, bot, deps, pay } = await fundedBot(ENDS_ITSELF, 30_000);
    const runner = harness.runner(deps);
    await harness.passMinutes(2, [runner]);
    // Too new to be booked by the step that ends it.
    harness.passMs(50_000);
    pay();
    await harness.passMinutes(1, [runner]);
    assert.equal((await harness.find(bot)).isActivated, false);
    assert.deepEqual(await paymentsOf(harness, bot), []);
    await harness.passMinutes(3, [runner]);
    assert.equal((await paymentsOf(harness, bot)).length, 1);
    assert.equal(await isListed(harness, bot), false);
  });
});

/** Buys 0.01 at its first update, and ends at its third. */
const ENDS_ITSELF = `
  local count = Load('count', 0) + 1
  Save('count', count)
  if count == 1 then PlaceGoLongOrder(CurrentPrice().close, 0.01, {type = MarketOrderType}) end
  if count == 3 then DeactivateBot() end`;

/** Buys at its first update. */
const BUYS = LONG.replace('GoLong', 'Buy');

test('what closes a bot that was read to its end long ago is booked', async () => {
  const harness = await botHarness();
  const runner = harness.runner();
  const bot = await harness.start(BUYS);
  await harness.passMinutes(2, [runner]);
  const deps = { ...harness.deps, bots: harness.store, botRuns: harness.runs };
  for (const closesPositions of [false, true]) {
    const windDown = { cancelsOrders: true, closesPositions };
    assert.ok((await stopBot(deps, { ...bot, windDown })).ok);
    runner.noteChange();
    await harness.passMinutes(2, [runner]);
  }
  assert.equal((await harness.runs.findPositions(bot.botId))?.positions, '[]');
  assert.notEqual((await harness.find(bot)).realizedProfit, ZERO);
  assert.equal(runner.figures().followedCount, 0);
});

test('what closes a bot is booked though it is listed late, or nobody heard of it', async () => {
  for (const isHeard of [true, false]) {
    const harness = await botHarness();
    const { exchange } = harness.sim;
    const hidden = { untilMs: -Infinity };
    let isLost = false;
    const late: Exchange = {
      ...exchange,
      code: 'sim',
      promises: { ...exchange.promises, visibilityLagMs: 30_000 },
      async fetchFills(account, tags, cursor, ...rest) {
        const page = await exchange.fetchFills(account, tags, cursor, ...rest);
        return harness.sim.nowMs() < hidden.untilMs ? { fills: [], cursor } : page;
      },
      async placeOrder(...given) {
        const placed = await exchange.placeOrder(...given);
        if (isLost) throw new OutcomeUnknown('its response was lost');
        return placed;
      },
    };
    const exchanges = exchangeRegistry([late]);
    const runner = harness.runner({ exchanges });
    const bot = await harness.start(BUYS);
    await harness.passMinutes(3, [runner]);
    isLost = !isHeard;
    harness.passMs(40_000);
    hidden.untilMs = harness.sim.nowMs() + 25_000;
    const windDown = { cancelsOrders: true, closesPositions: true };
    const deps = { ...harness.deps, exchanges, bots: harness.store, botRuns: harness.runs };
    assert.ok((await stopBot(deps, { ...bot, windDown })).ok);
    runner.noteChange();
    await harness.passMinutes(1, [runner]);
    assert.notEqual((await harness.runs.findPositions(bot.botId))?.positions, '[]');
    await reconcileAccount(deps, { account: harness.spot, exchange: late });
    await harness.passMinutes(8, [runner]);
    assert.equal((await harness.runs.findPositions(bot.botId))?.positions, '[]', `${isHeard}`);
    assert.equal(runner.figures().followedCount, 0);
  }
});
