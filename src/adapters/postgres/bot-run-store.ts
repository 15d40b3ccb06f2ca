// Runs of bots in PostgreSQL. A step is one transaction that begins with a shared lock on its
// lease: whoever takes the shard over waits for it, and a step that comes later finds another
// token.

import { postgresBotLeases } from '#adapters/postgres/bot-lease-store.ts';
import type { BotRow } from '#adapters/postgres/bot-row.ts';
import { BOT_COLUMNS, botFromRow } from '#adapters/postgres/bot-row.ts';
import type { BotRunRow } from '#adapters/postgres/bot-run-row.ts';
import { BOT_RUN_COLUMNS, botRunFromRow } from '#adapters/postgres/bot-run-row.ts';
import type { Database, Session, Statement } from '#adapters/postgres/database.ts';
import type { OrderRow } from '#adapters/postgres/order-row.ts';
import { ORDER_COLUMNS, orderFromRow } from '#adapters/postgres/order-row.ts';
import { writeIntent } from '#adapters/postgres/order-store.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { PlanName } from '#domain/plan/plan.ts';
import type {
  BotFence,
  BotRunRecord,
  BotRunStep,
  BotRunStore,
  CommitStepOutcome,
  StoredBotLine,
} from '#ports/bot-run-store.ts';

/** A process that freezes within a step does not keep the shard from others for long. */
const HOLD_LEASE: Statement<unknown> = {
  name: 'hold_bot_lease',
  text: `
    SELECT shard, set_config('idle_in_transaction_session_timeout', '3000', true)
    FROM bot_leases WHERE shard = $1 AND owner = $2 AND token = $3 FOR SHARE`,
};

type RunnableRow = BotRow & {
  readonly shard: number;
  readonly plan: PlanName;
  readonly plan_until_ms: number | null;
};

const LIST_RUNNABLE: Statement<RunnableRow> = {
  name: 'list_runnable_bots',
  text: `
    SELECT ${BOT_COLUMNS.map((column) => `b.${column}`).join(', ')}, b.shard, u.plan,
      u.plan_until_ms
    FROM bots b JOIN users u ON u.user_id = b.user_id
    WHERE b.is_activated AND b.shard = ANY ($1::int[]) ORDER BY b.bot_id`,
};

const FIND_RUN: Statement<BotRunRow> = {
  text: `SELECT ${BOT_RUN_COLUMNS.join(', ')} FROM bot_runs WHERE bot_id = $1 AND activation = $2`,
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

const UPDATE_RUN: Statement<{ readonly line_count: number }> = {
  name: 'update_bot_run',
  text: `
    UPDATE bot_runs
    SET done_until_ms = $3, event_count = $4, placed_count = $5, placed_digest = $6,
      fill_cursor = $7, line_count = line_count + $8, positions = $9, margin_cursor = $12,
      open_count = $13
    WHERE bot_id = $1 AND activation = $2 AND event_count = $10 AND done_until_ms <= $3
      AND placed_count = $11
    RETURNING line_count`,
};

const UPDATE_BOT: Statement<unknown> = {
  name: 'update_running_bot',
  text: `
    UPDATE bots
    SET realized_profit = $3, unrealized_profit = $4, roi_percent = $5, is_paused = $6,
      is_activated = $7, stop_reason = $8
    WHERE bot_id = $1 AND activation = $2 AND is_activated RETURNING bot_id`,
};

const END_ACTIVATION: Statement<unknown> = {
  text: `
    UPDATE bots SET is_activated = false, is_paused = false, stop_reason = $3
    WHERE bot_id = $1 AND activation = $2 AND is_activated RETURNING bot_id`,
};

const INSERT_EVENTS: Statement<unknown> = {
  name: 'insert_bot_events',
  text: `
    INSERT INTO bot_events (bot_id, activation, sequence, event)
    SELECT $1, $2, $3 + position, event
    FROM unnest($4::text[]) WITH ORDINALITY AS given (event, position)`,
};

const INSERT_LINES: Statement<unknown> = {
  name: 'insert_bot_lines',
  text: `
    INSERT INTO bot_lines (bot_id, at_ms, severity, message)
    SELECT $1, at_ms, severity, message
    FROM unnest($2::bigint[], $3::text[], $4::text[]) WITH ORDINALITY
      AS given (at_ms, severity, message, position)
    ORDER BY position`,
};

/** So many lines of a bot are kept, and looked through after so many new ones. */
const LINES_KEPT = 10_000;
const TRIM_EVERY_LINES = 1_000;

const TRIM_LINES: Statement<unknown> = {
  text: `
    DELETE FROM bot_lines WHERE bot_id = $1 AND sequence <= (
      SELECT sequence FROM bot_lines WHERE bot_id = $1
      ORDER BY sequence DESC OFFSET ${LINES_KEPT} LIMIT 1
    )`,
};

const LIST_EVENTS: Statement<{ readonly event: string }> = {
  text: 'SELECT event FROM bot_events WHERE bot_id = $1 AND activation = $2 ORDER BY sequence',
};

const FIND_ORDERS: Statement<OrderRow> = {
  name: 'find_bot_orders',
  text: `
    SELECT ${ORDER_COLUMNS.join(', ')} FROM orders
    WHERE order_id = ANY ($2::text[]) AND bot_id = $1`,
};

const LIST_WORKING: Statement<OrderRow> = {
  text: `
    SELECT ${ORDER_COLUMNS.join(', ')} FROM orders
    WHERE bot_id = $1 AND state IN ('pending', 'open', 'unknown') ORDER BY sequence DESC`,
};

type LineRow = {
  readonly sequence: number;
  readonly at_ms: number;
  readonly severity: string;
  readonly message: string;
};

const LIST_LINES: Statement<LineRow> = {
  text: `
    SELECT sequence, at_ms, severity, message FROM bot_lines
    WHERE bot_id = $1 AND ($2::bigint IS NULL OR sequence < $2)
    ORDER BY sequence DESC LIMIT $3`,
};

const FIND_POSITIONS: Statement<{ readonly positions: string }> = {
  text: 'SELECT positions FROM bot_runs WHERE bot_id = $1 ORDER BY activation DESC LIMIT 1',
};

/** Rolls a step back; never leaves this file. */
class StepRefused extends Error {
  readonly outcome: CommitStepOutcome;
  constructor(outcome: CommitStepOutcome) {
    super('a step was refused');
    this.outcome = outcome;
  }
}

const TAKE_INPUTS: Statement<unknown> = {
  name: 'take_bot_inputs',
  text: `
    DELETE FROM bot_inbox WHERE bot_id = $1 AND activation = $2 AND sequence = ANY ($3::bigint[])
    RETURNING sequence`,
};

const FORGET_INPUTS: Statement<unknown> = {
  text: 'DELETE FROM bot_inbox WHERE bot_id = $1 AND activation < $2',
};

export function postgresBotRunStore(database: Database): BotRunStore {
  return {
    ...postgresBotLeases(database),
    async listRunnableBots(shards) {
      const rows = await database.read(LIST_RUNNABLE, [shards]);
      return rows.map((row) => {
        const { shard, plan } = row;
        return { bot: botFromRow(row), shard, plan, planUntilMs: row.plan_until_ms };
      });
    },
    findRun: (botId, activation) => findRun(database, FIND_RUN, botId, activation),
    findEarlierRun: (botId, activation) => findRun(database, FIND_EARLIER_RUN, botId, activation),
    async insertRun(fence, record) {
      return database.transaction(async (session) => {
        if (!(await holdsLease(session, fence))) return false;
        const { botId, activation, setup, doneUntilMs, eventCount } = record;
        const { placedCount, placedDigest, fillCursor, marginCursor, openCount } = record;
        const first = [botId, activation, setup, doneUntilMs, eventCount];
        const cursors = [fillCursor, marginCursor];
        const values = [...first, placedCount, placedDigest, ...cursors, openCount];
        if ((await session.write(INSERT_RUN, values)).length === 0) return false;
        await session.write(FORGET_INPUTS, [botId, activation]);
        return true;
      });
    },
    async refuseRun(fence, { botId, activation, reason, atMs }) {
      return database.transaction(async (session) => {
        if (!(await holdsLease(session, fence))) return false;
        const ended = await session.write(END_ACTIVATION, [botId, activation, reason]);
        if (ended.length === 0) return false;
        await session.write(INSERT_LINES, [botId, [atMs], ['error'], [reason]]);
        return true;
      });
    },
    async commitStep(fence, step) {
      try {
        return await database.transaction((session) => commit(session, fence, step));
      } catch (error) {
        if (error instanceof StepRefused) return error.outcome;
        throw error;
      }
    },
    async listEvents(botId, activation) {
      const rows = await database.read(LIST_EVENTS, [botId, activation]);
      return rows.map(({ event }) => event);
    },
    async findBotOrders(botId, orderIds) {
      return (await database.read(FIND_ORDERS, [botId, orderIds])).map(orderFromRow);
    },
    async listWorkingBotOrders(botId) {
      return (await database.read(LIST_WORKING, [botId])).map(orderFromRow);
    },
    async listLines(botId, beforeSequence, limit) {
      const rows = await database.read(LIST_LINES, [botId, beforeSequence, limit]);
      return rows.map(({ at_ms, ...line }): StoredBotLine => ({ ...line, atMs: at_ms }));
    },
    async findPositions(botId) {
      return (await database.read(FIND_POSITIONS, [botId]))[0]?.positions ?? null;
    },
  };
}

async function findRun(
  database: Database,
  statement: Statement<BotRunRow>,
  botId: string,
  activation: number,
): Promise<BotRunRecord | null> {
  const [row] = await database.read(statement, [botId, activation]);
  return row === undefined ? null : botRunFromRow(row);
}

async function holdsLease(session: Session, { shard, owner, token }: BotFence): Promise<boolean> {
  return (await session.read(HOLD_LEASE, [shard, owner, token])).length === 1;
}

async function commit(
  session: Session,
  fence: BotFence,
  step: BotRunStep,
): Promise<CommitStepOutcome> {
  if (!(await holdsLease(session, fence))) return { kind: 'stale' };
  const { botId, activation } = step.record;
  const { realizedProfit, unrealizedProfit, roiPercent, isPaused } = step.figures;
  const figures = [realizedProfit, unrealizedProfit, roiPercent].map(formatDecimal);
  const { ending } = step;
  const state = [isPaused && ending === null, ending === null, ending?.reason ?? null];
  const updated = await session.write(UPDATE_BOT, [botId, activation, ...figures, ...state]);
  if (updated.length === 0) throw new StepRefused({ kind: 'deactivated' });
  await writeRun(session, step);
  const refused: string[] = [];
  for (const order of step.orders) {
    const written = await writeIntent(session, order);
    if (!written) refused.push(order.orderId);
  }
  return { kind: 'committed', refused };
}

async function writeRun(session: Session, step: BotRunStep): Promise<void> {
  const { record, events, lines, orders, eventCountBefore } = step;
  const { botId, activation, doneUntilMs, eventCount, placedCount } = record;
  const [run] = await session.write(UPDATE_RUN, [
    botId,
    activation,
    doneUntilMs,
    eventCount,
    placedCount,
    record.placedDigest,
    record.fillCursor,
    lines.length,
    step.positions,
    eventCountBefore,
    placedCount - orders.length,
    record.marginCursor,
    record.openCount,
  ]);
  if (run === undefined) throw new StepRefused({ kind: 'stale' });
  if (step.taken.length > 0) {
    const taken = await session.write(TAKE_INPUTS, [botId, activation, step.taken]);
    if (taken.length !== step.taken.length) throw new StepRefused({ kind: 'stale' });
  }
  if (events.length > 0)
    await session.write(INSERT_EVENTS, [botId, activation, eventCountBefore, events]);
  if (lines.length === 0) return;
  const columns = [
    lines.map(({ atMs }) => atMs),
    lines.map(({ severity }) => severity),
    lines.map(({ message }) => message),
  ];
  await session.write(INSERT_LINES, [botId, ...columns]);
  if (run.line_count % TRIM_EVERY_LINES < lines.length) await session.write(TRIM_LINES, [botId]);
}
