// The states of a lab in memory under 1,000 random sequences of what a user and workers do.
// `lab-life.long.ts` does the same in PostgreSQL.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryJobs } from '#adapters/memory/memory-jobs.ts';
import { memoryLabStore } from '#adapters/memory/memory-lab-store.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import type { JobEnding, JobKind } from '#ports/work/jobs.ts';
import type { LabHome } from './lab-life.ts';
import { assertLives, completesAlone } from './lab-life.ts';

function homeInMemory(): LabHome {
  const store = memoryStore();
  const jobs = memoryJobs();
  const labs = memoryLabStore(jobs, store);
  return {
    store,
    labs,
    async attempt(_lab, queue, act) {
      let isTaken = false;
      const kind: JobKind = {
        queue,
        async perform(held, signal): Promise<JobEnding> {
          // Others wait until the runner closes, which gives them back.
          if (isTaken) await new Promise((resolve) => signal.addEventListener('abort', resolve));
          if (signal.aborted) return { kind: 'again', delayMs: 0 };
          isTaken = true;
          await act(held);
          return { kind: 'done' };
        },
        onDefect: assert.ifError,
      };
      const runner = jobs.run({ kinds: [kind], placesCount: 1, retainedCount: 0 });
      await new Promise((resolve) => setImmediate(resolve));
      await runner.close();
    },
  };
}

test('left alone, a started lab runs to its end', async () => {
  assert.equal(await completesAlone(homeInMemory()), 'completed');
});

test('whatever happens, a lab is where its table allows, with exact counters', async () => {
  await assert.doesNotReject(assertLives(homeInMemory, 1_000));
});
