// A process that runs bots is killed, and another has them soon after, as its status port shows.
// Other ends are in test/processes/bots.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '../../support/free-port.ts';
import { withBotFleet } from '../../support/bot-fleet.ts';
import { startRunningBots, takenAfter, TAKEN_WITHIN_MS } from '../../support/bot-takeover.ts';

test('a killed process has its bots run by another', async () => {
  await withBotFleet(async (fleet) => {
    const { first, bots } = await startRunningBots(fleet);
    await first.end('SIGKILL');
    const port = await freePort();
    const next = await fleet.startProcess(false, { TIDEMILL_STATUS_PORT: String(port) });
    assert.ok((await takenAfter(fleet, next, bots)) < TAKEN_WITHIN_MS);
    const figures = await fetch(`http://127.0.0.1:${port}/metrics`);
    assert.match(await figures.text(), /^tidemill_bots\{state="running"\} 8$/m);
  });
});
