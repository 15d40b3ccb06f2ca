// A backtest whose process died is a suspect: it is tried in a process of its own, and nobody else
// waits for it, whatever becomes of that process.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Client } from 'pg';
import type { Backtest } from '#ports/stores/backtest-store.ts';
import { sampleId } from '#ports/stores/store.fixture.ts';
import type { WorkerFleet, WorkerUnderTest } from '../../support/worker-fleet.ts';
import { QUICK_SCRIPT, withWorkerFleet } from '../../support/worker-fleet.ts';

/** Longer than any test waits. */
const VERY_SLOW_SCRIPT = 'local sum = 0\nfor step = 1, 1000000 do sum = sum + step end -- slow';
const VERY_SLOW_DAYS = 300;
const skip = process.platform === 'linux' ? false : 'reads processes below /proc';

/** Those below the worker that try suspects. */
function suspectProcessesOf({ child }: WorkerUnderTest): readonly number[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.map(Number).filter((processId) => {
    const parent = /^PPid:\t(\d+)$/m.exec(readProcess(processId, 'status'))?.[1];
    const words = readProcess(processId, 'cmdline');
    return Number(parent) === child.pid && words.includes('suspect-process.ts');
  });
}

function readProcess(processId: number, file: string): string {
  try {
    return readFileSync(`/proc/${processId}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** As if the process of its first attempt had died. */
async function loseAnAttempt(fleet: WorkerFleet, { backtestId }: Backtest): Promise<void> {
  const client = new Client(fleet.databaseUrl);
  await client.connect();
  await client.query('UPDATE jobs SET lost_count = 1 WHERE job_id = $1', [backtestId]);
  await client.end();
}

/** Ends each of the processes that try suspects until the backtests have failed. */
async function killUntilFailed(
  fleet: WorkerFleet,
  worker: WorkerUnderTest,
  backtests: readonly Backtest[],
): Promise<void> {
  await fleet.until('each has ended a process of its own', async () => {
    for (const processId of suspectProcessesOf(worker)) process.kill(processId, 'SIGKILL');
    const found = await Promise.all(backtests.map((each) => fleet.progressOf(each)));
    return found.every((progress) => progress?.state === 'failed');
  });
}

function isAlive({ child }: WorkerUnderTest): boolean {
  return child.exitCode === null && child.signalCode === null;
}

async function hasFinished(fleet: WorkerFleet, backtest: Backtest): Promise<void> {
  await fleet.until('a backtest has finished', async () => {
    return (await fleet.progressOf(backtest))?.state === 'finished';
  });
}

test('a backtest that ends its process twice holds back nobody, and fails', { skip }, async () => {
  await withWorkerFleet(async (fleet) => {
    const hostile = await fleet.queue(VERY_SLOW_SCRIPT, VERY_SLOW_DAYS);
    await loseAnAttempt(fleet, hostile);
    const worker = await fleet.startWorker();
    await fleet.untilRows('it runs again', 'SELECT FROM jobs WHERE fence = 1', 1);
    const victim = await fleet.anotherUser();
    await hasFinished(fleet, await fleet.queue(QUICK_SCRIPT, 1, victim));
    assert.deepEqual(await fleet.progressOf(hostile), { state: 'queued' });

    await fleet.until('it has a process of its own', () => suspectProcessesOf(worker).length > 0);
    for (const processId of suspectProcessesOf(worker)) process.kill(processId, 'SIGKILL');
    await fleet.until('it has failed', async () => {
      return (await fleet.progressOf(hostile))?.state === 'failed';
    });
    assert(isAlive(worker));
    await hasFinished(fleet, await fleet.queue(QUICK_SCRIPT, 1, victim));
  });
});

test('a suspect comes to the figures that it would have come to', async () => {
  await withWorkerFleet(async (fleet) => {
    const backtest = await fleet.queue(QUICK_SCRIPT, 3);
    const again: Backtest = { ...backtest, backtestId: sampleId('bt') };
    await fleet.backtests.insertBacktest(again, null);
    await loseAnAttempt(fleet, again);
    await fleet.startWorker();
    const figures: unknown[] = [];
    for (const one of [backtest, again]) {
      await hasFinished(fleet, one);
      const progress = await fleet.progressOf(one);
      assert(progress?.state === 'finished');
      const { seed: _drawn, ...rest } = JSON.parse(progress.figures) as { readonly seed: number };
      figures.push(rest);
    }
    assert.deepEqual(figures[1], figures[0]);
  });
});

test('whoever has ended a process is tried in others for a time', { skip }, async () => {
  await withWorkerFleet(async (fleet) => {
    const first = await fleet.queue(VERY_SLOW_SCRIPT, VERY_SLOW_DAYS);
    await loseAnAttempt(fleet, first);
    const worker = await fleet.startWorker();
    await killUntilFailed(fleet, worker, [first]);

    const next = await fleet.queue(VERY_SLOW_SCRIPT, VERY_SLOW_DAYS);
    const victim = await fleet.anotherUser();
    await fleet.until('it has a process of its own', () => suspectProcessesOf(worker).length > 0);
    await hasFinished(fleet, await fleet.queue(QUICK_SCRIPT, 1, victim));
    await killUntilFailed(fleet, worker, [next]);
    assert(isAlive(worker));
  });
});

test('the user of a silent job gets processes of its own meanwhile', { skip }, async () => {
  await withWorkerFleet(async (fleet) => {
    const silent = await fleet.queue(VERY_SLOW_SCRIPT, VERY_SLOW_DAYS);
    const first = await fleet.startWorker();
    await fleet.untilRows('it runs', 'SELECT FROM jobs WHERE fence = 1', 1);
    await first.end('SIGKILL');
    const next = await fleet.queue(VERY_SLOW_SCRIPT, VERY_SLOW_DAYS);
    await fleet.untilRows(
      'its heart has been silent for a while',
      `SELECT FROM pgboss.job
       WHERE state = 'active' AND heartbeat_on < clock_timestamp() - interval '6 seconds'`,
      1,
    );
    const worker = await fleet.startWorker();
    await killUntilFailed(fleet, worker, [silent, next]);
    assert(isAlive(worker));
  });
});
