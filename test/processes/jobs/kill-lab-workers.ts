// Rounds of killing workers at random under a lab of 2,000 combinations, compared with the same lab
// undisturbed.

import assert from 'node:assert/strict';
import type { LabWish } from '../../support/lab-under-test.ts';
import { endOf, labNow, resultsOf, startLab } from '../../support/lab-under-test.ts';
import { withWorkerFleet } from '../../support/worker-fleet.ts';

/** Of a lab's combinations, when a worker is killed: spread over the rounds. */
function killedAt(round: number, count: number): number {
  return Math.floor(count * ((round * 0.381_966 + 0.1) % 0.9));
}

export async function killRounds(rounds: number, wish: LabWish): Promise<void> {
  const count = wish.fastCount * wish.slowCount;
  await withWorkerFleet(async (fleet) => {
    let worker = await fleet.startWorker();
    const calm = await resultsOf(fleet, await endOf(fleet, await startLab(fleet, wish)));
    assert.equal(calm.length, count);
    for (let round = 1; round <= rounds; round += 1) {
      const lab = await startLab(fleet, wish);
      await fleet.until('it is under way', async () => {
        const { execution, status } = await labNow(fleet, lab);
        const done = execution?.completedCount ?? 0;
        return status === 'completed' || done >= killedAt(round, count);
      });
      await worker.end('SIGKILL');
      worker = await fleet.startWorker();
      const { execution, status } = await endOf(fleet, lab);
      assert.equal(status, 'completed', execution?.cancelReason ?? '');
      assert.equal(execution?.completedCount, count);
      assert.deepEqual(await resultsOf(fleet, lab), calm);
    }
  });
}
