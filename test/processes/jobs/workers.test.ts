// Real worker processes on a real queue: what is deleted makes room, what does not end costs nobody
// else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  QUICK_SCRIPT,
  SLOW_DAYS,
  SLOW_SCRIPT,
  withWorkerFleet,
} from '../../support/worker-fleet.ts';

const HOARDING_SCRIPT = `
local retained = {}
while true do retained[#retained + 1] = string.rep('x', 1000) .. #retained end`;

test('a backtest that is deleted while it runs makes room for the next', async () => {
  await withWorkerFleet(async (fleet) => {
    await fleet.startWorker();
    const slow = await fleet.queue(SLOW_SCRIPT, SLOW_DAYS);
    const quick = await fleet.queue(QUICK_SCRIPT);
    assert.equal(await fleet.backtests.deleteBacktest(slow.userId, slow.backtestId), true);
    assert.equal(await fleet.progressOf(slow), null);
    await fleet.until('the next has finished', async () => {
      return (await fleet.progressOf(quick))?.state === 'finished';
    });
    assert.equal(await fleet.progressOf(slow), null);
  });
});

test('a script without end, or with a memory without end, costs nobody else anything', async () => {
  await withWorkerFleet(async (fleet) => {
    await fleet.startWorker();
    const endless = await fleet.queue('while true do end');
    const hoarding = await fleet.queue(HOARDING_SCRIPT);
    const quick = await fleet.queue(QUICK_SCRIPT);
    await fleet.until('the last has finished', async () => {
      return (await fleet.progressOf(quick))?.state === 'finished';
    });
    await fleet.until('the others have failed', async () => {
      const states = await Promise.all([endless, hoarding].map((one) => fleet.progressOf(one)));
      return states.every((progress) => progress?.state === 'failed');
    });
    const progress = await fleet.progressOf(endless);
    assert(progress?.state === 'failed');
    assert.equal(progress.reason.line, 1);
    assert.match(progress.reason.message, /^instruction budget exceeded$/);
    await fleet.untilRows('no attempt was lost', 'SELECT FROM jobs', 0);
  });
});
