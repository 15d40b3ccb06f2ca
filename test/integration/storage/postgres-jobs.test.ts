// Jobs in PostgreSQL fulfil the contract of their port, and what only a database can show.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { OpenedJobs } from '#adapters/postgres/jobs/open-jobs.ts';
import { openJobs } from '#adapters/postgres/jobs/open-jobs.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import type { JobAttempt, JobKind } from '#ports/work/jobs.ts';
import { sampleId, sampleUser } from '#ports/stores/store.fixture.ts';
import { jobsContract } from '#ports/work/jobs.contract.ts';
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

/** Performs a job; returns its id. */
async function performOne(
  opened: OpenedJobs,
  test: TestDatabase,
  queue: string,
): Promise<readonly string[]> {
  return (await performAll(opened, test, queue, 1)).map(({ jobId }) => jobId);
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
    await database.transaction((session) => jobs.enqueue(session, queue, ['retained'], 'usr_a'));
    assert.deepEqual(await performOne(opened, test, queue), ['retained']);
    await opened.close();
  });
});

test('a job that pg-boss has lost waits again for the next runner', async () => {
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

test('jobs of end users take turns in what their partner has', async () => {
  await withTestDatabase(async (test) => {
    const { database } = test;
    const store = postgresStore(database);
    const [partner, other] = [sampleUser(), sampleUser()];
    for (const user of [partner, other]) await store.insertUser(user);
    const partnerId = partner.userId;
    const offer = { exchanges: [], marketTags: [] };
    await store.insertPartner({ partnerId, ...offer, createdAtMs: 0 });
    const endUserIds = [sampleId('usr'), sampleId('usr')];
    for (const userId of endUserIds) {
      const named = { userId, partnerId, externalId: userId, exchange: 'sim' };
      const endUser = { ...named, isSimulated: true, createdAtMs: 0 };
      assert.equal(await store.insertEndUser(endUser, [], null), 'inserted');
    }
    const opened = await openJobs(database, OPTIONS);
    const queue = 'of-end-users';
    const owners = [...endUserIds, other.userId];
    for (const userId of owners) {
      const jobIds = [1, 2, 3].map((number) => `${userId} ${number}`);
      await database.transaction((session) => opened.jobs.enqueue(session, queue, jobIds, userId));
    }
    const attempts = await performAll(opened, test, queue, 9);
    const members = attempts.map(({ tenant }) => tenant.memberId);
    assert.deepEqual(members.slice(0, 3).toSorted(), owners.toSorted());
    const tenants = attempts.slice(0, 3).map(({ tenant }) => tenant.tenantId);
    assert.deepEqual(tenants.toSorted(), [other.userId, partnerId, partnerId].toSorted());
    await opened.close();
  });
});

/** One at a time. */
async function performAll(
  { jobs }: OpenedJobs,
  { database }: TestDatabase,
  queue: string,
  count: number,
): Promise<readonly JobAttempt[]> {
  const attempts: JobAttempt[] = [];
  const enough = Promise.withResolvers<void>();
  const kind: JobKind = {
    queue,
    async perform(attempt) {
      attempts.push(attempt);
      await database.transaction((session) => jobs.settle(session, attempt));
      if (attempts.length === count) enough.resolve();
      return { kind: 'done' };
    },
    onDefect: enough.reject,
  };
  const runner = jobs.run({ kinds: [kind], placesCount: 1, retainedCount: 0 });
  await enough.promise;
  await runner.close();
  return attempts;
}
