// The jobs' own table: which attempt holds a job. It is written in the transactions of what jobs
// are about, so that a result and the end of its job are one.

import type { Session, Statement } from '#adapters/postgres/database.ts';
import { present } from '#lib/assert.ts';
import type { JobAttempt } from '#ports/jobs.ts';

/** The payload is a queue's name: it has a job that may be taken at once. */
export const QUEUED_CHANNEL = 'tidemill_job_queued';
/** The payload is a job's id: whoever carries it out may stop. */
export const DISCARDED_CHANNEL = 'tidemill_job_discarded';

/** Our id of a job, and the one under which pg-boss holds it. */
export type QueuedJob = { readonly jobId: string; readonly bossId: string };

type Named = { readonly job_id: string };
type HeldRow = { readonly job_id: string; readonly fence: number; readonly lost_count: number };

const INSERT: Statement<Named> = {
  name: 'insert_jobs',
  text: `
    INSERT INTO jobs (job_id, queue, boss_id)
    SELECT job_id, $3, boss_id FROM unnest($1::text[], $2::uuid[]) AS wished (job_id, boss_id)
    ON CONFLICT (job_id) DO NOTHING RETURNING job_id`,
};

const HOLD_AS: Statement<never> = {
  name: 'hold_jobs_as',
  text: `
    UPDATE jobs SET boss_id = queued.boss_id
    FROM unnest($1::text[], $2::uuid[]) AS queued (job_id, boss_id)
    WHERE jobs.job_id = queued.job_id`,
};

type GoneRow = { readonly queue: string; readonly boss_id: string | null };

const DISCARD: Statement<GoneRow> = {
  name: 'discard_jobs',
  text: `
    WITH gone AS (DELETE FROM jobs WHERE job_id = ANY ($1::text[]) RETURNING job_id, queue, boss_id)
    SELECT queue, boss_id, pg_notify('${DISCARDED_CHANNEL}', job_id) FROM gone`,
};

/** Those that wait in pg-boss would only be taken to find that they are over. */
const FORGET_WAITING: Statement<never> = {
  name: 'forget_waiting_jobs',
  text: `
    DELETE FROM pgboss.job WHERE name = $1 AND id = ANY ($2::uuid[]) AND state = 'created'`,
};

const SETTLE: Statement<Named> = {
  name: 'settle_job',
  text: 'DELETE FROM jobs WHERE job_id = $1 AND fence = $2 RETURNING job_id',
};

const BEGIN_ATTEMPT: Statement<HeldRow> = {
  name: 'begin_job_attempt',
  text: `
    UPDATE jobs SET fence = fence + 1, lost_count = lost_count + 1
    WHERE job_id = $1 RETURNING job_id, fence, lost_count`,
};

const ACQUIT: Statement<HeldRow> = {
  name: 'acquit_job_attempt',
  text: `
    UPDATE jobs SET lost_count = greatest(lost_count - 1, 0)
    WHERE job_id = $1 RETURNING job_id, fence, lost_count`,
};

const READ: Statement<HeldRow> = {
  name: 'read_jobs',
  text: 'SELECT job_id, fence, lost_count FROM jobs WHERE job_id = ANY ($1::text[])',
};

const COUNT: Statement<{ readonly queue: string; readonly count: number }> = {
  name: 'count_jobs',
  text: 'SELECT queue, count(*) AS count FROM jobs WHERE queue = ANY ($1::text[]) GROUP BY queue',
};

const FORGOTTEN: Statement<Named> = {
  text: `
    SELECT job_id FROM jobs
    WHERE queue = $1 AND NOT EXISTS (
      SELECT FROM pgboss.job held
      WHERE held.name = $1 AND held.id = jobs.boss_id
        AND held.state IN ('created', 'retry', 'active')
    )
    FOR UPDATE`,
};

const WAKE: Statement<never> = {
  name: 'wake_job_runners',
  text: `SELECT pg_notify('${QUEUED_CHANNEL}', $1)`,
};

/** Jobs that are not over, of each of the queues. */
export async function countJobs(
  session: Pick<Session, 'read'>,
  queues: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await session.read(COUNT, [queues]);
  const counts = new Map(rows.map(({ queue, count }) => [queue, count]));
  return new Map(queues.map((queue) => [queue, counts.get(queue) ?? 0]));
}

/** Answers those that were not there already. */
export async function insertJobs(
  session: Session,
  queue: string,
  jobs: readonly QueuedJob[],
): Promise<readonly QueuedJob[]> {
  const rows = await session.write(INSERT, [...idsOf(jobs), queue]);
  const inserted = new Set(rows.map((row) => row.job_id));
  return jobs.filter(({ jobId }) => inserted.has(jobId));
}

/** pg-boss holds the jobs under other ids from now on. */
export async function holdJobsAs(session: Session, jobs: readonly QueuedJob[]): Promise<void> {
  await session.write(HOLD_AS, idsOf(jobs));
}

function idsOf(jobs: readonly QueuedJob[]): readonly (readonly string[])[] {
  return [jobs.map(({ jobId }) => jobId), jobs.map(({ bossId }) => bossId)];
}

/** Tells runners of the queue, in all processes, at the commit. */
export async function wakeRunners(session: Session, queue: string): Promise<void> {
  await session.write(WAKE, [queue]);
}

/** Jobs that pg-boss does not hold; nobody else looks for them meanwhile. */
export async function findForgotten(session: Session, queue: string): Promise<readonly string[]> {
  const rows = await session.write(FORGOTTEN, [queue]);
  return rows.map((row) => row.job_id);
}

/** Answers how many there were. */
export async function discardJobs(session: Session, jobIds: readonly string[]): Promise<number> {
  const gone = await session.write(DISCARD, [jobIds]);
  for (const queue of new Set(gone.map((row) => row.queue))) {
    const held = gone.filter((row) => row.queue === queue).flatMap((row) => row.boss_id ?? []);
    await session.write(FORGET_WAITING, [queue, held]);
  }
  return gone.length;
}

/** Whether the attempt held the job, which is over now. */
export async function settleJob(session: Session, attempt: JobAttempt): Promise<boolean> {
  return (await session.write(SETTLE, [attempt.jobId, attempt.fence])).length === 1;
}

/** Null when the job is over. Until it is acquitted the attempt counts as lost. */
export async function beginAttempt(session: Session, jobId: string): Promise<JobAttempt | null> {
  const [row] = await session.write(BEGIN_ATTEMPT, [jobId]);
  return row === undefined ? null : { jobId, fence: row.fence, lostCount: row.lost_count - 1 };
}

/** The attempt did not end with its process. Answers whether it still holds the job. */
export async function acquitAttempt(session: Session, attempt: JobAttempt): Promise<boolean> {
  const [row] = await session.write(ACQUIT, [attempt.jobId]);
  return row !== undefined && row.fence === attempt.fence;
}

/** How many attempts at the job were lost; null when it is over. */
export async function readLostCount(session: Session, jobId: string): Promise<number | null> {
  const [row] = await session.read(READ, [[jobId]]);
  return row === undefined ? null : row.lost_count;
}

/** The fences of those jobs that are not over. */
export async function readFences(
  session: Session,
  jobIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await session.read(READ, [jobIds]);
  return new Map(rows.map((row) => [row.job_id, present(row.fence, 'a job has a fence')]));
}
