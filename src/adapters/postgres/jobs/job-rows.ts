// The jobs' own table: which attempt holds a job. It is written in the transactions of what jobs
// are about, so that a result and the end of its job are one.

import type { Session, Statement } from '#adapters/postgres/connection/database.ts';
import { present } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Tenant } from '#domain/shares/tenant-queue.ts';
import type { JobAttempt } from '#ports/work/jobs.ts';

/** The payload is a queue's name: it has a job that may be taken at once. */
export const QUEUED_CHANNEL = 'tidemill_job_queued';
/** The payload is a job's id: whoever carries it out may stop. */
export const DISCARDED_CHANNEL = 'tidemill_job_discarded';

type JobIdRow = { readonly job_id: string };
type HeldRow = {
  readonly job_id: string;
  readonly fence: number;
  readonly lost_count: number;
  readonly tenant_id: string;
  readonly member_id: string;
  readonly due_ms: number;
  readonly trace_parent: string | null;
};

const HELD_COLUMNS = `
  job_id, fence, lost_count, tenant_id, member_id, trace_parent,
  (extract(epoch FROM due_at) * 1000)::double precision AS due_ms`;

const INSERT: Statement<JobIdRow> = {
  name: 'insert_jobs',
  text: `
    INSERT INTO jobs (job_id, queue, member_id, tenant_id, due_at, trace_parent)
    SELECT
      job_id, $2, $3,
      coalesce((SELECT partner_id FROM end_users WHERE user_id = $3), $3),
      clock_timestamp() + $4 * interval '1 millisecond', $5
    FROM unnest($1::text[]) AS wished (job_id)
    ON CONFLICT (job_id) DO NOTHING RETURNING job_id`,
};

type GoneRow = { readonly queue: string; readonly boss_id: string | null };

const DISCARD: Statement<GoneRow> = {
  name: 'discard_jobs',
  text: `
    WITH gone AS (DELETE FROM jobs WHERE job_id = ANY ($1::text[]) RETURNING job_id, queue, boss_id)
    SELECT queue, boss_id, pg_notify('${DISCARDED_CHANNEL}', job_id) FROM gone`,
};

/** Those that were handed out would only be taken to find that they are over. */
const FORGET_WAITING: Statement<never> = {
  name: 'forget_waiting_jobs',
  text: `
    DELETE FROM pgboss.job WHERE name = $1 AND id = ANY ($2::uuid[]) AND state = 'created'`,
};

const SETTLE: Statement<JobIdRow> = {
  name: 'settle_job',
  text: 'DELETE FROM jobs WHERE job_id = $1 AND fence = $2 RETURNING job_id',
};

const BEGIN_ATTEMPT: Statement<HeldRow> = {
  name: 'begin_job_attempt',
  text: `
    UPDATE jobs SET fence = fence + 1, lost_count = lost_count + 1
    WHERE job_id = $1 RETURNING ${HELD_COLUMNS}`,
};

/** Its age stays, and so does its place in its line. */
const GIVE_BACK: Statement<JobIdRow> = {
  name: 'give_back_job',
  text: `
    UPDATE jobs SET
      lost_count = greatest(lost_count - 1, 0),
      boss_id = CASE WHEN fence = $2 THEN NULL ELSE boss_id END,
      ready_at = CASE
        WHEN fence = $2 THEN clock_timestamp() + $3 * interval '1 millisecond' ELSE ready_at
      END
    WHERE job_id = $1 RETURNING job_id`,
};

const READ: Statement<HeldRow> = {
  name: 'read_jobs',
  text: `SELECT ${HELD_COLUMNS} FROM jobs WHERE job_id = ANY ($1::text[])`,
};

type SuspicionRow = HeldRow & { readonly is_noted: boolean; readonly has_silent_job: boolean };

/**
 * A job counts as lost while it runs. It certainly is when it was begun again since, and probably
 * when its heartbeat is late: then the member's next job must not end a process too.
 */
const READ_SUSPICION: Statement<SuspicionRow> = {
  name: 'read_job_suspicion',
  text: `
    SELECT
      ${HELD_COLUMNS},
      EXISTS (
        SELECT FROM job_suspicions noted
        WHERE noted.member_id = jobs.member_id AND noted.until > clock_timestamp()
      ) OR (
        SELECT count(*) FROM job_suspicions noted
        WHERE noted.tenant_id = jobs.tenant_id AND noted.until > clock_timestamp()
      ) >= $2 AS is_noted,
      EXISTS (
        SELECT FROM jobs other
        WHERE other.member_id = jobs.member_id AND other.job_id <> jobs.job_id
          AND (other.lost_count > 1 OR other.lost_count = 1 AND NOT EXISTS (
            SELECT FROM pgboss.job held
            WHERE held.name = other.queue AND held.id = other.boss_id AND held.state = 'active'
              AND held.heartbeat_on > clock_timestamp() - $3 * interval '1 millisecond'
          ))
      ) AS has_silent_job
    FROM jobs WHERE job_id = $1`,
};

const NOTE_SUSPICION: Statement<never> = {
  name: 'note_job_suspicion',
  text: `
    WITH over AS (
      DELETE FROM job_suspicions WHERE until < clock_timestamp() AND member_id <> $1
    )
    INSERT INTO job_suspicions (member_id, tenant_id, until)
    VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
    ON CONFLICT (member_id) DO UPDATE SET until = excluded.until`,
};

const COUNT: Statement<CountRow> = {
  name: 'count_jobs',
  text: `
    SELECT
      queue,
      count(*) FILTER (WHERE boss_id IS NULL) AS waiting_count,
      count(*) FILTER (WHERE boss_id IS NOT NULL) AS running_count,
      coalesce(
        extract(epoch FROM clock_timestamp() - min(queued_at) FILTER (WHERE boss_id IS NULL)), 0
      )::double precision AS oldest_seconds
    FROM jobs WHERE queue = ANY ($1::text[]) GROUP BY queue`,
};

const HAND_OUT_AGAIN: Statement<JobIdRow> = {
  text: `
    UPDATE jobs SET boss_id = NULL
    WHERE queue = $1 AND boss_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM pgboss.job held
      WHERE held.name = $1 AND held.state IN ('created', 'retry', 'active')
        AND held.id = jobs.boss_id
    )
    RETURNING job_id`,
};

const WAKE: Statement<never> = {
  name: 'wake_job_runners',
  text: `SELECT pg_notify('${QUEUED_CHANNEL}', $1)`,
};

/** Jobs of one queue that are not over. */
export type JobCount = {
  readonly waitingCount: number;
  readonly runningCount: number;
  /** How long the oldest that waits has been waiting; 0 when none waits. */
  readonly oldestSeconds: number;
};

type CountRow = {
  readonly queue: string;
  readonly waiting_count: number;
  readonly running_count: number;
  readonly oldest_seconds: number;
};

const NO_JOBS: JobCount = { waitingCount: 0, runningCount: 0, oldestSeconds: 0 };

/** Of each of the queues. */
export async function countJobs(
  session: Pick<Session, 'read'>,
  queues: readonly string[],
): Promise<ReadonlyMap<string, JobCount>> {
  const rows = await session.read(COUNT, [queues]);
  const counts = new Map(rows.map((row) => [row.queue, countFromRow(row)]));
  return new Map(queues.map((queue) => [queue, counts.get(queue) ?? NO_JOBS]));
}

function countFromRow(row: CountRow): JobCount {
  return {
    waitingCount: row.waiting_count,
    runningCount: row.running_count,
    oldestSeconds: row.oldest_seconds,
  };
}

/** Returns those that were not there already. */
export async function insertJobs(
  session: Session,
  queue: string,
  jobIds: readonly string[],
  userId: string,
  patienceMs: number,
): Promise<readonly string[]> {
  const carried = session.carried?.() ?? null;
  const inserted = await session.write(INSERT, [jobIds, queue, userId, patienceMs, carried]);
  return inserted.map((row) => row.job_id);
}

/** Tells runners of the queue, in all processes, at the commit. */
export async function wakeRunners(session: Session, queue: string): Promise<void> {
  await session.write(WAKE, [queue]);
}

/** Those that were handed out and that pg-boss does not hold wait again. */
export async function handOutAgain(session: Session, queue: string): Promise<void> {
  await session.write(HAND_OUT_AGAIN, [queue]);
}

/** Returns how many there were. */
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
export async function beginAttempt(
  session: Session,
  jobId: string,
  isSuspect: boolean,
): Promise<JobAttempt | null> {
  const [row] = await session.write(BEGIN_ATTEMPT, [jobId]);
  if (row === undefined) return null;
  const { fence, lost_count: lostCount, due_ms: dueMs, trace_parent: traceParent } = row;
  const tenant = tenantOf(row);
  return { jobId, fence, lostCount: lostCount - 1, isSuspect, tenant, dueMs, traceParent };
}

/**
 * The attempt did not end with its process. If it still holds the job, that waits again, and is not
 * handed out before the delay is over.
 */
export async function giveBackJob(
  session: Session,
  { jobId, fence }: JobAttempt,
  delayMs: number,
): Promise<void> {
  await session.write(GIVE_BACK, [jobId, fence, delayMs]);
}

function tenantOf({ tenant_id: tenantId, member_id: memberId }: HeldRow): Tenant {
  return { tenantId, memberId };
}

/**
 * Certain: the job lost an attempt, or its member was noted. Likely: another job of its member
 * probably did.
 */
export type Suspicion = 'none' | 'likely' | 'certain';

/** What speaks against the job, and whose it is; null when it is over. */
export async function readSuspicion(
  session: Session,
  jobId: string,
): Promise<{ readonly suspicion: Suspicion; readonly tenant: Tenant } | null> {
  const limits = [LIMITS.suspectMembersMax, LIMITS.jobSilenceMs];
  const [row] = await session.read(READ_SUSPICION, [jobId, ...limits]);
  return row === undefined ? null : { suspicion: suspicionOf(row), tenant: tenantOf(row) };
}

function suspicionOf(row: SuspicionRow): Suspicion {
  if (row.lost_count > 0 || row.is_noted) return 'certain';
  return row.has_silent_job ? 'likely' : 'none';
}

/** What the member begins is suspect for a time. */
export async function noteSuspicion(
  session: Session,
  { tenantId, memberId }: Tenant,
): Promise<void> {
  await session.write(NOTE_SUSPICION, [memberId, tenantId, LIMITS.suspicionMs]);
}

/** The fences of those jobs that are not over. */
export async function readFences(
  session: Session,
  jobIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await session.read(READ, [jobIds]);
  return new Map(rows.map((row) => [row.job_id, present(row.fence, 'a job has a fence')]));
}
