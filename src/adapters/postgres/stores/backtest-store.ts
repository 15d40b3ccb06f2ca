// Backtests in PostgreSQL. A backtest and its job begin in one transaction and end in one, so there
// is never one without the other.

import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import { completeRequest } from '#adapters/postgres/stores/idempotency-store.ts';
import { isReached, lockUser } from '#adapters/postgres/stores/lock-user.ts';
import type { ItemPack } from '#adapters/postgres/rows/item-packs.ts';
import { PACK_ITEMS, packItems, unpackItems } from '#adapters/postgres/rows/item-packs.ts';
import { present } from '#lib/assert.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { patienceOfRunMs } from '#domain/shares/patience-of-run-ms.ts';
import type {
  Backtest,
  BacktestOutcome,
  BacktestPhase,
  BacktestProgress,
  BacktestStore,
  BacktestStrategy,
  StoredBacktest,
} from '#ports/stores/backtest-store.ts';
import { BACKTEST_QUEUE, RESULT_LISTS } from '#ports/stores/backtest-store.ts';
import type { Jobs } from '#ports/work/jobs.ts';

type BacktestRow = {
  readonly backtest_id: string;
  readonly user_id: string;
  readonly sequence: number;
  readonly state: BacktestProgress['state'];
  readonly script_id: string | null;
  readonly strategy: string | null;
  readonly frozen?: string | null;
  readonly account_id: string;
  readonly market_tag: string;
  readonly interval_minutes: number;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly choices: string;
  readonly figures: string | null;
  readonly failure_message: string | null;
  readonly failure_line: number | null;
  readonly queued_at_ms: number;
  readonly ended_at_ms: number | null;
  readonly phase: BacktestPhase;
  readonly done_share: number;
  readonly began_at_ms: number | null;
};

type BacktestIdRow = { readonly backtest_id: string };
/** Null columns: the backtest is there, and has no pack in this range. */
type PackRow = { readonly first_index: number | null; readonly packed: Uint8Array | null };

const COLUMNS = `
  backtest_id, user_id, sequence, state, script_id, account_id, market_tag, interval_minutes,
  start_ms, end_ms, choices, figures, failure_message, failure_line, queued_at_ms, ended_at_ms,
  strategy, phase, done_share, began_at_ms`;

const INSERT: Statement<BacktestIdRow> = {
  name: 'insert_backtest',
  text: `
    WITH made AS (
      INSERT INTO backtests (
        backtest_id, user_id, state, script_id, account_id, market_tag, interval_minutes,
        start_ms, end_ms, choices, queued_at_ms, strategy, frozen
      ) VALUES ($1, $2, 'queued', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      ON CONFLICT (backtest_id) DO NOTHING RETURNING backtest_id, user_id, queued_at_ms, strategy
    ), counted AS (
      INSERT INTO requested_strategy_backtests (user_id, requested_at_ms, backtest_id)
      SELECT user_id, queued_at_ms, backtest_id FROM made WHERE strategy IS NOT NULL
      ON CONFLICT DO NOTHING
    )
    SELECT backtest_id FROM made`,
};

const FIND: Statement<BacktestRow> = {
  name: 'find_backtest',
  text: `SELECT ${COLUMNS} FROM backtests WHERE user_id = $1 AND backtest_id = $2`,
};

const FIND_OWNER: Statement<{ readonly user_id: string }> = {
  name: 'find_backtest_owner',
  text: 'SELECT user_id FROM backtests WHERE backtest_id = $1',
};

const NOTE_STAGE: Statement<never> = {
  text: `
    UPDATE backtests SET phase = $2, done_share = $3, began_at_ms = $4
    WHERE backtest_id = $1 AND state = 'queued'`,
};

const COUNT_QUEUED: Statement<{ readonly count: number }> = {
  name: 'count_queued_backtests',
  text: `SELECT count(*) AS count FROM backtests WHERE user_id = $1 AND state = 'queued'`,
};

const FIND_QUEUED: Statement<BacktestRow> = {
  name: 'find_queued_backtest',
  text: `SELECT ${COLUMNS}, frozen FROM backtests WHERE backtest_id = $1 AND state = 'queued'`,
};

const LIST: Statement<BacktestRow> = {
  isReadByRow: true,
  name: 'list_backtests',
  text: `
    SELECT ${COLUMNS} FROM backtests
    WHERE user_id = $1 AND state <> 'failed' AND sequence < coalesce($2, 9007199254740991)
    ORDER BY sequence DESC LIMIT $3`,
};

const READ_PACKS: Statement<PackRow> = {
  name: 'read_backtest_packs',
  text: `
    SELECT i.first_index, i.packed
    FROM backtests b LEFT JOIN backtest_items i
      ON i.backtest_id = b.backtest_id AND i.list = $3
        AND i.first_index > $4::integer - ${PACK_ITEMS}
        AND i.first_index < $4::integer + $5::integer
    WHERE b.user_id = $1 AND b.backtest_id = $2 AND b.state = 'finished'
    ORDER BY i.first_index`,
};

const FINISH: Statement<never> = {
  text: `
    UPDATE backtests SET state = 'finished', figures = $2, ended_at_ms = $3, frozen = NULL
    WHERE backtest_id = $1`,
};

const INSERT_PACKS: Statement<never> = {
  text: `
    INSERT INTO backtest_items (backtest_id, list, first_index, packed)
    SELECT $1, $2, first_index, packed
    FROM unnest($3::integer[], $4::bytea[]) AS pack (first_index, packed)`,
};

const FAIL: Statement<never> = {
  text: `
    UPDATE backtests
    SET state = 'failed', failure_message = $2, failure_line = $3, ended_at_ms = $4, frozen = NULL
    WHERE backtest_id = $1`,
};

const DELETE: Statement<BacktestIdRow> = {
  text: 'DELETE FROM backtests WHERE user_id = $1 AND backtest_id = $2 RETURNING backtest_id',
};

const PURGE: Statement<BacktestIdRow> = {
  text: `
    DELETE FROM backtests WHERE backtest_id IN (
      SELECT backtest_id FROM backtests WHERE state = 'failed' AND ended_at_ms < $1
      ORDER BY ended_at_ms LIMIT $2 FOR UPDATE SKIP LOCKED
    ) RETURNING backtest_id`,
};

/** Store over this database, which also enqueues and discards the jobs of its backtests. */
export function postgresBacktestStore(
  database: Database,
  jobs: Pick<Jobs<Session>, 'enqueue' | 'settle' | 'discard'>,
): BacktestStore {
  return {
    insertBacktest: (backtest, completion, queuedMax) =>
      database.transaction(async (session) => {
        const { backtestId, userId } = backtest;
        await lockUser(session, userId);
        const isThere = (await session.read(FIND, [userId, backtestId])).length > 0;
        const isFull = () => isReached(session, COUNT_QUEUED, userId, queuedMax);
        if (!isThere && (await isFull())) return false;
        if (!isThere && (await insertRow(session, backtest))) {
          const patienceMs = patienceOfRunMs((backtest.endMs - backtest.startMs) / MINUTE_MS);
          await jobs.enqueue(session, BACKTEST_QUEUE, [backtestId], userId, patienceMs);
        }
        if (completion !== null) await completeRequest(session, completion);
        return true;
      }),
    async findBacktest(userId, backtestId) {
      const [row] = await database.read(FIND, [userId, backtestId]);
      return row === undefined ? null : storedFromRow(row);
    },
    async findOwner(backtestId) {
      return (await database.read(FIND_OWNER, [backtestId]))[0]?.user_id ?? null;
    },
    async noteStage(backtestId, { phase, doneShare, beganAtMs }) {
      await database.write(NOTE_STAGE, [backtestId, phase, doneShare, beganAtMs]);
    },
    async findQueuedBacktest(backtestId) {
      const [row] = await database.read(FIND_QUEUED, [backtestId]);
      return row === undefined ? null : backtestFromRow(row);
    },
    async listBacktests(userId, beforeSequence, limit) {
      return (await database.read(LIST, [userId, beforeSequence, limit])).map(storedFromRow);
    },
    async readItems(userId, backtestId, list, fromIndex, limit) {
      const rows = await database.read(READ_PACKS, [userId, backtestId, list, fromIndex, limit]);
      return rows.length === 0 ? null : unpackItems(packsFromRows(rows), fromIndex, limit);
    },
    endBacktest: (attempt, outcome, endedAtMs) =>
      database.transaction(async (session) => {
        // Locks the job, so that an end and a deletion follow each other.
        if (!(await jobs.settle(session, attempt))) return false;
        await writeOutcome(session, attempt.jobId, outcome, endedAtMs);
        return true;
      }),
    deleteBacktest: (userId, backtestId) =>
      database.transaction(async (session) => {
        if ((await session.read(FIND, [userId, backtestId])).length === 0) return false;
        // The job first, as at its end: two that lock in different orders could block each other.
        await jobs.discard(session, [backtestId]);
        return (await session.write(DELETE, [userId, backtestId])).length === 1;
      }),
    async purgeFailures(beforeMs, limit) {
      return (await database.write(PURGE, [beforeMs, limit])).length;
    },
  };
}

async function insertRow(session: Session, backtest: Backtest): Promise<boolean> {
  const inserted = await session.write(INSERT, [
    backtest.backtestId,
    backtest.userId,
    backtest.scriptId,
    backtest.accountId,
    backtest.marketTag,
    backtest.intervalMinutes,
    backtest.startMs,
    backtest.endMs,
    backtest.choices,
    backtest.queuedAtMs,
    backtest.strategy === undefined ? null : JSON.stringify(backtest.strategy),
    backtest.frozen ?? null,
  ]);
  return inserted.length === 1;
}

async function writeOutcome(
  session: Session,
  backtestId: string,
  outcome: BacktestOutcome,
  endedAtMs: number,
): Promise<void> {
  if (outcome.kind === 'failed') {
    const { message, line } = outcome.reason;
    await session.write(FAIL, [backtestId, message, line, endedAtMs]);
    return;
  }
  await session.write(FINISH, [backtestId, outcome.figures, endedAtMs]);
  for (const list of RESULT_LISTS) {
    const packs = packItems(outcome.lists[list]);
    const indexes = packs.map(({ firstIndex }) => firstIndex);
    await session.write(INSERT_PACKS, [
      backtestId,
      list,
      indexes,
      packs.map(({ packed }) => packed),
    ]);
  }
}

function packsFromRows(rows: readonly PackRow[]): readonly ItemPack[] {
  return rows.flatMap(({ first_index: firstIndex, packed }) =>
    firstIndex === null || packed === null ? [] : [{ firstIndex, packed }],
  );
}

function storedFromRow(row: BacktestRow): StoredBacktest {
  return {
    backtest: backtestFromRow(row),
    sequence: row.sequence,
    progress: progressFromRow(row),
    stage: { phase: row.phase, doneShare: row.done_share, beganAtMs: row.began_at_ms },
  };
}

function backtestFromRow(row: BacktestRow): Backtest {
  return {
    backtestId: row.backtest_id,
    userId: row.user_id,
    scriptId: row.script_id,
    accountId: row.account_id,
    marketTag: row.market_tag,
    intervalMinutes: row.interval_minutes,
    startMs: row.start_ms,
    endMs: row.end_ms,
    choices: row.choices,
    queuedAtMs: row.queued_at_ms,
    ...(typeof row.frozen === 'string' ? { frozen: row.frozen } : {}),
    ...(row.strategy === null ? {} : { strategy: JSON.parse(row.strategy) as BacktestStrategy }),
  };
}

function progressFromRow(row: BacktestRow): BacktestProgress {
  if (row.state === 'queued') return { state: 'queued' };
  const endedAtMs = present(row.ended_at_ms, 'a backtest that is over has ended');
  if (row.state === 'finished') {
    const figures = present(row.figures, 'a finished backtest has figures');
    return { state: 'finished', figures, endedAtMs };
  }
  const message = present(row.failure_message, 'a failed backtest has a reason');
  return { state: 'failed', reason: { message, line: row.failure_line }, endedAtMs };
}
