// Users who share real workers: whoever has much to do makes nobody else wait for the end of it, on
// one thread too.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Backtest } from '#ports/stores/backtest-store.ts';
import { startLab } from '../../support/lab-under-test.ts';
import type { WorkerFleet } from '../../support/worker-fleet.ts';
import { QUICK_SCRIPT, SLOW_SCRIPT, withWorkerFleet } from '../../support/worker-fleet.ts';

/** One run over so many days outlasts the test. */
const ENDLESS_DAYS = 360;

async function untilFinished(fleet: WorkerFleet, backtest: Backtest): Promise<void> {
  await fleet.until('the backtest has finished', async () => {
    return (await fleet.progressOf(backtest))?.state === 'finished';
  });
}

test("a user's backtest does not wait for those of another that run and wait", async () => {
  await withWorkerFleet(async (fleet) => {
    await fleet.startWorker();
    const slow: Backtest[] = [];
    for (let count = 0; count < 12; count += 1) {
      slow.push(await fleet.queue(SLOW_SCRIPT, ENDLESS_DAYS));
    }
    const attempted = 'SELECT FROM jobs WHERE fence > 0';
    await fleet.untilRows('one runs, and one is held ahead', attempted, 2);
    const other = await fleet.anotherUser();
    for (let count = 0; count < 3; count += 1) {
      await untilFinished(fleet, await fleet.queue(QUICK_SCRIPT, 1, other));
    }
    await fleet.untilRows('no other of the first user began', attempted, 2);
    const states = await Promise.all(slow.map((one) => fleet.progressOf(one)));
    assert.deepEqual(new Set(states.map((progress) => progress?.state)), new Set(['queued']));
  });
});

test("a user's backtest does not wait for the labs of another", async () => {
  await withWorkerFleet(async (fleet) => {
    await fleet.startWorker();
    const source = `${SLOW_SCRIPT}\nlocal sum = Input('Fast', 1) + Input('Slow', 1)`;
    for (let count = 0; count < 5; count += 1) {
      await startLab(fleet, { source, fastCount: 20, slowCount: 10, days: ENDLESS_DAYS });
    }
    const attempted = `SELECT FROM jobs WHERE fence > 0 AND queue = 'lab_slice'`;
    await fleet.untilRows('one slice runs, and one is held ahead', attempted, 2);
    const other = await fleet.anotherUser();
    const quick = await fleet.queue(QUICK_SCRIPT, 1, other);
    await untilFinished(fleet, quick);
    await fleet.untilRows('no other slice began', attempted, 2);
    assert.equal((await fleet.progressOf(quick))?.state, 'finished');
  });
});

test("a user's own backtest goes before the slices of its lab", async () => {
  await withWorkerFleet(async (fleet) => {
    await fleet.startWorker();
    const lab = await startLab(fleet, { fastCount: 40, slowCount: 50, days: 31 });
    const slices = `SELECT FROM jobs WHERE queue = 'lab_slice' AND boss_id IS NOT NULL`;
    await fleet.untilRows('slices are held', slices, 2);
    await untilFinished(fleet, await fleet.queue(QUICK_SCRIPT));
    const status = (await fleet.labs.findLab(lab.userId, lab.labId))?.status;
    assert.equal(status, 'running');
  });
});

test('a short backtest of a user passes the long ones that wait', async () => {
  await withWorkerFleet(async (fleet) => {
    const long: Backtest[] = [];
    for (let count = 0; count < 6; count += 1) {
      long.push(await fleet.queue(SLOW_SCRIPT, ENDLESS_DAYS));
    }
    const short = await fleet.queue(QUICK_SCRIPT);
    await fleet.startWorker();
    await fleet.until('the short one has finished', async () => {
      return (await fleet.progressOf(short))?.state === 'finished';
    });
    const progress = await Promise.all(long.map((one) => fleet.progressOf(one)));
    const queuedCount = progress.filter((one) => one?.state === 'queued').length;
    assert.equal(queuedCount, 6);
  });
});
