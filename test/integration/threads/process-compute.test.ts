// Compute in processes fulfils the contract of its port, and outlives whatever a process does.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { processCompute } from '#adapters/processes/process-compute.ts';
import type { CountResult } from '#ports/work/compute.contract.ts';
import { computeContract } from '#ports/work/compute.contract.ts';
import type { BadTask, Misdeed } from './bad-work.ts';
import { someOf } from '../../support/share-of-cases.ts';

function open(wallMsMax = 60_000, deathsMax = 2) {
  return processCompute<BadTask, CountResult>({
    entry: new URL('./bad-work-process.ts', import.meta.url),
    processesMax: 2,
    wallMsMax,
    deathsMax,
  });
}

const COUNT = { until: 3 } as const;

function call() {
  return { signal: new AbortController().signal, onProgress: () => undefined };
}

suite('compute in processes', () => {
  computeContract(async () => {
    const compute = open();
    return { compute, close: () => compute.close() };
  });

  const ENDINGS: readonly (readonly [string, Misdeed, number, string])[] = [
    ['work that kills its process again and again', 'kill', 60_000, 'out_of_memory'],
    ['work that spins for ever', 'spin', 15_000, 'too_long'],
    ['work that fills its heap', 'hoard', 60_000, 'out_of_memory'],
    ['work that fills memory beside the heap', 'hoard_buffers', 60_000, 'out_of_memory'],
  ];
  for (const [name, misdeed, wallMsMax, kind] of ENDINGS.slice(0, someOf(4))) {
    test(`${name} ends ${kind}, and others go on`, async () => {
      const compute = open(wallMsMax);
      const bad = compute.run({ ...COUNT, misdeed }, call());
      const beside = await compute.run(COUNT, call());
      const ending = await bad;
      const after = await compute.run(COUNT, call());
      await compute.close();
      assert.deepEqual(
        [beside, after].map((response) => response.ok && response.value.sum),
        [6n, 6n],
      );
      assert.equal(!ending.ok && ending.rejection.kind, kind);
    });
  }

  test('work is cancelled when it is closed', async () => {
    const compute = open();
    const endless = compute.run({ until: Infinity }, call());
    await compute.close();
    const ending = await endless;
    assert.equal(!ending.ok && ending.rejection.kind, 'cancelled');
  });
});
