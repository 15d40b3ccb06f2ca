// A lab through everything: worker processes with their threads, the queue and PostgreSQL, on the
// simulated exchange's minutes.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Lab } from '#ports/stores/lab-store.ts';
import { labNow, startLab } from '../../test/support/lab-under-test.ts';
import type { LabWish } from '../../test/support/lab-under-test.ts';
import type { WorkerFleet, WorkerUnderTest } from '../../test/support/worker-fleet.ts';
import { SLOW_SCRIPT, withWorkerFleet } from '../../test/support/worker-fleet.ts';
import { postgresCpuMs, processCpuMs } from '../bots/process-cpu.ts';
import { idlePercents, threadTimesOf } from './thread-times.ts';

const POLL_MS = 50;

export type LabCost = {
  readonly ms: number;
  /** What half of the results took: from a quarter of them to three quarters. */
  readonly middleMs: number;
  /** Of processor, of all workers. */
  readonly cpuMs: number;
  /** Of processor, of the database. */
  readonly databaseMs: number;
  /** Of the time of each thread that runs scripts: what it had nothing to do for. */
  readonly idlePercents: readonly number[];
  /** Of one process, since it began. */
  readonly peakMegabytes: number;
};

/**
 * The same lab twice, from its start until it is judged: on workers that have just begun, which
 * still compile, and again on the same.
 */
export async function throughWorkers(
  processes: number,
  threads: number,
  wish: LabWish,
): Promise<{ readonly first: LabCost; readonly again: LabCost }> {
  const measured: LabCost[] = [];
  await withWorkerFleet(async (fleet) => {
    const workers = await Promise.all(Array.from({ length: processes }, () => fleet.startWorker()));
    for (const _ of ['first', 'again']) measured.push(await costOf(fleet, workers, wish));
  }, threads);
  const [first, again] = measured;
  assert(first !== undefined && again !== undefined);
  return { first, again };
}

async function costOf(
  fleet: WorkerFleet,
  workers: readonly WorkerUnderTest[],
  wish: LabWish,
): Promise<LabCost> {
  const ids = workers.map(({ child }) => child.pid ?? 0);
  const times = () => ids.flatMap(threadTimesOf);
  const cpuMs = (): number => ids.reduce((sum, id) => sum + processCpuMs(id), 0);
  const before = { cpu: cpuMs(), database: postgresCpuMs(fleet.databaseUrl), times: times() };
  const began = performance.now();
  const steps = await stepsOf(fleet, await startLab(fleet, wish), began);
  const ms = performance.now() - began;
  const count = wish.fastCount * wish.slowCount;
  return {
    ms,
    middleMs: msUntil(steps, 0.75 * count) - msUntil(steps, 0.25 * count),
    cpuMs: cpuMs() - before.cpu,
    databaseMs: postgresCpuMs(fleet.databaseUrl) - before.database,
    idlePercents: idlePercents(before.times, times(), ms),
    peakMegabytes: Math.max(...workers.map(peakMegabytes)),
  };
}

/** How many results there were, and when. */
type Step = { readonly atMs: number; readonly done: number };

async function stepsOf(fleet: WorkerFleet, lab: Lab, began: number): Promise<readonly Step[]> {
  const steps: Step[] = [{ atMs: 0, done: 0 }];
  for (;;) {
    const { execution, status } = await labNow(fleet, lab);
    const done = execution?.completedCount ?? 0;
    if (done > (steps.at(-1)?.done ?? 0)) steps.push({ atMs: performance.now() - began, done });
    if (status === 'completed') return steps;
    assert(status === 'queued' || status === 'running', execution?.cancelReason ?? '');
    await pause(POLL_MS);
  }
}

/** Results come by the slice: between two steps they are taken to come evenly. */
function msUntil(steps: readonly Step[], count: number): number {
  const next = steps.findIndex(({ done }) => done >= count);
  const [from, to] = [steps[next - 1], steps[next]];
  if (from === undefined || to === undefined) return 0;
  return from.atMs + ((to.atMs - from.atMs) * (count - from.done)) / (to.done - from.done);
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

function peakMegabytes({ child }: WorkerUnderTest): number {
  const file = `/proc/${child.pid}/status`;
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return Number(/VmHWM:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1_024;
}
