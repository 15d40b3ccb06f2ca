// Labs carried out by real worker processes: complete, the same however many there are, and
// cancelled at once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summaryFromText } from '#services/labs/lab-results.ts';
import { endOf, labNow, resultsOf, startLab } from '../../support/lab-under-test.ts';
import { SLOW_SCRIPT, withWorkerFleet } from '../../support/worker-fleet.ts';

test('a lab gives each combination one result, judged', async () => {
  await withWorkerFleet(async (fleet) => {
    await fleet.startWorker();
    const lab = await endOf(fleet, await startLab(fleet, { fastCount: 10, slowCount: 6, days: 3 }));
    assert.equal(lab.status, 'completed', lab.execution?.cancelReason ?? '');
    assert.equal(lab.execution?.completedCount, 60);
    const results = await resultsOf(fleet, lab);
    assert.deepEqual(
      results.map(({ combination }) => combination),
      results.map((_, place) => place),
    );
    assert.equal(results.length, 60);
    assert.ok(results.every(({ judgement }) => judgement !== null));
    assert.ok(results.some(({ positionsClosed }) => positionsClosed > 0));
    const summary = summaryFromText(lab.execution.summary ?? '{}');
    assert.equal(summary.trialsCount, 60);
    assert.equal(summary.folds.length, 3);
  });
});

test('a genetic lab takes the same course on one worker and on two', async () => {
  await withWorkerFleet(async (fleet) => {
    const wish = { algorithm: 'intelligent', fastCount: 20, slowCount: 20, days: 2 } as const;
    await fleet.startWorker();
    const alone = await endOf(fleet, await startLab(fleet, wish));
    await fleet.startWorker();
    const together = await endOf(fleet, await startLab(fleet, wish));
    assert.equal(together.execution?.completedCount, 60);
    assert.deepEqual(await resultsOf(fleet, together), await resultsOf(fleet, alone));
  });
});

test('a lab that is cancelled stops, and its workers go on to the next', async () => {
  await withWorkerFleet(async (fleet) => {
    await fleet.startWorker();
    // One run of it outlasts the test.
    const source = `${SLOW_SCRIPT}\nlocal fast = Input('Fast', 1) + Input('Slow', 1)`;
    const slow = await startLab(fleet, { source, fastCount: 40, slowCount: 50, days: 124 });
    const slices = `data ->> 'jobId' LIKE '${slow.labId}.%' AND name = 'lab_slice'`;
    const active = `SELECT FROM pgboss.job WHERE state = 'active' AND ${slices}`;
    await fleet.untilRows('slices run: one on the thread, one ahead', active, 2);
    const { labId, userId } = slow;
    await fleet.labs.cancelLab(userId, labId, 'Cancelled by user', Date.now(), null);
    await fleet.untilRows('their worker has released them', active, 0);
    const waiting = `SELECT FROM pgboss.job WHERE state <> 'completed' AND ${slices}`;
    await fleet.untilRows('none waits', waiting, 0);
    await fleet.untilRows('none is known', 'SELECT job_id FROM jobs', 0);
    const next = await endOf(fleet, await startLab(fleet, { fastCount: 2, slowCount: 2, days: 1 }));
    assert.equal(next.status, 'completed', next.execution?.cancelReason ?? '');
    const { execution, status } = await labNow(fleet, slow);
    assert.equal(status, 'cancelled');
    assert.equal(execution?.completedCount, 0);
    assert.deepEqual(await resultsOf(fleet, slow), []);
  });
});

test('a lab whose script fails in every run fails with the reason', async () => {
  await withWorkerFleet(async (fleet) => {
    await fleet.startWorker();
    const source = "local x = Input('Fast', 1) + Input('Slow', 1)\nerror('no such luck')";
    const wish = { source, fastCount: 2, slowCount: 2, days: 1 };
    const lab = await endOf(fleet, await startLab(fleet, wish));
    assert.equal(lab.status, 'failed');
    assert.match(lab.execution?.cancelReason ?? '', /Every run failed: .*no such luck/);
  });
});
