// Contract of every implementation of jobs. Each case has a queue of its own.

import assert from 'node:assert/strict';
import { present } from '#lib/assert.ts';
import { declareCases } from '#ports/declare-cases.contract.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { JobAttempt, JobEnding, JobKind, JobRunner, Jobs } from '#ports/work/jobs.ts';

export type OpenedJobs<Transaction> = {
  readonly jobs: Jobs<Transaction>;
  inTransaction<T>(this: void, work: (transaction: Transaction) => Promise<T>): Promise<T>;
  close(hasFailed: boolean): Promise<void>;
};

type Harness<T> = OpenedJobs<T> & { readonly queue: string };

const DONE: JobEnding = { kind: 'done' };
const AGAIN: JobEnding = { kind: 'again', delayMs: 0 };

let jobsCount = 0;

/** A job id that no other case has. */
function newJobId(): string {
  jobsCount += 1;
  return `job_${String(jobsCount).padStart(6, '0')}`;
}

async function enqueue<T>(
  harness: Harness<T>,
  jobId = newJobId(),
  userId = 'usr_a',
): Promise<string> {
  const { jobs, queue } = harness;
  await harness.inTransaction((transaction) => jobs.enqueue(transaction, queue, [jobId], userId));
  return jobId;
}

function settle<T>({ jobs, inTransaction }: Harness<T>, attempt: JobAttempt): Promise<boolean> {
  return inTransaction((transaction) => jobs.settle(transaction, attempt));
}

function run<T>(
  { jobs, queue }: Harness<T>,
  perform: JobKind['perform'],
  placesCount = 2,
  retainedCount = 0,
): { readonly runner: JobRunner; readonly defects: unknown[] } {
  const defects: unknown[] = [];
  const onDefect = (error: unknown): void => void defects.push(error);
  const kinds = [{ queue, perform, onDefect }];
  return { runner: jobs.run({ kinds, placesCount, retainedCount }), defects };
}

/** Runs until `perform` has said that it is enough; returns the attempts in their order. */
async function attemptsUntil<T>(
  harness: Harness<T>,
  perform: (attempt: JobAttempt, attempts: readonly JobAttempt[]) => Promise<JobEnding>,
  count: number,
  placesCount = 2,
): Promise<readonly JobAttempt[]> {
  const attempts: JobAttempt[] = [];
  const enough = Promise.withResolvers<void>();
  const { runner, defects } = run(
    harness,
    async (attempt) => {
      attempts.push(attempt);
      try {
        return await perform(attempt, attempts);
      } finally {
        if (attempts.length === count) enough.resolve();
      }
    },
    placesCount,
  );
  await enough.promise;
  await runner.close();
  assert.deepEqual(defects, []);
  return attempts;
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
}

/** Begins a job and holds it until the signal is aborted. */
function hold<T>(harness: Harness<T>): {
  readonly began: Promise<JobAttempt>;
  readonly ended: Promise<void>;
  readonly runner: JobRunner;
} {
  const began = Promise.withResolvers<JobAttempt>();
  const ended = Promise.withResolvers<void>();
  const { runner } = run(harness, async (attempt, signal) => {
    began.resolve(attempt);
    await aborted(signal);
    ended.resolve();
    return AGAIN;
  });
  return { began: began.promise, ended: ended.promise, runner };
}

async function performedOnce<T>(harness: Harness<T>): Promise<void> {
  const jobId = await enqueue(harness);
  await enqueue(harness, jobId);
  const settled: boolean[] = [];
  const attempts = await attemptsUntil(
    harness,
    async (attempt) => {
      settled.push(await settle(harness, attempt), await settle(harness, attempt));
      return DONE;
    },
    1,
  );
  assert.deepEqual(
    attempts.map(({ jobId, lostCount }) => ({ jobId, lostCount })),
    [{ jobId, lostCount: 0 }],
  );
  assert.deepEqual(settled, [true, false]);
}

async function performedAgain<T>(harness: Harness<T>): Promise<void> {
  await enqueue(harness);
  const [first, second] = await attemptsUntil(
    harness,
    async (attempt, attempts) => {
      if (attempts.length === 1) return AGAIN;
      assert.equal(await settle(harness, present(attempts[0], 'the first')), false);
      assert.equal(await settle(harness, attempt), true);
      return DONE;
    },
    2,
  );
  assert.ok(present(first, 'the first').fence < present(second, 'the second').fence);
  assert.equal(second?.lostCount, 0);
}

async function performedAfterFailure<T>(harness: Harness<T>): Promise<void> {
  await enqueue(harness);
  const attempts = await attemptsUntil(
    harness,
    async (attempt, all) => {
      if (all.length === 1) throw new Failure('unavailable', 'The world is not there.');
      await settle(harness, attempt);
      return DONE;
    },
    2,
  );
  assert.equal(attempts[1]?.lostCount, 0);
}

async function countedAsLost<T>(harness: Harness<T>): Promise<void> {
  await enqueue(harness);
  const counts: number[] = [];
  const enough = Promise.withResolvers<void>();
  const { runner, defects } = run(harness, async (attempt) => {
    counts.push(attempt.lostCount);
    if (counts.length === 1) throw new Error('a mistake of ours');
    await settle(harness, attempt);
    enough.resolve();
    return DONE;
  });
  await enough.promise;
  await runner.close();
  assert.deepEqual(counts, [0, 1]);
  assert.deepEqual(
    defects.map((error) => (error as Error).message),
    ['a mistake of ours'],
  );
}

async function suspectsAreReported<T>(harness: Harness<T>): Promise<void> {
  await harness.jobs.suspect({ tenantId: 'usr_partner', memberId: 'usr_killer' });
  const suspect = await enqueue(harness, newJobId(), 'usr_killer');
  const usual = await enqueue(harness, newJobId(), 'usr_innocent');
  const attempts = await attemptsUntil(
    harness,
    async (attempt) => {
      await settle(harness, attempt);
      return DONE;
    },
    2,
  );
  const isSuspect = new Map(attempts.map((attempt) => [attempt.jobId, attempt.isSuspect]));
  assert.deepEqual([isSuspect.get(suspect), isSuspect.get(usual)], [true, false]);
}

async function discardedWhileHeld<T>(harness: Harness<T>): Promise<void> {
  const jobId = await enqueue(harness);
  const held = hold(harness);
  const attempt = await held.began;
  const { jobs, inTransaction } = harness;
  assert.equal(await inTransaction((transaction) => jobs.discard(transaction, [jobId])), 1);
  await held.ended;
  assert.equal(await settle(harness, attempt), false);
  assert.equal(await inTransaction((transaction) => jobs.discard(transaction, [jobId])), 0);
  await held.runner.close();
}

async function discardedWhileQueued<T>(harness: Harness<T>): Promise<void> {
  const { jobs, inTransaction } = harness;
  const unwanted = await enqueue(harness);
  await inTransaction((transaction) => jobs.discard(transaction, [unwanted]));
  const wanted = await enqueue(harness);
  const attempts = await attemptsUntil(
    harness,
    async (attempt) => {
      await settle(harness, attempt);
      return DONE;
    },
    1,
  );
  assert.deepEqual(
    attempts.map(({ jobId }) => jobId),
    [wanted],
  );
}

async function givenBackAtClose<T>(harness: Harness<T>): Promise<void> {
  const jobId = await enqueue(harness);
  const held = hold(harness);
  await held.began;
  await held.runner.close();
  await held.ended;
  const attempts = await attemptsUntil(
    harness,
    async (attempt) => {
      assert.equal(await settle(harness, attempt), true);
      return DONE;
    },
    1,
  );
  assert.deepEqual(
    attempts.map(({ jobId: id, lostCount }) => [id, lostCount]),
    [[jobId, 0]],
  );
}

async function boundedBySlots<T>(harness: Harness<T>): Promise<void> {
  for (let count = 0; count < 6; count += 1) await enqueue(harness);
  let runningCount = 0;
  let mostCount = 0;
  await attemptsUntil(
    harness,
    async (attempt) => {
      runningCount += 1;
      mostCount = Math.max(mostCount, runningCount);
      await settle(harness, attempt);
      runningCount -= 1;
      return DONE;
    },
    6,
  );
  assert.ok(mostCount <= 2, `${mostCount} at once`);
}

/**
 * Its first attempt dies, and its second takes for ever. They stay, so their user has no other
 * jobs: those would be suspects too.
 */
async function suspectsHoldBackNobody<T>(harness: Harness<T>): Promise<void> {
  const suspects = [newJobId(), newJobId()];
  for (const jobId of suspects) await enqueue(harness, jobId, 'usr_lost');
  const began = Promise.withResolvers<void>();
  const performed = Promise.withResolvers<void>();
  const { runner } = run(
    harness,
    async (attempt, signal) => {
      if (suspects.includes(attempt.jobId)) {
        if (attempt.lostCount === 0) throw new Error('a mistake of ours');
        began.resolve();
        await aborted(signal);
        return AGAIN;
      }
      await settle(harness, attempt);
      performed.resolve();
      return DONE;
    },
    1,
  );
  await began.promise;
  await enqueue(harness, newJobId(), 'usr_b');
  await performed.promise;
  await runner.close();
}

/** The jobs in the sequence in which they begin, one at a time, after all are queued. */
async function sequenceOf<T>(harness: Harness<T>, jobIds: readonly string[]): Promise<string> {
  const attempts = await attemptsUntil(
    harness,
    async (attempt) => {
      await settle(harness, attempt);
      return DONE;
    },
    jobIds.length,
    1,
  );
  return attempts.map(({ jobId }) => jobIds.indexOf(jobId)).join(' ');
}

async function takenInTurn<T>(harness: Harness<T>): Promise<void> {
  const jobIds: string[] = [];
  for (const userId of ['usr_a', 'usr_a', 'usr_a', 'usr_b', 'usr_c', 'usr_b']) {
    jobIds.push(await enqueue(harness, newJobId(), userId));
  }
  assert.equal(await sequenceOf(harness, jobIds), '0 3 4 1 5 2');
}

async function shortBeforeLong<T>(harness: Harness<T>): Promise<void> {
  const { jobs, queue } = harness;
  const jobIds: string[] = [];
  for (const patienceMs of [3_000_000, 2_000_000, 3_000_000, 0, 2_000_000]) {
    const jobId = newJobId();
    await harness.inTransaction((transaction) =>
      jobs.enqueue(transaction, queue, [jobId], 'usr_a', patienceMs),
    );
    jobIds.push(jobId);
  }
  assert.equal(await sequenceOf(harness, jobIds), '3 1 4 0 2');
}

async function retainedForOthers<T>(harness: Harness<T>): Promise<void> {
  const jobIds = [await enqueue(harness), await enqueue(harness), newJobId()];
  const began: JobAttempt[] = [];
  const firstBegan = Promise.withResolvers<void>();
  const otherBegan = Promise.withResolvers<void>();
  const enough = Promise.withResolvers<void>();
  const { runner } = run(
    harness,
    async (attempt) => {
      began.push(attempt);
      if (began.length === 1) firstBegan.resolve();
      if (attempt.jobId === jobIds[2]) otherBegan.resolve();
      await enough.promise;
      await settle(harness, attempt);
      return DONE;
    },
    1,
    1,
  );
  await firstBegan.promise;
  await enqueue(harness, jobIds[2], 'usr_b');
  await otherBegan.promise;
  assert.deepEqual(
    began.map(({ jobId }) => jobIds.indexOf(jobId)),
    [0, 2],
  );
  assert.deepEqual(began[1]?.tenant, { tenantId: 'usr_b', memberId: 'usr_b' });
  enough.resolve();
  await runner.close();
}

async function firstKindFirst<T>({ jobs, queue, ...harness }: Harness<T>): Promise<void> {
  const later = `${queue}-later`;
  const wanted = [later, queue, later, queue].map((name) => ({ name, jobId: newJobId() }));
  for (const { name, jobId } of wanted) {
    await harness.inTransaction((transaction) => jobs.enqueue(transaction, name, [jobId], 'usr_a'));
  }
  const performed: string[] = [];
  const enough = Promise.withResolvers<void>();
  const kinds = [queue, later].map((name): JobKind => ({
    queue: name,
    async perform(attempt) {
      performed.push(name === queue ? 'first' : 'later');
      await harness.inTransaction((transaction) => jobs.settle(transaction, attempt));
      if (performed.length === wanted.length) enough.resolve();
      return DONE;
    },
    onDefect: enough.reject,
  }));
  const runner = jobs.run({ kinds, placesCount: 1, retainedCount: 0 });
  await enough.promise;
  await runner.close();
  assert.deepEqual(performed, ['first', 'first', 'later', 'later']);
}

/** Declares the tests; `open` is called once. */
export function jobsContract<T>(open: () => Promise<OpenedJobs<T>>): void {
  const cases: { readonly [statement: string]: (harness: Harness<T>) => Promise<void> } = {
    'a job that is queued twice is performed once, and settled once': performedOnce,
    'a job may be performed again, with a higher fence': performedAgain,
    'a failure of the world makes it be performed again': performedAfterFailure,
    'a mistake of ours counts like the death of its process': countedAsLost,
    'a job that is discarded while it is held can settle nothing': discardedWhileHeld,
    'a job that is discarded while it waits is never performed': discardedWhileQueued,
    'a runner that closes gives back what it holds': givenBackAtClose,
    'no more jobs than places are performed at once': boundedBySlots,
    'jobs whose process died hold back no others': suspectsHoldBackNobody,
    'jobs of a user who has ended a process are suspects': suspectsAreReported,
    'users have their turns one after the other': takenInTurn,
    'of one user, what is due first is performed first': shortBeforeLong,
    'a place is retained for a user who has nothing running': retainedForOthers,
    'of one user, jobs of the first kind are performed first': firstKindFirst,
  };
  declareCases(cases, open, (opened, number) => ({ ...opened, queue: `queue-${number}` }));
}
