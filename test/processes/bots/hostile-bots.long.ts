// Bots that hang at every close, with the limits of service, beside bots that order each minute;
// the process is killed in between. Those that hang are stopped; the others miss no minute.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { LIMITS } from '#lib/limits.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { withBotFleet } from '../../support/bot-fleet.ts';

const HOSTILE = 5;
const VICTIMS = 5;
const MINUTES = 4;
const HANGS = 'local price = CurrentPrice() -- hangs at closes';
const BUY = 'PlaceBuyOrder(CurrentPrice().close, 0.001, {type = MarketOrderType})';

test('bots that hang cost bots of others no minute', { timeout: 600_000 }, async () => {
  await withBotFleet(async (fleet) => {
    const settings = { WALL_MS: String(LIMITS.botUpdateWallMsMax) };
    const foe = await fleet.openAccount();
    const hostile = await Promise.all(
      Array.from({ length: HOSTILE }, () => fleet.startBot(HANGS, foe)),
    );
    const victims = await Promise.all(Array.from({ length: VICTIMS }, () => fleet.startBot(BUY)));
    const first = await fleet.startProcess(true, settings);
    await fleet.until(
      'one has a strike',
      () => first.output().includes('bot.struck'),
      MINUTE_MS * 3,
    );
    await first.end('SIGKILL');
    const next = await fleet.startProcess(true, settings);
    const isStopped = async ({ userId, botId }: (typeof hostile)[number]): Promise<boolean> =>
      (await fleet.store.findBot(userId, botId))?.isActivated === false;
    await fleet.until(
      'all that hang are stopped',
      async () => (await Promise.all(hostile.map(isStopped))).every((is) => is),
      MINUTE_MS * 5,
    );
    const untilMs = Date.now() + MINUTE_MS;
    for (const { botId, userId } of hostile)
      assert.match(
        (await fleet.store.findBot(userId, botId))?.stopReason ?? '',
        /took longer than 5 s/,
      );
    const ordersOf = () => Promise.all(victims.map((bot) => fleet.ordersOf(bot)));
    await fleet.until(
      'the others have ordered for some minutes',
      async () =>
        Date.now() > untilMs && (await ordersOf()).every(({ length }) => length >= MINUTES),
      MINUTE_MS * 6,
    );
    // The orders of the last minute may be under way.
    await pause(5_000);
    for (const orders of await ordersOf()) {
      const minutes = orders.map(({ placedAtMs }) => (placedAtMs ?? 0) / MINUTE_MS);
      const [from = 0] = minutes;
      assert.deepEqual(
        minutes,
        minutes.map((_, index) => from + index),
      );
    }
    assert.equal(next.output().includes('background.failing'), false, next.output());
  });
});
