// A real worker process on a real queue: what is stopped is given back. More is in
// test/processes/jobs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SLOW_DAYS, SLOW_SCRIPT, withWorkerFleet } from '../../support/worker-fleet.ts';

test('a worker that is asked to stop gives its work back, and another finishes it', async () => {
  await withWorkerFleet(async (fleet) => {
    const first = await fleet.startWorker();
    const backtest = await fleet.queue(SLOW_SCRIPT, SLOW_DAYS);
    const running = 'SELECT FROM jobs WHERE fence = 1';
    await fleet.untilRows('it runs', running, 1);
    assert.equal(await first.end('SIGTERM'), 0);
    assert.deepEqual(await fleet.progressOf(backtest), { state: 'queued' });
    await fleet.untilRows('it counts no loss', 'SELECT FROM jobs WHERE lost_count = 0', 1);
    await fleet.startWorker();
    await fleet.until('it has finished', async () => {
      return (await fleet.progressOf(backtest))?.state === 'finished';
    });
  });
});
