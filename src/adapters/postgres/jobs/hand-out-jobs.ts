// Hands out jobs that wait to pg-boss, whose turn it is first. pg-boss has groups of its own, but
// it takes the oldest of all that are below a fixed cap: no turns, and no cap that holds only while
// others wait. So nothing waits in pg-boss for long, and whichever worker fetches what was handed
// out may carry it out.

import type { Session, Statement } from '#adapters/postgres/connection/database.ts';
import type { Line, TurnRecord } from '#domain/shares/choose-line.ts';
import { chooseLine, noteEnding } from '#domain/shares/choose-line.ts';
import type { Tenant } from '#domain/shares/tenant-queue.ts';
import { LIMITS } from '#lib/limits.ts';

export type HandingOut = {
  /** Queues whose jobs share places; of one user, those of the first go first, then by due_at. */
  readonly queues: readonly string[];
  readonly turns: TurnRecord;
  /** Of this runner's jobs, since the last time. */
  readonly ended: readonly Tenant[];
  /** How many may be handed out to anybody. */
  readonly freeCount: number;
  /** How many more to tenants that have none under way. */
  readonly retainedCount: number;
};

export type HandedJob = {
  readonly jobId: string;
  readonly queue: string;
  /** Under which pg-boss is to hold it. */
  readonly bossId: string;
};

type LineRow = {
  readonly tenant_id: string;
  readonly member_id: string;
  readonly waiting_count: number;
  readonly running_count: number;
  readonly oldest: number | null;
  readonly newest: number;
};

const WAITS = 'boss_id IS NULL AND ready_at <= clock_timestamp()';

/** One process at a time chooses, so that each knows what the others have under way. */
const TAKE_TURN: Statement<never> = {
  name: 'take_turn_at_jobs',
  text: `SELECT pg_advisory_xact_lock(hashtext('tidemill jobs'))`,
};

const READ_LINES: Statement<LineRow> = {
  name: 'read_job_lines',
  text: `
    SELECT
      tenant_id, member_id,
      count(*) FILTER (WHERE ${WAITS}) AS waiting_count,
      count(*) FILTER (WHERE boss_id IS NOT NULL) AS running_count,
      min(sequence) FILTER (WHERE ${WAITS}) AS oldest,
      max(max(sequence)) OVER () AS newest
    FROM jobs WHERE queue = ANY ($1::text[])
    GROUP BY tenant_id, member_id`,
};

type HandedRow = { readonly job_id: string; readonly queue: string; readonly boss_id: string };

const HAND_OUT: Statement<HandedRow> = {
  name: 'hand_out_jobs',
  text: `
    WITH chosen AS (
      SELECT job.job_id
      FROM unnest($2::text[], $3::text[], $4::integer[]) AS line (tenant_id, member_id, count)
      CROSS JOIN LATERAL (
        SELECT job_id FROM jobs
        WHERE tenant_id = line.tenant_id AND member_id = line.member_id AND ${WAITS}
          AND queue = ANY ($1::text[])
        ORDER BY array_position($1::text[], queue), due_at, sequence
        LIMIT line.count
        FOR UPDATE SKIP LOCKED
      ) job
    )
    UPDATE jobs SET boss_id = gen_random_uuid()
    FROM chosen WHERE jobs.job_id = chosen.job_id
    RETURNING jobs.job_id, jobs.queue, jobs.boss_id`,
};

/** Whether anything waits at all, which costs no lock. */
const IS_ANY_WAITING: Statement<{ readonly is_any: boolean }> = {
  name: 'is_any_job_waiting',
  text: `
    SELECT EXISTS (SELECT FROM jobs WHERE ${WAITS} AND queue = ANY ($1::text[])) AS is_any`,
};

/** Returns whether a job of the queues may be handed out. */
export async function isAnyWaiting(
  session: Pick<Session, 'read'>,
  queues: readonly string[],
): Promise<boolean> {
  const [row] = await session.read(IS_ANY_WAITING, [queues]);
  return row?.is_any === true;
}

/** Returns those that are handed out with the transaction. */
export async function handOutJobs(
  session: Session,
  handing: HandingOut,
): Promise<readonly HandedJob[]> {
  await session.write(TAKE_TURN, []);
  const rows = await session.read(READ_LINES, [handing.queues]);
  const newest = rows[0]?.newest ?? 0;
  // Who arrived before a job ended is before its tenant, and all that are stored did.
  for (const tenant of handing.ended) noteEnding(handing.turns, tenant, newest + 0.5);
  const chosen = choose(handing, rows.map(lineFromRow));
  if (chosen.size === 0) return [];
  const lines = [...chosen.keys()];
  const handed = await session.write(HAND_OUT, [
    handing.queues,
    lines.map(({ tenantId }) => tenantId),
    lines.map(({ memberId }) => memberId),
    lines.map((line) => chosen.get(line) ?? 0),
  ]);
  return handed.map((row) => ({ jobId: row.job_id, queue: row.queue, bossId: row.boss_id }));
}

/** How many of each line. */
function choose(
  { turns, freeCount, retainedCount }: HandingOut,
  read: readonly Line[],
): ReadonlyMap<Tenant, number> {
  const chosen = new Map<Tenant, number>();
  const tenants = read.map(({ tenantId, memberId }) => ({ tenantId, memberId }));
  let lines = read;
  for (let count = 0; count < freeCount + retainedCount; count += 1) {
    const isForIdle = count >= freeCount;
    const next = chooseLine(turns, lines, { sharesMax: LIMITS.partnerSharesMax, isForIdle });
    if (next === null) {
      if (isForIdle) break;
      continue;
    }
    const tenant = tenants[lines.indexOf(next)];
    if (tenant !== undefined) chosen.set(tenant, (chosen.get(tenant) ?? 0) + 1);
    lines = lines.map((line) => (line === next ? withOneBegun(line) : line));
  }
  return chosen;
}

function withOneBegun(line: Line): Line {
  return {
    ...line,
    waitingCount: line.waitingCount - 1,
    runningCount: line.runningCount + 1,
    // Of the next one nothing is known but this.
    oldest: line.oldest + 1,
  };
}

function lineFromRow(row: LineRow): Line {
  return {
    tenantId: row.tenant_id,
    memberId: row.member_id,
    waitingCount: row.waiting_count,
    runningCount: row.running_count,
    oldest: row.oldest ?? 0,
  };
}
