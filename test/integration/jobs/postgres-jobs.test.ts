// Jobs in PostgreSQL keep the contract of their port, and what only a database can show.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { OpenedJobs } from '#adapters/postgres/open-jobs.ts';
import { openJobs } from '#adapters/postgres/open-jobs.ts';
import type { JobKind } from '#ports/jobs.ts';
import { jobsContract } from '#ports/jobs.contract.ts';
import type { TestDatabase } from '../../support/database.ts';
import { createTestDatabase, withTestDatabase } from '../../support/database.ts';

const OPTIONS = { isRunning: true, report: () => undefined };

suite('jobs in PostgreSQL', () => {
  jobsContract(async () => {
    const test = await createTestDatabase();
    const opened = await openJobs(test.database, OPTIONS);
    return {
      jobs: opened.jobs,
      inTransaction: (work) => test.database.transaction(work),
      async close(hasFailed) {
        await opened.close();
        await (hasFailed ? test.keep() : test.drop());
      },
    };
  });
});

/** Performs jobs until one has been settled; answers the ids of all that were performed. */
async function performOne(
  { jobs }: OpenedJobs,
  { database }: TestDatabase,
  queue: string,
): Promise<readonly string[]> {
  const performed: string[] = [];
  const enough = Promise.withResolvers<void>();
  const kind: JobKind = {
    queue,
    async perform(attempt) {
      performed.push(attempt.jobId);
      await database.transaction((session) => jobs.settle(session, attempt));
      enough.resolve();
      return { kind: 'done' };
    },
    onDefect: enough.reject,
  };
  const runner = jobs.run({ kinds: [kind], placesCount: 1, keptCount: 0 });
  await enough.promise;
  await runner.close();
  return performed;
}

test('a job whose transaction is rolled back was never queued', async () => {
  await withTestDatabase(async (test) => {
    const { database } = test;
    const opened = await openJobs(database, OPTIONS);
    const { jobs } = opened;
    const queue = 'rolled-back';
    const undone = database.transaction(async (session) => {
      await jobs.enqueue(session, queue, ['undone'], 'usr_a');
      throw new Error('changed my mind');
    });
    await assert.rejects(undone, /changed my mind/);
    await database.transaction((session) => jobs.enqueue(session, queue, ['kept'], 'usr_a'));
    assert.deepEqual(await performOne(opened, test, queue), ['kept']);
    await opened.close();
  });
});

test('a job that was handed out and that pg-boss has lost waits again for the next runner', async () => {
  await withTestDatabase(async (test) => {
    const { database } = test;
    const opened = await openJobs(database, OPTIONS);
    const queue = 'forgotten';
    await database.transaction((session) =>
      opened.jobs.enqueue(session, queue, ['lonely'], 'usr_a'),
    );
    await database.write({ text: 'UPDATE jobs SET boss_id = gen_random_uuid()' }, []);
    assert.deepEqual(await performOne(opened, test, queue), ['lonely']);
    await opened.close();
  });
});
