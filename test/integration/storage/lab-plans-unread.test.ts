// Reads that show labs read no plan of theirs: a plan holds a script and all libraries, megabytes
// that nobody is shown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { postgresLabStore } from '#adapters/postgres/stores/lab-store.ts';
import { openJobs } from '#adapters/postgres/jobs/open-jobs.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { sampleLab } from '#ports/stores/lab.fixture.ts';
import { sampleUser } from '#ports/stores/store.fixture.ts';
import { withTestDatabase } from '../../support/database.ts';

const LABS_COUNT = 3;
const PLAN = JSON.stringify({ source: 'x'.repeat(1_000_000) });

/** The database, and how many characters its responses had. */
function weighed(database: Database) {
  const read = { characters: 0 };
  const weigh = (rows: readonly unknown[]): void => {
    read.characters += JSON.stringify(rows).length;
  };
  const noted: Database = {
    ...database,
    async read(statement, values) {
      const rows = await database.read(statement, values);
      weigh(rows);
      return rows;
    },
  };
  return { database: noted, read };
}

test('labs are listed and shown without their plans', async () => {
  await withTestDatabase(async ({ database: plain }) => {
    const { database, read } = weighed(plain);
    const report = (): void => undefined;
    const { jobs, close } = await openJobs(plain, { isRunning: false, report });
    try {
      const user = sampleUser();
      await postgresStore(plain).insertUser(user);
      const labs = postgresLabStore(database, jobs);
      const { userId } = user;
      for (let index = 0; index < LABS_COUNT; index += 1) {
        const { labId } = sampleLab(userId);
        await labs.insertLab(sampleLab(userId, { labId }), null);
        const values = [labId, PLAN];
        const set = `UPDATE labs SET plan = $2, execution_number = 1, start_ms = 0, end_ms = 60000,
          started_at_ms = 0, status = 'completed', executed_parameters = '[]' WHERE lab_id = $1`;
        await plain.write({ text: set }, values);
      }
      const listed = await labs.listLabs(userId, null, 10);
      assert.equal(listed.length, LABS_COUNT);
      const [first] = listed;
      assert.equal((await labs.findLab(userId, first?.labId ?? ''))?.labId, first?.labId);
      assert.ok(read.characters > 0 && read.characters < PLAN.length / 10, `${read.characters}`);
    } finally {
      await close();
    }
  });
});
