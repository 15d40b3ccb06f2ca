// A lab through everything: worker processes with their threads, the queue and PostgreSQL, on the
// simulated exchange's minutes.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { endOf, labNow, startLab } from '../../test/support/lab-under-test.ts';
import type { LabWish } from '../../test/support/lab-under-test.ts';
import type { WorkerFleet, WorkerUnderTest } from '../../test/support/worker-fleet.ts';
import { SLOW_SCRIPT, withWorkerFleet } from '../../test/support/worker-fleet.ts';

const PATIENCE_MS = 3_600_000;
const TICK_MS = 10;
/** Of each thread, on the same window. */
const WARM_UP_RUNS = 20;

export type ThroughWorkers = {
  readonly ms: number;
  /** Of processor, of all workers, for the whole lab; 0 where the system does not say. */
  readonly cpuMs: number;
  readonly peakMegabytes: number;
};

/** From the start of the lab until it is judged, on workers that have run before. */
export async function throughWorkers(
  processes: number,
  threads: number,
  wish: LabWish,
): Promise<ThroughWorkers> {
  const measured: ThroughWorkers[] = [];
  await withWorkerFleet(async (fleet) => {
    const workers = await Promise.all(Array.from({ length: processes }, () => fleet.startWorker()));
    const warmUp = { ...wish, fastCount: processes * threads, slowCount: WARM_UP_RUNS };
    await completed(fleet, warmUp);
    const cpuBegan = cpuMsOf(workers);
    const began = performance.now();
    await completed(fleet, wish);
    const ms = performance.now() - began;
    const cpuMs = cpuMsOf(workers) - cpuBegan;
    measured.push({ ms, cpuMs, peakMegabytes: Math.max(...workers.map(peakMegabytes)) });
  }, threads);
  const [result] = measured;
  assert(result !== undefined);
  return result;
}

async function completed(fleet: WorkerFleet, wish: LabWish): Promise<void> {
  const lab = await endOf(fleet, await startLab(fleet, wish), PATIENCE_MS);
  assert.equal(lab.status, 'completed', lab.execution?.cancelReason ?? '');
}

/** Milliseconds from the wish to cancel until no worker has a slice of the lab any more. */
export async function msToCancel(rounds: number): Promise<readonly number[]> {
  const all: number[] = [];
  await withWorkerFleet(async (fleet) => {
    await fleet.startWorker();
    // One run of it takes longer than all rounds.
    const source = `${SLOW_SCRIPT}\nlocal sum = Input('Fast', 1) + Input('Slow', 1)`;
    const active = `SELECT FROM pgboss.job WHERE state = 'active' AND name = 'lab_slice'`;
    for (let round = 0; round < rounds; round += 1) {
      const lab = await startLab(fleet, { source, fastCount: 40, slowCount: 50, days: 124 });
      await fleet.untilRows('its slices run', active, 3);
      const began = performance.now();
      await fleet.labs.cancelLab(lab.userId, lab.labId, 'Cancelled by user', Date.now(), null);
      await fleet.untilRows('no slice runs', active, 0);
      all.push(performance.now() - began);
      assert.equal((await labNow(fleet, lab)).status, 'cancelled');
    }
  }, 2);
  return all;
}

function cpuMsOf(workers: readonly WorkerUnderTest[]): number {
  return workers.reduce((sum, { child }) => {
    const file = `/proc/${child.pid}/stat`;
    if (!existsSync(file)) return sum;
    const [, fields = ''] = readFileSync(file, 'utf8').split(') ');
    const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
    return sum + (user + system) * TICK_MS;
  }, 0);
}

function peakMegabytes({ child }: WorkerUnderTest): number {
  const file = `/proc/${child.pid}/status`;
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return Number(/VmHWM:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1_024;
}
