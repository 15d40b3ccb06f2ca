// Compute on the asking thread fulfils the contract of its port.

import { suite } from 'node:test';
import { inlineCompute } from '#adapters/memory/inline-compute.ts';
import type { CountResult, CountTask } from '#ports/work/compute.contract.ts';
import { computeContract, countTask } from '#ports/work/compute.contract.ts';

suite('compute on the asking thread', () => {
  computeContract(async () => ({
    compute: inlineCompute<CountTask, CountResult>((task, onProgress) =>
      countTask(task, async (share) => {
        const goesOn = onProgress(share);
        // Work on the asking thread must let others speak.
        await new Promise((resolve) => setImmediate(resolve));
        return goesOn;
      }),
    ),
    close: async () => {},
  }));
});
