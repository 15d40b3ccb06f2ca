// Processes that run bots: started and stopped bots are noticed, and whatever ends a process,
// another has its bots soon after.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withBotFleet } from '../../support/bot-fleet.ts';
import { startRunningBots, takenAfter, TAKEN_WITHIN_MS } from '../../support/bot-takeover.ts';

test('a frozen process has its bots run by another, and releases them once awake', async () => {
  await withBotFleet(async (fleet) => {
    const { first, bots } = await startRunningBots(fleet);
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
    const { first, bots } = await startRunningBots(fleet);
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
