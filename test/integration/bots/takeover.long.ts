// Two processes share 200 bots that order in each minute; one is killed, or frozen and woken later.
// The other has all bots within ten seconds, each minute has one order, and the one that wakes can
// neither write nor order.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { MINUTE_MS } from '#lib/time.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { BotFleet, BotProcess } from '../../support/bot-fleet.ts';
import { withBotFleet } from '../../support/bot-fleet.ts';

const BOTS = 200;
const WITHIN_MS = 10_000;
const BUY = 'PlaceBuyOrder(CurrentPrice().close, 0.001, {type = MarketOrderType})';

async function twoProcesses(fleet: BotFleet) {
  const bots: Bot[] = [];
  while (bots.length < BOTS) bots.push(await fleet.startBot(BUY));
  const [first, second] = [await fleet.startProcess(), await fleet.startProcess()];
  const has = (process: BotProcess, bot: Bot): boolean => process.timesTaken(bot) > 0;
  await fleet.until('all bots run in one of them, and some in each', () => {
    const isShared = [first, second].every((process) => bots.some((bot) => has(process, bot)));
    return isShared && bots.every((bot) => has(first, bot) || has(second, bot));
  });
  await fleet.until('all have ordered', async () => (await countOrders(fleet)) >= BOTS);
  return { bots, first, second };
}

async function countOrders({ database }: BotFleet): Promise<number> {
  return (await database.read({ text: 'SELECT FROM orders' }, [])).length;
}

/** How long until no shard is another's than the survivor's, and it runs all bots. */
async function untilTaken(
  context: TestContext,
  fleet: BotFleet,
  bots: readonly Bot[],
  survivor: BotProcess,
): Promise<void> {
  const fromMs = Date.now();
  const had = new Set(bots.filter((bot) => survivor.timesTaken(bot) > 0));
  const lost = bots.filter((bot) => !had.has(bot));
  await fleet.until('the other has the bots', () =>
    lost.every((bot) => survivor.timesTaken(bot) > 0),
  );
  const tookMs = Date.now() - fromMs;
  context.diagnostic(`${lost.length} bots were taken over in ${tookMs} ms`);
  assert.ok(lost.length > 0 && tookMs < WITHIN_MS, `${lost.length} bots in ${tookMs} ms`);
}

async function assertOnceAMinute(fleet: BotFleet, bots: readonly Bot[]): Promise<void> {
  await fleet.until('no order is pending', async () => {
    const text = "SELECT FROM orders WHERE state = 'pending'";
    return (await fleet.database.read({ text }, [])).length === 0;
  });
  let filledCount = 0;
  for (const bot of bots) {
    assert.ok((await fleet.store.findBot(bot.userId, bot.botId))?.isActivated);
    const orders = await fleet.ordersOf(bot);
    const minutes = orders.map(({ placedAtMs }) => Math.floor((placedAtMs ?? 0) / MINUTE_MS));
    assert.equal(new Set(minutes).size, orders.length, 'a minute has one order');
    const [first = 0] = minutes;
    assert.deepEqual(
      minutes,
      minutes.map((_, index) => first + index),
      'and no minute is left out',
    );
    filledCount += orders.filter(({ state }) => state === 'filled').length;
  }
  const text = "SELECT FROM sim_orders WHERE state = 'filled'";
  assert.equal((await fleet.database.read({ text }, [])).length, filledCount);
}

test('the bots of a killed process', { timeout: 400_000 }, async (context) => {
  await withBotFleet(async (fleet) => {
    const { bots, first, second } = await twoProcesses(fleet);
    await first.end('SIGKILL');
    await untilTaken(context, fleet, bots, second);
    const before = await countOrders(fleet);
    await fleet.until('another minute', async () => (await countOrders(fleet)) >= before + BOTS);
    assert.equal(await second.end('SIGTERM'), 0);
    await assertOnceAMinute(fleet, bots);
  });
});

test('the bots of a frozen process, which then wakes', { timeout: 400_000 }, async (context) => {
  await withBotFleet(async (fleet) => {
    const { bots, first, second } = await twoProcesses(fleet);
    first.child.kill('SIGSTOP');
    await untilTaken(context, fleet, bots, second);
    const before = await countOrders(fleet);
    await fleet.until('another minute', async () => (await countOrders(fleet)) >= before + BOTS);
    first.child.kill('SIGCONT');
    const after = await countOrders(fleet);
    await fleet.until('a minute of both', async () => (await countOrders(fleet)) >= after + BOTS);
    assert.equal(await first.end('SIGTERM'), 0);
    assert.equal(await second.end('SIGTERM'), 0);
    await assertOnceAMinute(fleet, bots);
  });
});
