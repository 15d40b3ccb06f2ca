// A bot that trades each minute, under processes that are killed in the middle of their work: each
// minute has one order, and all of them are at the exchange once.

import { MINUTE_MS } from '#lib/time.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { withBotFleet } from '../../support/bot-fleet.ts';

const BOTS = 20;
const MINUTES = 4;
const BUY = 'PlaceBuyOrder(CurrentPrice().close, 0.001, {type = MarketOrderType})';

test('killed processes lose and double no order of a bot', { timeout: 600_000 }, async () => {
  await withBotFleet(async (fleet) => {
    const bots = await Promise.all(Array.from({ length: BOTS }, () => fleet.startBot(BUY)));
    const firstCloseMs = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS;
    for (let minute = 0; minute < MINUTES; minute += 1) {
      // Killed while the bots of the minute are at work, then taken over within the minute.
      const one = await fleet.startProcess();
      const closeMs = firstCloseMs + minute * MINUTE_MS;
      await pause(Math.max(0, closeMs - Date.now()) + 150 + 150 * minute);
      await one.end('SIGKILL');
      const two = await fleet.startProcess();
      await pause(Math.max(0, closeMs + 20_000 - Date.now()));
      await two.end(minute % 2 === 0 ? 'SIGTERM' : 'SIGKILL');
    }
    const last = await fleet.startProcess();
    await fleet.until('no order is pending', async () => {
      const text = `SELECT FROM orders WHERE state = 'pending'`;
      return (await fleet.database.read({ text }, [])).length === 0;
    });
    await last.end('SIGTERM');
    let filledCount = 0;
    for (const bot of bots) {
      const orders = await fleet.ordersOf(bot);
      const minutes = orders.map(({ placedAtMs }) => Math.floor((placedAtMs ?? 0) / MINUTE_MS));
      assert.equal(new Set(minutes).size, orders.length, 'a minute has one order');
      assert.ok(orders.length >= MINUTES, `${orders.length} orders`);
      for (const { state } of orders) assert.ok(['filled', 'unplaced'].includes(state), state);
      filledCount += orders.filter(({ state }) => state === 'filled').length;
    }
    const text = "SELECT FROM sim_orders WHERE state = 'filled'";
    const filled = await fleet.database.read({ text }, []);
    assert.equal(filled.length, filledCount);
    assert.ok(filledCount >= BOTS * MINUTES * 0.9, `${filledCount} orders were filled`);
  });
});
