// Labs in PostgreSQL. What changes an execution locks the lab's row first and jobs after it, so
// that slices that end, a cancel and a deletion follow each other and never wait in a circle; what
// a user's limits hold of locks the user before.

import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import { completeRequest } from '#adapters/postgres/stores/idempotency-store.ts';
import { isReached, lockUser } from '#adapters/postgres/stores/lock-user.ts';
import {
  clearResults,
  findExecutionOf,
  findResult,
  insertResults,
  scoreResults,
  pageOfResults,
  readResults,
  readScores,
} from '#adapters/postgres/stores/lab-results.ts';
import type { LabRow, LabSliceRow, ListedLabRow } from '#adapters/postgres/rows/lab-row.ts';
import {
  designValues,
  LAB_COLUMNS,
  labFromRow,
  LISTED_LAB_COLUMNS,
  listedLabFromRow,
  sliceFromRow,
} from '#adapters/postgres/rows/lab-row.ts';
import { present } from '#lib/assert.ts';
import type { LabEvent } from '#domain/lab/lab-state.ts';
import { nextLabStatus } from '#domain/lab/lab-state.ts';
import type { JobAttempt, Jobs } from '#ports/work/jobs.ts';
import type { Lab, LabCompletion, LabSlice, LabStore } from '#ports/stores/lab-store.ts';
import { LAB_PLAN_QUEUE, LAB_SLICE_QUEUE } from '#ports/stores/lab-store.ts';

type LabJobs = Pick<Jobs<Session>, 'enqueue' | 'settle' | 'discard'>;
type CountRow = { readonly count: number };
type JobRow = { readonly job_id: string };
/** With how many of its slices are left. */
type WorkedLabRow = LabRow & { readonly open_count: number };
type ProgressRow = WorkedLabRow & { readonly plan: string | null };

const INSERT: Statement<unknown> = {
  text: `
    INSERT INTO labs (
      lab_id, user_id, status, name, script_id, algorithm, account_id, market_tag,
      interval_minutes, config, parameters, parameters_count, enabled_parameters_count,
      created_at_ms, updated_at_ms
    ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)
    ON CONFLICT (lab_id) DO NOTHING`,
};

const FIND: Statement<LabRow> = {
  name: 'find_lab',
  text: `SELECT ${LAB_COLUMNS} FROM labs WHERE lab_id = $1 AND user_id = $2`,
};

const FIND_PLAN: Statement<{ readonly plan: string }> = {
  text: 'SELECT plan FROM labs WHERE lab_id = $1 AND user_id = $2 AND execution_number = $3',
};

const LOCK: Statement<LabRow> = {
  name: 'lock_lab',
  text: `SELECT ${LAB_COLUMNS} FROM labs WHERE lab_id = $1 FOR UPDATE`,
};

const LIST: Statement<ListedLabRow> = {
  isReadByRow: true,
  name: 'list_labs',
  text: `
    SELECT ${LISTED_LAB_COLUMNS} FROM labs
    WHERE user_id = $1 AND lab_id > $2 ORDER BY lab_id LIMIT $3`,
};

const COUNT: Statement<CountRow> = {
  text: 'SELECT count(*) AS count FROM labs WHERE user_id = $1',
};

const COUNT_AT_WORK: Statement<CountRow> = {
  text: `
    SELECT count(*) AS count FROM labs
    WHERE user_id = $1 AND status IN ('queued', 'running')`,
};

const CONFIGURE: Statement<LabRow> = {
  text: `
    UPDATE labs SET
      name = $2, script_id = $3, algorithm = $4, account_id = $5, market_tag = $6,
      interval_minutes = $7, config = $8, parameters = $9, parameters_count = $10,
      enabled_parameters_count = $11, updated_at_ms = $12
    WHERE lab_id = $1 RETURNING ${LAB_COLUMNS}`,
};

const START: Statement<LabRow> = {
  text: `
    UPDATE labs SET
      status = 'queued', execution_number = execution_number + 1, start_ms = $2, end_ms = $3,
      started_at_ms = $4, scheduled_count = $5, completed_count = 0, cancel_reason = NULL,
      plan = $6, executed_parameters = $7, summary = NULL, planned_count = 0, plans_count = 1,
      plan_job_id = lab_id || '.' || (execution_number + 1) || '.plan1',
      is_search_over = false, run_ms = NULL, updated_at_ms = $4
    WHERE lab_id = $1 RETURNING ${LAB_COLUMNS}`,
};

const END: Statement<LabRow> = {
  text: `
    UPDATE labs SET
      status = $2, cancel_reason = $3, summary = $4, plan_job_id = NULL, updated_at_ms = $5
    WHERE lab_id = $1 RETURNING ${LAB_COLUMNS}`,
};

const DELETE: Statement<unknown> = { text: 'DELETE FROM labs WHERE lab_id = $1' };

const FIND_OF_JOB: Statement<LabRow> = {
  name: 'find_lab_of_job',
  text: `
    SELECT ${LAB_COLUMNS} FROM labs WHERE plan_job_id = $1
    UNION ALL
    SELECT ${LAB_COLUMNS} FROM labs
    WHERE lab_id = (SELECT lab_id FROM lab_slices WHERE job_id = $1)`,
};

/** In one statement: counters that are read one after the other may not fit each other. */
const FIND_PROGRESS: Statement<ProgressRow> = {
  name: 'find_lab_progress',
  text: `
    SELECT ${LAB_COLUMNS}, plan, open_count FROM labs, LATERAL (
      SELECT count(*) AS open_count FROM lab_slices WHERE lab_slices.lab_id = labs.lab_id
    ) AS open
    WHERE plan_job_id = $1 OR lab_id = (SELECT lab_id FROM lab_slices WHERE job_id = $1)`,
};

const FIND_SLICE: Statement<LabSliceRow> = {
  name: 'find_lab_slice',
  text: `
    SELECT first_ordinal, generation, first_population, combinations
    FROM lab_slices WHERE job_id = $1`,
};

const OPEN_SLICES: Statement<JobRow> = {
  name: 'list_lab_slices',
  text: 'SELECT job_id FROM lab_slices WHERE lab_id = $1',
};

/** Combinations come as the texts of arrays: they are not of one length. */
const INSERT_SLICES: Statement<never> = {
  name: 'insert_lab_slices',
  text: `
    INSERT INTO lab_slices (
      lab_id, job_id, first_ordinal, generation, first_population, combinations
    )
    SELECT $1, job_id, first_ordinal, generation, first_population,
      combinations::double precision[]
    FROM unnest($2::text[], $3::integer[], $4::integer[], $5::integer[], $6::text[])
      AS slice (job_id, first_ordinal, generation, first_population, combinations)`,
};

const CLEAR_SLICES: Statement<never> = { text: 'DELETE FROM lab_slices WHERE lab_id = $1' };

/** The slices are there already. */
const NOTE_PLANNED: Statement<WorkedLabRow> = {
  text: `
    UPDATE labs SET
      status = 'running', planned_count = planned_count + $2, is_search_over = $3,
      plan_job_id = NULL, updated_at_ms = $4, plan = $5
    WHERE lab_id = $1
    RETURNING ${LAB_COLUMNS}, (
      SELECT count(*) FROM lab_slices WHERE lab_id = $1
    ) AS open_count`,
};

/** Ends the slice as well: the statement still counts it. */
const NOTE_ENDED: Statement<WorkedLabRow> = {
  name: 'note_lab_slice_ended',
  text: `
    WITH gone AS (DELETE FROM lab_slices WHERE job_id = $2)
    UPDATE labs SET completed_count = completed_count + $3, run_ms = $4, updated_at_ms = $5
    WHERE lab_id = $1
    RETURNING ${LAB_COLUMNS}, (
      SELECT count(*) FROM lab_slices WHERE lab_id = $1 AND job_id <> $2
    ) AS open_count`,
};

const NOTE_PLANNING: Statement<LabRow> = {
  text: `
    UPDATE labs SET
      plans_count = plans_count + 1,
      plan_job_id = lab_id || '.' || execution_number || '.plan' || (plans_count + 1)
    WHERE lab_id = $1 RETURNING ${LAB_COLUMNS}`,
};

/** Store over this database, which also enqueues and discards the jobs of its labs. */
export function postgresLabStore(database: Database, jobs: LabJobs): LabStore {
  return {
    insertLab: (lab, completion, labsMax) =>
      database.transaction(async (session) => {
        const { labId, userId, status, design, createdAtMs } = lab;
        await lockUser(session, userId);
        if ((await session.read(FIND, [labId, userId])).length === 0) {
          if (await isReached(session, COUNT, userId, labsMax)) return null;
          const values = [labId, userId, status, ...designValues(design), createdAtMs];
          await session.write(INSERT, values);
        }
        const [row] = await session.read(FIND, [labId, userId]);
        return complete(session, labFromRow(present(row, 'it was written')), completion);
      }),
    async findLab(userId, labId) {
      const [row] = await database.read(FIND, [labId, userId]);
      return row === undefined ? null : labFromRow(row);
    },
    async listLabs(userId, afterId, limit) {
      const rows = await database.read(LIST, [userId, afterId ?? '', limit]);
      return rows.map(listedLabFromRow);
    },
    countLabsAtWork: (userId) => countOf(database, COUNT_AT_WORK, userId),
    ...changes(database, jobs),
    ...execution(database, jobs),
    async readScores(labId) {
      return readScores(database, labId);
    },
    async findPlan({ labId, userId, executionNumber }) {
      const [row] = await database.read(FIND_PLAN, [labId, userId, executionNumber]);
      return row?.plan ?? null;
    },
    readResults: (key, fromOrdinal, limit) => readResults(database, key, fromOrdinal, limit),
    listResults: (key, query) => pageOfResults(database, key, query),
    findResult: (key, backtestId) => findResult(database, key, backtestId),
    findExecutionOf: (userId, backtestId) => findExecutionOf(database, userId, backtestId),
  };
}

type Changes = Pick<LabStore, 'configureLab' | 'startLab' | 'cancelLab' | 'deleteLab'>;

/** What a user does to a lab. */
function changes(database: Database, jobs: LabJobs): Changes {
  return {
    configureLab: (userId, labId, design, atMs, completion) =>
      database.transaction(async (session) => {
        const held = await lockOwn(session, userId, labId);
        if (held === null || nextLabStatus(held.status, 'configured') === null) return null;
        const [row] = await session.write(CONFIGURE, [labId, ...designValues(design), atMs]);
        return complete(session, labFromRow(present(row, 'it is locked')), completion);
      }),
    startLab: (userId, labId, execution, completion, atWorkMax) =>
      database.transaction(async (session) => {
        await lockUser(session, userId);
        if (await isReached(session, COUNT_AT_WORK, userId, atWorkMax)) return null;
        const held = await lockOwn(session, userId, labId);
        if (held === null || nextLabStatus(held.status, 'started') === null) return null;
        await clearResults(session, labId);
        const { startMs, endMs, startedAtMs, scheduledCount, plan, parameters } = execution;
        const values = [labId, startMs, endMs, startedAtMs, scheduledCount, plan, parameters];
        const [row] = await session.write(START, values);
        const started = present(row, 'it is locked');
        await enqueuePlan(session, jobs, started);
        return complete(session, labFromRow(started), completion);
      }),
    cancelLab: (userId, labId, reason, atMs, completion) =>
      database.transaction(async (session) => {
        const held = await lockOwn(session, userId, labId);
        if (held === null) return null;
        const isAtWork = nextLabStatus(held.status, 'cancelled') !== null;
        if (isAtWork) await discardJobs(session, jobs, held);
        const row = isAtWork ? await end(session, held, 'cancelled', reason, null, atMs) : held;
        return complete(session, labFromRow(row), completion);
      }),
    deleteLab: (userId, labId) =>
      database.transaction(async (session) => {
        const held = await lockOwn(session, userId, labId);
        if (held === null) return false;
        await discardJobs(session, jobs, held);
        await session.write(DELETE, [labId]);
        return true;
      }),
  };
}

type Execution = Pick<
  LabStore,
  | 'findProgress'
  | 'findSlice'
  | 'addSlices'
  | 'endSlice'
  | 'scoreResults'
  | 'completeLab'
  | 'failLab'
>;

/** What the jobs of an execution do. */
function execution(database: Database, jobs: LabJobs): Execution {
  return {
    async findProgress(jobId) {
      const [row] = await database.read(FIND_PROGRESS, [jobId]);
      if (row === undefined) return null;
      return {
        lab: labFromRow(row),
        plan: present(row.plan, 'an execution has a plan'),
        plannedCount: row.planned_count,
        openSlicesCount: row.open_count,
        runMs: row.run_ms,
      };
    },
    async findSlice(sliceJobId) {
      const [row] = await database.read(FIND_SLICE, [sliceJobId]);
      return row === undefined ? null : sliceFromRow(row);
    },
    addSlices: (attempt, slices, atMs, plan) =>
      asHolder(database, jobs, attempt, async (session, held) => {
        const labId = held.lab_id;
        if (slices.length > 0) await insertSlices(session, jobs, held, slices);
        const count = slices.reduce((sum, { combinations }) => sum + combinations.length, 0);
        const values = [labId, count, slices.length === 0, atMs, plan];
        const [row] = await session.write(NOTE_PLANNED, values);
        await planWhenDue(session, jobs, row, 0);
      }),
    endSlice: (attempt, { results, runMs, openSlicesMax, atMs }) =>
      asHolder(database, jobs, attempt, async (session, held) => {
        const labId = held.lab_id;
        await insertResults(session, labId, results);
        const values = [labId, attempt.jobId, results.length, runMs, atMs];
        const [row] = await session.write(NOTE_ENDED, values);
        await planWhenDue(session, jobs, row, openSlicesMax);
      }),
    scoreResults: (attempt, judgements) =>
      database.transaction(async (session) => {
        const [found] = await session.read(FIND_OF_JOB, [attempt.jobId]);
        const [held] = found === undefined ? [] : await session.write(LOCK, [found.lab_id]);
        if (held?.plan_job_id !== attempt.jobId) return false;
        await scoreResults(session, held.lab_id, judgements);
        return true;
      }),
    completeLab: (attempt, summary, atMs) =>
      asHolder(database, jobs, attempt, async (session, held) => {
        await end(session, held, 'completed', null, summary, atMs);
      }),
    failLab: (attempt, reason, atMs) =>
      asHolder(database, jobs, attempt, async (session, held) => {
        await discardJobs(session, jobs, held);
        await end(session, held, 'failed', reason, null, atMs);
      }),
  };
}

/** Does what ends the attempt's job, if it holds the job; false when it does not any more. */
function asHolder(
  database: Database,
  jobs: LabJobs,
  attempt: JobAttempt,
  work: (session: Session, held: LabRow) => Promise<void>,
): Promise<boolean> {
  return database.transaction(async (session) => {
    const [found] = await session.read(FIND_OF_JOB, [attempt.jobId]);
    if (found === undefined) return false;
    const [held] = await session.write(LOCK, [found.lab_id]);
    if (held === undefined || !(await jobs.settle(session, attempt))) return false;
    await work(session, held);
    return true;
  });
}

async function insertSlices(
  session: Session,
  jobs: LabJobs,
  { lab_id: labId, user_id: userId, execution_number: executionNumber }: LabRow,
  slices: readonly LabSlice[],
): Promise<void> {
  const jobIds = slices.map(({ firstOrdinal }) => `${labId}.${executionNumber}.${firstOrdinal}`);
  await session.write(INSERT_SLICES, [
    labId,
    jobIds,
    slices.map(({ firstOrdinal }) => firstOrdinal),
    slices.map(({ generation }) => generation),
    slices.map(({ firstPopulation }) => firstPopulation),
    slices.map(({ combinations }) => `{${combinations.join()}}`),
  ]);
  await jobs.enqueue(session, LAB_SLICE_QUEUE, jobIds, userId);
}

/**
 * Queues a plan job when few slices are left and none waits: when the search goes on, or when
 * everything is there and the lab can be completed.
 */
async function planWhenDue(
  session: Session,
  jobs: LabJobs,
  written: WorkedLabRow | undefined,
  openSlicesMax: number,
): Promise<void> {
  const row = present(written, 'it is locked');
  if (row.plan_job_id !== null) return;
  if (row.open_count > (row.is_search_over ? 0 : openSlicesMax)) return;
  const [planning] = await session.write(NOTE_PLANNING, [row.lab_id]);
  await enqueuePlan(session, jobs, present(planning, 'it is locked'));
}

async function enqueuePlan(session: Session, jobs: LabJobs, row: LabRow): Promise<void> {
  const jobId = present(row.plan_job_id, 'a plan is due');
  await jobs.enqueue(session, LAB_PLAN_QUEUE, [jobId], row.user_id);
}

async function discardJobs(session: Session, jobs: LabJobs, held: LabRow): Promise<void> {
  const slices = await session.read(OPEN_SLICES, [held.lab_id]);
  const jobIds = slices.map((row) => row.job_id);
  if (held.plan_job_id !== null) jobIds.push(held.plan_job_id);
  await jobs.discard(session, jobIds);
  await session.write(CLEAR_SLICES, [held.lab_id]);
}

async function end(
  session: Session,
  held: LabRow,
  event: Extract<LabEvent, 'completed' | 'cancelled' | 'failed'>,
  reason: string | null,
  summary: string | null,
  atMs: number,
): Promise<LabRow> {
  const status = present(nextLabStatus(held.status, event), 'an execution at work can end');
  const [row] = await session.write(END, [held.lab_id, status, reason, summary, atMs]);
  return present(row, 'it is locked');
}

async function lockOwn(session: Session, userId: string, labId: string): Promise<LabRow | null> {
  const [row] = await session.write(LOCK, [labId]);
  return row?.user_id === userId ? row : null;
}

async function complete(session: Session, lab: Lab, completion: LabCompletion): Promise<Lab> {
  if (completion !== null) await completeRequest(session, completion(lab));
  return lab;
}

async function countOf(
  database: Database,
  statement: Statement<CountRow>,
  userId: string,
): Promise<number> {
  const [row] = await database.read(statement, [userId]);
  return row?.count ?? 0;
}
