// Worker processes that are killed: whatever becomes of them, each backtest ends once. A dead
// process is noticed by its heart, which takes some ten seconds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Backtest } from '#ports/stores/backtest-store.ts';
import type { WorkerUnderTest } from '../../support/worker-fleet.ts';
import {
  QUICK_SCRIPT,
  SLOW_DAYS,
  SLOW_SCRIPT,
  withWorkerFleet,
} from '../../support/worker-fleet.ts';

/** Ids of backtests whose end a worker has written down, as its log says. */
function endedBy(worker: WorkerUnderTest): readonly string[] {
  return worker
    .output()
    .split('\n')
    .filter((line) => line.includes('"backtest.ended"') && line.includes('"finished"'))
    .map((line) => (JSON.parse(line) as { readonly backtest_id: string }).backtest_id);
}

test('a worker that is killed in the middle of 20 backtests loses and doubles none', async () => {
  await withWorkerFleet(async (fleet) => {
    const first = await fleet.startWorker();
    const second = await fleet.startWorker();
    const queued: Backtest[] = [];
    for (let count = 0; count < 20; count += 1) queued.push(await fleet.queue(QUICK_SCRIPT));
    await fleet.until('some have finished', () => endedBy(first).length >= 3);
    await first.end('SIGKILL');
    await fleet.until('all have finished', async () => {
      const states = await Promise.all(queued.map((backtest) => fleet.progressOf(backtest)));
      return states.every((progress) => progress?.state === 'finished');
    });
    const ids = [...endedBy(first), ...endedBy(second)];
    assert.equal(new Set(ids).size, ids.length, 'none ended twice');
    assert.equal(await second.end('SIGTERM'), 0);
  }, 2);
});

test('a backtest whose process dies three times fails with that reason', async () => {
  await withWorkerFleet(async (fleet) => {
    const backtest = await fleet.queue(SLOW_SCRIPT, SLOW_DAYS);
    for (const fence of [1, 2, 3]) {
      const worker = await fleet.startWorker();
      await fleet.untilRows('it runs', `SELECT FROM jobs WHERE fence = ${fence}`, 1);
      await worker.end('SIGKILL');
    }
    await fleet.startWorker();
    await fleet.until('it has failed', async () => {
      return (await fleet.progressOf(backtest))?.state === 'failed';
    });
    const progress = await fleet.progressOf(backtest);
    assert(progress?.state === 'failed');
    assert.match(progress.reason.message, /process that ran it ended, 3 times/);
  });
});
