// Compute on threads fulfils the contract of its port, and outlives whatever a thread does.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { suite, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { threadCompute } from '#adapters/threads/thread-compute.ts';
import type { CountResult } from '#ports/work/compute.contract.ts';
import { computeContract } from '#ports/work/compute.contract.ts';
import type { ComputeFault } from '#ports/work/compute.ts';
import type { BadTask, Misdeed } from './bad-work.ts';
import { SLOW_START_MS } from './start-slowly.ts';

function open(wallMsMax = 60_000) {
  return threadCompute<BadTask, CountResult>({
    entry: new URL('./bad-work.ts', import.meta.url),
    threadsMax: 2,
    threadsStart: 'at_once',
    wallMsMax,
    heapMegabytesMax: 64,
  });
}

suite('compute on threads', () => {
  computeContract(async () => {
    const compute = open();
    return { compute, close: () => compute.close() };
  });
});

const COUNT = { until: 3 } as const;

async function misbehave(
  misdeed: Misdeed,
  { wallMsMax = 60_000, signal = new AbortController().signal } = {},
): Promise<ComputeFault> {
  const compute = open(wallMsMax);
  const call = { signal, onProgress: () => undefined };
  const bad = compute.run({ ...COUNT, misdeed }, call);
  const other = { signal: new AbortController().signal, onProgress: () => undefined };
  // Work beside it and after it is done as ever.
  const good = [await compute.run(COUNT, other)];
  const ending = await bad;
  good.push(await compute.run(COUNT, other), await compute.run(COUNT, other));
  await compute.close();
  assert.deepEqual(
    good.map((response) => response.ok && response.value.sum),
    [6n, 6n, 6n],
  );
  assert(!ending.ok);
  return ending.rejection;
}

test('an endless loop costs its own work its time', async () => {
  const fault = await misbehave('spin', { wallMsMax: 1_500 });
  assert.equal(fault.kind, 'too_long');
});

test('work that had no processor is said to be starved', async () => {
  const { kind, isStarved } = await misbehave('wait', { wallMsMax: 3_000 });
  assert.deepEqual({ kind, isStarved }, { kind: 'too_long', isStarved: true });
});

const WALL_MS = 400;

type Usage = ReturnType<Worker['cpuUsage']>;

/** Processor time that every thread reports: at the start of its work, then at its deadline. */
async function lateWork(context: TestContext, ...reports: readonly (() => Usage)[]) {
  const left = [...reports];
  const { mock } = context.mock.method(Worker.prototype, 'cpuUsage', async () => left.shift()?.());
  const compute = threadCompute<BadTask, CountResult>({
    entry: new URL('./bad-work.ts', import.meta.url),
    threadsMax: 1,
    threadsStart: 'at_once',
    wallMsMax: WALL_MS,
    heapMegabytesMax: 64,
  });
  const call = { signal: new AbortController().signal, onProgress: () => undefined };
  const ending = await compute.run({ ...COUNT, misdeed: 'wait' }, call);
  await compute.close();
  assert.equal(mock.callCount(), reports.length);
  mock.restore();
  assert(!ending.ok);
  const { kind, isStarved } = ending.rejection;
  assert.equal(kind, 'too_long');
  return isStarved;
}

const usedMs = (userMs: number, systemMs: number) => async (): Usage => ({
  user: userMs * 1_000,
  system: systemMs * 1_000,
});
const never = async (): Usage => new Promise(() => undefined);
const failing = async (): Usage => {
  throw new Error('it is gone');
};

test('work is starved that used less than half of its time, since its start', async (context) => {
  const half = WALL_MS / 2;
  const before = usedMs(9_000, 700);
  assert.equal(await lateWork(context, before, usedMs(9_000 + half - 100, 799)), true);
  assert.equal(await lateWork(context, before, usedMs(9_000 + half - 100, 800)), false);
});

test('work ends at its time although its thread does not say what it used', async (context) => {
  const silences = [
    [usedMs(0, 0), never],
    [never, usedMs(0, 0)],
    [usedMs(0, 0), failing],
    [failing, usedMs(0, 0)],
  ] as const;
  for (const reports of silences) assert.equal(await lateWork(context, ...reports), false);
});

test('the start of a thread is no time of its work', async () => {
  const compute = threadCompute<BadTask, CountResult>({
    entry: new URL('./slow-start.ts', import.meta.url),
    threadsMax: 1,
    threadsStart: 'when_needed',
    wallMsMax: SLOW_START_MS / 2,
    heapMegabytesMax: 64,
  });
  const call = { signal: new AbortController().signal, onProgress: () => undefined };
  const ending = await compute.run(COUNT, call);
  await compute.close();
  assert.equal(ending.ok && ending.value.sum, 6n);
});

test('an endless loop can be cancelled', async () => {
  const controller = new AbortController();
  setImmediate(() => controller.abort());
  assert.equal((await misbehave('spin', { signal: controller.signal })).kind, 'cancelled');
});

test('memory without end costs its own work its thread', async () => {
  assert.equal((await misbehave('hoard')).kind, 'out_of_memory');
});

test('an error that is not caught is reported', async () => {
  const fault = await misbehave('throw');
  assert.equal(fault.kind, 'crashed');
  assert.match(fault.message, /a mistake of ours/);
});

test('a thread that ends itself is replaced', async () => {
  assert.equal((await misbehave('exit')).kind, 'crashed');
});
