// The database is stopped for half a minute, over a minute's close, while 200 bots run that order
// in each minute: no bot ends, no order is there twice, and all catch up in the same process.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '#lib/time.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { BotFleet } from '../../support/bot-fleet.ts';
import { withStoppableFleet } from '../../support/bot-fleet.ts';

const BOTS = 200;
const AWAY_MS = 30_000;
const CAUGHT_UP_WITHIN_MS = 20_000;
const BUY = 'PlaceBuyOrder(CurrentPrice().close, 0.001, {type = MarketOrderType})';

test('bots outlast a database that is away', { timeout: 600_000 }, async (context) => {
  await withStoppableFleet(async (fleet, server) => {
    const bots: Bot[] = [];
    while (bots.length < BOTS) bots.push(await fleet.startBot(BUY));
    const runner = await fleet.startProcess();
    await fleet.until('all bots run', () => bots.every((bot) => runner.timesTaken(bot) > 0));
    await fleet.until('all bots have ordered', async () => (await countFilled(fleet)) >= BOTS);
    // From ten seconds before a close on.
    await pause(MINUTE_MS - ((Date.now() + 10_000) % MINUTE_MS));
    await server.stopFor(AWAY_MS);
    const backAtMs = Date.now();
    const lastClosedMs = Math.floor(backAtMs / MINUTE_MS) * MINUTE_MS;
    await fleet.until('all bots have run for the minutes of the outage', async () => {
      const text = 'SELECT FROM bot_runs WHERE done_until_ms >= $1';
      return (await readWhenBack(fleet, text, [lastClosedMs])) === BOTS;
    });
    const caughtUpMs = Date.now() - backAtMs;
    context.diagnostic(`caught up ${caughtUpMs} ms after the server was let start`);
    assert.ok(caughtUpMs < CAUGHT_UP_WITHIN_MS, `${caughtUpMs} ms`);
    // The next minute is an ordinary one.
    const filledBefore = await countFilled(fleet);
    await fleet.until('all bots order again', async () => {
      return (await countFilled(fleet)) >= filledBefore + BOTS;
    });
    await fleet.until('no order is pending', async () => {
      return (await readWhenBack(fleet, "SELECT FROM orders WHERE state = 'pending'", [])) === 0;
    });
    for (const bot of bots) assert.equal(runner.timesTaken(bot), 1, 'no run was made again');
    assert.equal(await runner.end('SIGTERM'), 0);
    await assertNothingDoubled(fleet, bots);
  });
});

async function assertNothingDoubled(fleet: BotFleet, bots: readonly Bot[]): Promise<void> {
  let filledCount = 0;
  for (const bot of bots) {
    assert.ok((await fleet.store.findBot(bot.userId, bot.botId))?.isActivated);
    const orders = await fleet.ordersOf(bot);
    const minutes = orders.map(({ placedAtMs }) => Math.floor((placedAtMs ?? 0) / MINUTE_MS));
    assert.equal(new Set(minutes).size, orders.length, 'a minute has one order');
    for (const { state } of orders) assert.ok(['filled', 'unplaced'].includes(state), state);
    filledCount += orders.filter(({ state }) => state === 'filled').length;
  }
  const text = "SELECT FROM sim_orders WHERE state = 'filled'";
  assert.equal((await fleet.database.read({ text }, [])).length, filledCount);
}

async function countFilled(fleet: BotFleet): Promise<number> {
  return readWhenBack(fleet, "SELECT FROM orders WHERE state = 'filled'", []);
}

/** How many rows there are; none while the server is away. */
async function readWhenBack(
  { database }: BotFleet,
  text: string,
  values: readonly unknown[],
): Promise<number> {
  try {
    return (await database.read({ text }, values)).length;
  } catch {
    return -1;
  }
}
