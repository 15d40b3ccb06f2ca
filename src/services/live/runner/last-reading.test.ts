// Bookings of the exchange on the position of a bot that is being stopped: its funding is read once
// more, although no order of it is left to follow.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { fundedBot, LONG, paymentsOf } from '#services/live/runner/funded-bot.fixture.ts';

/** Buys 0.01 at its first update, and sells it at its third. */
const OUT = `
  local count = Load('count', 0) + 1
  Save('count', count)
  if count == 1 then PlaceGoLongOrder(CurrentPrice().close, 0.01, {type = MarketOrderType}) end
  if count == 3 then PlaceExitLongOrder(CurrentPrice().close, 0.01, {type = MarketOrderType}) end`;

async function isListed({ runs }: BotHarness, bot: Bot): Promise<boolean> {
  const shards = Array.from({ length: 64 }, (_, shard) => shard);
  return (await runs.listRunnableBots(shards)).some((each) => each.bot.botId === bot.botId);
}

test('funding that was paid before a bot was stopped is in its record', async () => {
  const { harness, bot, deps, pay, stop } = await fundedBot();
  const runner = harness.runner(deps);
  await harness.passMinutes(3, [runner]);
  const orders: readonly Order[] = await harness.ordersOf(bot);
  assert.deepEqual(
    orders.map(({ state }) => state),
    ['filled'],
  );
  pay();
  await stop();
  await harness.passMinutes(3, [runner]);
  assert.equal((await paymentsOf(harness, bot)).length, 1);
  assert.equal(await isListed(harness, bot), false);
  assert.equal(runner.figures().runningCount, 0);
});

test('the last reading is made by another process, and again where it fails', async () => {
  const { harness, bot, deps, pay, stop, broken } = await fundedBot();
  await harness.passMinutes(3, [harness.runner(deps)]);
  pay();
  await stop();
  harness.passMs(60_000);
  broken.readings = 2;
  await harness.passMinutes(5, [harness.runner(deps)]);
  assert.equal((await paymentsOf(harness, bot)).length, 1);
  assert.equal(await isListed(harness, bot), false);
});

test('a last reading is made again while its exchange may still hide fills', async () => {
  const { harness, bot, deps, pay, stop } = await fundedBot(LONG, 30_000);
  const runner = harness.runner(deps);
  await harness.passMinutes(3, [runner]);
  await stop();
  harness.passMs(50_000);
  pay();
  await harness.passMinutes(1, [runner]);
  assert.deepEqual(await paymentsOf(harness, bot), []);
  assert.equal(await isListed(harness, bot), true);
  await harness.passMinutes(2, [runner]);
  assert.equal((await paymentsOf(harness, bot)).length, 1);
  assert.equal(await isListed(harness, bot), false);
});

test('a last reading is made again while its exchange may not list yet what it paid', async () => {
  const { harness, bot, deps, pay, stop } = await fundedBot(LONG, 30_000);
  const runner = harness.runner(deps);
  await harness.passMinutes(3, [runner]);
  harness.passMs(50_000);
  const paidAtMs = harness.sim.nowMs() - 1_000;
  await stop();
  await harness.passMinutes(1, [runner]);
  assert.equal(await isListed(harness, bot), true);
  pay({ atMs: paidAtMs });
  await harness.passMinutes(2, [runner]);
  assert.equal((await paymentsOf(harness, bot)).length, 1);
  assert.equal(await isListed(harness, bot), false);
});

test('a last reading is made again after the last order has filled', async () => {
  const { harness, bot, deps, pay, stop } = await fundedBot(OUT, 30_000);
  const runner = harness.runner(deps);
  await harness.passMinutes(3, [runner]);
  const paidAtMs = harness.sim.nowMs() - 1_000;
  await stop();
  harness.passMs(4_000);
  await runner.renew();
  await runner.tick();
  assert.equal((await harness.runs.findPositions(bot.botId))?.positions, '[]');
  assert.equal(await isListed(harness, bot), true);
  pay({ atMs: paidAtMs });
  await harness.passMinutes(3, [runner]);
  assert.equal((await paymentsOf(harness, bot)).length, 1);
  assert.equal(await isListed(harness, bot), false);
});

test('a bot that holds nothing any more is read once more for what it was due before', async () => {
  const { harness, bot, deps, pay, stop } = await fundedBot(OUT, 30_000);
  const runner = harness.runner(deps);
  await harness.passMinutes(3, [runner]);
  pay({ atMs: harness.sim.nowMs() - 1_000 });
  harness.passMs(1_000);
  await runner.renew();
  await runner.tick();
  assert.equal((await harness.runs.findPositions(bot.botId))?.positions, '[]');
  assert.deepEqual(await paymentsOf(harness, bot), []);
  await stop();
  assert.equal(await isListed(harness, bot), true);
  await harness.passMinutes(3, [runner]);
  assert.equal((await paymentsOf(harness, bot)).length, 1);
  assert.equal(await isListed(harness, bot), false);
});

test('a bot without a payment is read once more, and left alone then', async () => {
  const { harness, bot, deps, pay, stop, readingsCount } = await fundedBot();
  const runner = harness.runner(deps);
  await harness.passMinutes(3, [runner]);
  await stop();
  await harness.passMinutes(3, [runner]);
  assert.equal(await isListed(harness, bot), false);
  const before = readingsCount();
  pay();
  await harness.passMinutes(3, [runner, harness.runner(deps)]);
  assert.equal(readingsCount(), before);
  assert.equal((await paymentsOf(harness, bot)).length, 0);
});

test('a bot that holds nothing is not read again', async () => {
  const { harness, bot, deps, stop, readingsCount } = await fundedBot('local a = 1');
  const runner = harness.runner(deps);
  await harness.passMinutes(2, [runner]);
  await stop();
  assert.equal(await isListed(harness, bot), false);
  await harness.passMinutes(2, [runner]);
  assert.equal(readingsCount(), 0);
});
