// The end of a runner, with its database and its queue as stand-ins whose responses are held back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobAttempt, JobEnding } from '#ports/work/jobs.ts';
import type { RunnerParts } from '#adapters/postgres/jobs/job-runner.ts';
import { startJobRunner } from '#adapters/postgres/jobs/job-runner.ts';

const JOB = { id: 'boss_1', retryCount: 0, data: { jobId: 'job_1' } };
const TENANT = { tenant_id: 'usr_a', member_id: 'usr_a' };
/** Of both statements that a job's beginning reads and writes. */
const ROW = { ...TENANT, fence: 1, lost_count: 1, due_ms: 0, is_noted: false };

/** A queue whose first fetch returns its job when the test says so. */
function heldBackQueue() {
  const fetching = Promise.withResolvers<void>();
  const fetched = Promise.withResolvers<readonly (typeof JOB)[]>();
  const givenBack: JobAttempt[] = [];
  let fetchCount = 0;
  const boss = {
    async fetch() {
      fetchCount += 1;
      if (fetchCount > 1) return [];
      fetching.resolve();
      return fetched.promise;
    },
    complete: async () => undefined,
    touch: async () => undefined,
  };
  const database = {
    read: async ({ text }: { readonly text: string }) =>
      text.includes('EXISTS (SELECT FROM jobs WHERE') && text.includes('is_any')
        ? [{ is_any: false }]
        : [{ ...ROW, lost_count: 0, has_silent_job: false }],
    write: async () => [ROW],
  };
  const parts = {
    boss,
    database,
    report: () => undefined,
    prepareQueue: async () => undefined,
    carry: async () => undefined,
    giveBack: async (_queue: string, attempt: JobAttempt) => void givenBack.push(attempt),
    listen: () => () => undefined,
  };
  return { parts, fetching: fetching.promise, fetched, givenBack };
}

test('a job that is fetched while the runner closes is given back', async () => {
  const { parts, fetching, fetched, givenBack } = heldBackQueue();
  const perform = (_attempt: JobAttempt, signal: AbortSignal): Promise<JobEnding> =>
    new Promise((resolve) => {
      const end = (): void => resolve({ kind: 'again', delayMs: 1_000 });
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    });
  const kinds = [{ queue: 'q', perform, onDefect: assert.ifError }];
  const work = { kinds, placesCount: 2, retainedCount: 0 };
  const runner = startJobRunner({ ...parts, work } as unknown as RunnerParts);
  await fetching;
  const closed = runner.close();
  fetched.resolve([JOB]);
  const first = await Promise.race([
    closed.then(() => 'closed'),
    new Promise((resolve) => {
      setTimeout(resolve, 30_000, 'the runner waits for a job').unref();
    }),
  ]);
  assert.equal(first, 'closed');
  assert.deepEqual(
    givenBack.map(({ jobId }) => jobId),
    ['job_1'],
  );
});
