// Runs of bots in PostgreSQL. Whatever is written begins with a lock on the lease of its shard:
// whoever wants to take the shard over passes it by meanwhile, and what comes later finds another
// token. Steps are written by commit-bot-steps.ts.

import { present } from '#lib/assert.ts';
import { describeError } from '#lib/describe-error.ts';
import { postgresBotLeases } from '#adapters/postgres/stores/bot-lease-store.ts';
import { commitSteps, INSERT_LINE } from '#adapters/postgres/stores/commit-bot-steps.ts';
import { postgresBotEquity } from '#adapters/postgres/stores/bot-equity-store.ts';
import { postgresBotValues } from '#adapters/postgres/stores/bot-value-store.ts';
import { postgresBotRunReads } from '#adapters/postgres/stores/bot-run-reads.ts';
import { postgresBotSnapshots } from '#adapters/postgres/stores/bot-snapshot-store.ts';
import type { BotRow } from '#adapters/postgres/rows/bot-row.ts';
import { BOT_COLUMNS, botFromRow } from '#adapters/postgres/rows/bot-row.ts';
import type { BotRunRow } from '#adapters/postgres/rows/bot-run-row.ts';
import { BOT_RUN_COLUMNS, botRunFromRow } from '#adapters/postgres/rows/bot-run-row.ts';
import { MUST_BE_FOLLOWED } from '#adapters/postgres/stores/bot-store.ts';
import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import type { OrderRow } from '#adapters/postgres/rows/order-row.ts';
import { insistOnNumbers } from '#adapters/postgres/rows/stored-rows.ts';
import {
  ORDER_COLUMNS,
  ordersFromRows,
  WORKING_STATES,
} from '#adapters/postgres/rows/order-row.ts';
import { coalesceWithFallback } from '#lib/coalesce.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { PlanName } from '#domain/plan/plan.ts';
import { mayBeOfOne } from '#venue-port/world/failure.ts';
import type {
  BotFence,
  BotRunRecord,
  BotRunStore,
  BotStrike,
  FilledBotOrder,
  RunnableBot,
  UnreadableBot,
  StoredBotLine,
  StoredPositions,
} from '#ports/stores/bot-run-store.ts';

/** A process that freezes within a step does not keep the shard from others for long. */
const HOLD_LEASE: Statement<unknown> = {
  name: 'hold_bot_lease',
  text: `
    SELECT shard, set_config('idle_in_transaction_session_timeout', '3000', true)
    FROM bot_leases WHERE shard = $1 AND owner = $2 AND token = $3 FOR KEY SHARE`,
};

type RunnableRow = BotRow & {
  readonly shard: number;
  readonly stopped_at_ms: number | null;
  readonly plan: PlanName;
  readonly plan_until_ms: number | null;
  readonly owner_strikes_count: number;
};

const RUNNABLE = `
    SELECT ${BOT_COLUMNS.map((column) => `b.${column}`).join(', ')}, b.shard, b.stopped_at_ms, u.plan,
      u.plan_until_ms, coalesce(s.strikes_count, 0)::int AS owner_strikes_count
    FROM bots b JOIN users u ON u.user_id = b.user_id
    LEFT JOIN (
      SELECT user_id, count(*) AS strikes_count FROM bot_strikes
      WHERE struck_at > clock_timestamp() - interval '1 day' GROUP BY user_id
    ) s ON s.user_id = b.user_id`;

// Two halves, each with its own index.
const LIST_RUNNABLE: Statement<RunnableRow> = {
  isReadByRow: true,
  name: 'list_runnable_bots',
  text: `
    ${RUNNABLE} WHERE b.is_activated AND b.shard = ANY ($1::int[])
    UNION ALL
    ${RUNNABLE} WHERE b.is_followed AND NOT b.is_activated AND b.shard = ANY ($1::int[])
    ORDER BY bot_id`,
};

const FIND_EARLIER_RUN: Statement<BotRunRow> = {
  text: `
    SELECT ${BOT_RUN_COLUMNS.join(', ')} FROM bot_runs WHERE bot_id = $1 AND activation < $2
    ORDER BY activation DESC LIMIT 1`,
};

const INSERT_RUN: Statement<unknown> = {
  text: `
    INSERT INTO bot_runs (${BOT_RUN_COLUMNS.join(', ')}, line_count, positions)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, '[]'
    FROM bots WHERE bot_id = $1 AND activation = $2 AND is_activated
    ON CONFLICT DO NOTHING RETURNING bot_id`,
};

const END_ACTIVATION: Statement<unknown> = {
  text: `
    WITH wanted AS MATERIALIZED (
      SELECT bot_id FROM bots
      WHERE bot_id = $1 AND activation = $2 AND is_activated FOR NO KEY UPDATE
    )
    UPDATE bots SET is_activated = false, is_paused = false, stop_reason = $3,
      starts_anew = true, is_followed = ${MUST_BE_FOLLOWED}, stopped_at_ms = $4, stopped_by = $5
    FROM wanted WHERE bots.bot_id = wanted.bot_id RETURNING bots.bot_id`,
};

const NOTE_STRIKE: Statement<{ readonly strikes_count: number }> = {
  text: `
    WITH struck AS (
      SELECT bot_id, user_id FROM bots
      WHERE bot_id = $1 AND activation = $2 AND is_activated FOR NO KEY UPDATE
    ), added AS (
      INSERT INTO bot_strikes (bot_id, user_id, reason) SELECT bot_id, user_id, $3 FROM struck
    ), old AS (
      DELETE FROM bot_strikes USING struck
      WHERE bot_strikes.user_id = struck.user_id
        AND struck_at <= clock_timestamp() - interval '1 day'
    )
    SELECT 1 + (
      SELECT count(*)::int FROM bot_strikes t
      WHERE t.user_id = struck.user_id AND t.bot_id = struck.bot_id
        AND struck_at > clock_timestamp() - interval '1 day'
    ) AS strikes_count
    FROM struck`,
};

type ProgressRow = { readonly bot_id: string; readonly done_until_ms: number };

const FIND_PROGRESS: Statement<ProgressRow> = {
  name: 'find_bot_progress',
  text: `
    SELECT r.bot_id, r.done_until_ms
    FROM bot_runs r JOIN bots b ON b.bot_id = r.bot_id AND b.activation = r.activation
    WHERE r.bot_id = ANY ($1::text[])`,
};

const FIND_ORDERS: Statement<OrderRow> = {
  name: 'find_bot_orders',
  text: `
    SELECT ${ORDER_COLUMNS.join(', ')} FROM orders
    WHERE order_id = ANY ($1::text[])`,
  isShared: true,
};

type OrderQuestion = { readonly botId: string; readonly orderIds: readonly string[] };

/** One at once, so that each is large while there is much to ask. */
const QUESTION_GROUPS = { itemsMax: 250, groupsMax: 1 };

const LIST_WORKING: Statement<OrderRow> = {
  isReadByRow: true,
  text: `
    SELECT ${ORDER_COLUMNS.join(', ')} FROM orders
    WHERE bot_id = $1 AND state IN (${WORKING_STATES}) ORDER BY sequence DESC`,
};

type HolderRow = { readonly bot_id: string; readonly positions: string };

const LIST_HOLDERS: Statement<HolderRow> = {
  text: `
    SELECT b.bot_id, r.positions
    FROM bots b JOIN bot_runs r ON r.bot_id = b.bot_id AND r.activation = b.activation
    WHERE b.user_id = $1 AND b.account_id = $2 AND r.positions <> '[]' ORDER BY b.bot_id`,
};

type LineRow = {
  readonly sequence: number;
  readonly at_ms: number;
  readonly severity: string;
  readonly message: string;
};

const LIST_LINES: Statement<LineRow> = {
  text: `
    SELECT sequence, at_ms, severity, message FROM bot_log_lines
    WHERE bot_id = $1 AND ($2::bigint IS NULL OR sequence < $2)
    ORDER BY sequence DESC LIMIT $3`,
};

type ClosedRow = {
  readonly sequence: number;
  readonly activation: number;
  readonly position_id: string;
  readonly position: string;
};

const LIST_CLOSED: Statement<ClosedRow> = {
  text: `
    SELECT sequence, activation, position_id, position FROM bot_closed_positions
    WHERE bot_id = $1 AND ($2::bigint IS NULL OR sequence < $2)
    ORDER BY sequence DESC LIMIT $3`,
};

type FilledRow = {
  readonly position_id: string;
  readonly order_id: string;
  readonly filled: string;
};

const LIST_FILLED: Statement<FilledRow> = {
  text: `
    SELECT position_id, order_id, filled FROM bot_filled_orders
    WHERE bot_id = $1 AND activation = $2 AND position_id = $3 ORDER BY sequence LIMIT $4`,
};

const LIST_FILLED_WITHIN: Statement<FilledRow> = {
  text: `
    SELECT position_id, order_id, filled FROM bot_filled_orders
    WHERE bot_id = $1 AND activation = $2 AND noted_at_ms >= $3 AND noted_at_ms < $4
    ORDER BY noted_at_ms, sequence LIMIT $5`,
};

function filledFromRow(row: FilledRow): FilledBotOrder {
  return { positionId: row.position_id, orderId: row.order_id, filled: row.filled };
}

type PositionsRow = {
  readonly activation: number;
  readonly positions: string;
  readonly left_reasons: StoredPositions['leftReasons'];
};

const FIND_POSITIONS: Statement<PositionsRow> = {
  text: `
    SELECT activation, positions, left_reasons FROM bot_runs
    WHERE bot_id = $1 ORDER BY activation DESC LIMIT 1`,
};

/** `leaseDatabase`: where leases are renewed, so that nothing else delays them. */
export function postgresBotRunStore(database: Database, leaseDatabase = database): BotRunStore {
  const many = (questions: readonly OrderQuestion[]) => findOrdersOfBots(database, questions);
  // An order that cannot be read keeps the other bots' orders from nobody.
  const findOrders = coalesceWithFallback<OrderQuestion, readonly Order[]>(
    {
      one: async (question) => present((await many([question]))[0], 'each question has a result'),
      many,
      isOfOne: mayBeOfOne,
    },
    QUESTION_GROUPS,
  );
  return {
    ...postgresBotLeases(leaseDatabase),
    ...postgresBotSnapshots(database, holdsLease),
    ...postgresBotRunReads(database),
    ...postgresBotEquity(database),
    ...postgresBotValues(database, holdsLease),
    async listRunnableBots(shards, onUnreadable) {
      const rows = await database.read(LIST_RUNNABLE, [shards]);
      return rows.flatMap((row) => readRunnable(row, onUnreadable));
    },
    async findEarlierRun(botId, activation) {
      const [row] = await database.read(FIND_EARLIER_RUN, [botId, activation]);
      return row === undefined ? null : botRunFromRow(row);
    },
    insertRun: (fence, record, line) =>
      database.transaction((session) => insertRun(session, fence, record, line)),
    refuseRun: (fence, refused) =>
      database.transaction((session) => refuseRun(session, fence, refused)),
    noteStrike: (fence, strike) => noteStrike(database, fence, strike),
    commitSteps: (steps) => commitSteps(database, steps),
    findBotOrders: (botId, orderIds) => findOrders({ botId, orderIds }),
    async findProgress(botIds) {
      if (botIds.length === 0) return new Map();
      const rows = await database.read(FIND_PROGRESS, [botIds]);
      return new Map(rows.map((row) => [row.bot_id, { doneUntilMs: row.done_until_ms }]));
    },
    async listHolders(userId, accountId) {
      const rows = await database.read(LIST_HOLDERS, [userId, accountId]);
      return rows.map(({ bot_id: botId, positions }) => ({ botId, positions }));
    },
    async listWorkingBotOrders(botId, onUnreadable) {
      return ordersFromRows(database, await database.read(LIST_WORKING, [botId]), onUnreadable);
    },
    async listLines(botId, beforeSequence, limit) {
      const rows = await database.read(LIST_LINES, [botId, beforeSequence, limit]);
      return rows.map(({ at_ms, ...line }): StoredBotLine => ({ ...line, atMs: at_ms }));
    },
    async findPositions(botId) {
      const [row] = await database.read(FIND_POSITIONS, [botId]);
      if (row === undefined) return null;
      const { left_reasons: leftReasons, ...held } = row;
      return { ...held, leftReasons };
    },
    async listClosedPositions(botId, beforeSequence, limit) {
      const rows = await database.read(LIST_CLOSED, [botId, beforeSequence, limit]);
      return rows.map(({ position_id: positionId, ...row }) => ({ ...row, positionId }));
    },
    async listFilledOrders(botId, activation, positionId, limit) {
      const rows = await database.read(LIST_FILLED, [botId, activation, positionId, limit]);
      return rows.map(filledFromRow);
    },
    async listOrdersFilledWithin({ botId, activation }, { fromMs, toMs }, limit) {
      const values = [botId, activation, fromMs, toMs, limit];
      return (await database.read(LIST_FILLED_WITHIN, values)).map(filledFromRow);
    },
  };
}

async function insertRun(
  session: Session,
  fence: BotFence,
  record: BotRunRecord,
  line: Parameters<BotRunStore['insertRun']>[2],
): Promise<boolean> {
  if (!(await holdsLease(session, fence))) return false;
  const { botId, activation, setup, doneUntilMs, eventCount } = record;
  const { placedCount, placedDigest, fillCursor, marginCursor, openCount } = record;
  const first = [botId, activation, setup, doneUntilMs, eventCount];
  const cursors = [fillCursor, marginCursor];
  const values = [...first, placedCount, placedDigest, ...cursors, openCount];
  if ((await session.write(INSERT_RUN, values)).length === 0) return false;
  if (line !== undefined)
    await session.write(INSERT_LINE, [botId, line.atMs, line.severity, line.message]);
  return true;
}

async function refuseRun(
  session: Session,
  fence: BotFence,
  { botId, activation, reason, by, atMs }: Parameters<BotRunStore['refuseRun']>[1],
): Promise<boolean> {
  if (!(await holdsLease(session, fence))) return false;
  const ended = await session.write(END_ACTIVATION, [botId, activation, reason, atMs, by]);
  if (ended.length === 0) return false;
  await session.write(INSERT_LINE, [botId, atMs, 'error', reason]);
  return true;
}

/** None of a row that cannot be read: one owner's row must not stop the bots of all others. */
function readRunnable(
  row: RunnableRow,
  onUnreadable?: (bot: UnreadableBot) => void,
): readonly RunnableBot[] {
  try {
    return [runnableFromRow(insistOnNumbers(row))];
  } catch (error) {
    if (onUnreadable === undefined) throw error;
    const { bot_id: botId, activation, shard, is_activated: isActivated } = row;
    const cause = describeError(error);
    onUnreadable({ botId, activation, shard, isActivated, cause });
    return [];
  }
}

function runnableFromRow(row: RunnableRow): RunnableBot {
  const { shard, plan, plan_until_ms: planUntilMs } = row;
  const ownerStrikesCount = row.owner_strikes_count;
  const stoppedAtMs = row.stopped_at_ms;
  return { bot: botFromRow(row), stoppedAtMs, shard, plan, planUntilMs, ownerStrikesCount };
}

/** For each of the questions the orders that are its bot's. */
async function findOrdersOfBots(
  database: Database,
  questions: readonly OrderQuestion[],
): Promise<readonly (readonly Order[])[]> {
  const ids = questions.flatMap(({ orderIds }) => orderIds);
  const found = ordersFromRows(database, await database.read(FIND_ORDERS, [ids]));
  const byId = new Map(found.map((order) => [order.orderId, order]));
  return questions.map(({ botId, orderIds }) =>
    [...new Set(orderIds)].flatMap((orderId) => {
      const order = byId.get(orderId);
      return order?.botId === botId ? [order] : [];
    }),
  );
}

async function noteStrike(
  database: Database,
  fence: BotFence,
  { botId, activation, reason, atMs }: BotStrike,
): Promise<number | null> {
  return database.transaction(async (session) => {
    if (!(await holdsLease(session, fence))) return null;
    const [noted] = await session.write(NOTE_STRIKE, [botId, activation, reason]);
    if (noted === undefined) return null;
    await session.write(INSERT_LINE, [botId, atMs, 'error', reason]);
    return noted.strikes_count;
  });
}

async function holdsLease(session: Session, { shard, owner, token }: BotFence): Promise<boolean> {
  return (await session.read(HOLD_LEASE, [shard, owner, token])).length === 1;
}
