// A process that runs bots is killed, and another has them soon after. Other ends are in
// test/processes/bots.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withBotFleet } from '../../support/bot-fleet.ts';
import { startRunningBots, takenAfter, TAKEN_WITHIN_MS } from '../../support/bot-takeover.ts';

test('a killed process has its bots run by another', async () => {
  await withBotFleet(async (fleet) => {
    const { first, bots } = await startRunningBots(fleet);
    await first.end('SIGKILL');
    const next = await fleet.startProcess();
    assert.ok((await takenAfter(fleet, next, bots)) < TAKEN_WITHIN_MS);
  });
});
