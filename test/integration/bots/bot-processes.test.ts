// Processes that run bots: started and stopped bots are noticed, and whatever ends a process,
// another has its bots soon after.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BotFleet, BotProcess } from '../../support/bot-fleet.ts';
import { withBotFleet } from '../../support/bot-fleet.ts';
import type { Bot } from '#ports/stores/bot-store.ts';

const IDLE = 'local price = CurrentPrice()';
const TAKEN_WITHIN_MS = 10_000;

async function takenAfter(
  fleet: BotFleet,
  next: BotProcess,
  bots: readonly Bot[],
): Promise<number> {
  const fromMs = Date.now();
  await fleet.until('the other process has the bots', () =>
    bots.every((bot) => next.timesTaken(bot) > 0),
  );
  return Date.now() - fromMs;
}

async function start(fleet: BotFleet) {
  const first = await fleet.startProcess();
  const bots = await Promise.all(Array.from({ length: 8 }, () => fleet.startBot(IDLE)));
  await fleet.until('the bots run', () => bots.every((bot) => first.timesTaken(bot) > 0));
  return { first, bots };
}

test('a killed process has its bots run by another', async () => {
  await withBotFleet(async (fleet) => {
    const { first, bots } = await start(fleet);
    await first.end('SIGKILL');
    const next = await fleet.startProcess();
    assert.ok((await takenAfter(fleet, next, bots)) < TAKEN_WITHIN_MS);
  });
});

test('a frozen process has its bots run by another, and releases them once awake', async () => {
  await withBotFleet(async (fleet) => {
    const { first, bots } = await start(fleet);
    first.child.kill('SIGSTOP');
    const next = await fleet.startProcess();
    assert.ok((await takenAfter(fleet, next, bots)) < TAKEN_WITHIN_MS);
    first.child.kill('SIGCONT');
    assert.equal(await first.end('SIGTERM'), 0);
    for (const bot of bots)
      assert.ok((await fleet.store.findBot(bot.userId, bot.botId))?.isActivated);
  });
});

test('an orderly stop hands over at once, and a stopped bot is released', async () => {
  await withBotFleet(async (fleet) => {
    const { first, bots } = await start(fleet);
    assert.equal(await first.end('SIGTERM'), 0);
    const next = await fleet.startProcess();
    await takenAfter(fleet, next, bots);
    const faulty = await fleet.startBot('Nope(');
    await fleet.until('the faulty one is stopped', async () => {
      const found = await fleet.store.findBot(faulty.userId, faulty.botId);
      return found?.isActivated === false && /not valid/.test(found.stopReason ?? '');
    });
  });
});
