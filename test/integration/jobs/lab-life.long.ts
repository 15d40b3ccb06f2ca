// The states of a lab in PostgreSQL under 1,000 random sequences of what a user and workers do.
// Before each attempt an earlier one at the same job comes back to life: it must change nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { beginAttempt } from '#adapters/postgres/jobs/job-rows.ts';
import { postgresLabStore } from '#adapters/postgres/stores/lab-store.ts';
import { openJobs } from '#adapters/postgres/jobs/open-jobs.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { present } from '#lib/assert.ts';
import type { LabStore } from '#ports/stores/lab-store.ts';
import { withTestDatabase } from '../../support/database.ts';
import type { LabHome } from './lab-life.ts';
import { assertLives, completesAlone } from './lab-life.ts';

const NEXT_JOB = {
  text: 'SELECT job_id FROM jobs WHERE queue = $1 AND job_id LIKE $2 ORDER BY job_id LIMIT 1',
};

function homeIn(database: Database, labs: LabStore): LabHome {
  return {
    store: postgresStore(database),
    labs,
    async attempt({ labId }, queue, act) {
      const [job] = await database.read<{ job_id: string }>(NEXT_JOB, [queue, `${labId}.%`]);
      if (job === undefined) return;
      const lost = present(await beginAttempt(database, job.job_id, false), 'it waits');
      const held = present(await beginAttempt(database, job.job_id, false), 'it waits');
      assert.equal(await labs.failLab(lost, 'from the dead', 1), false);
      await act(held);
    },
  };
}

test('a lab is where its table allows, with exact counters', async () => {
  await withTestDatabase(async ({ database }) => {
    const opened = await openJobs(database, { isRunning: false, report: () => undefined });
    try {
      const home = homeIn(database, postgresLabStore(database, opened.jobs));
      assert.equal(await completesAlone(home), 'completed');
      await assertLives(() => home, 1_000);
    } finally {
      await opened.close();
    }
  });
});
