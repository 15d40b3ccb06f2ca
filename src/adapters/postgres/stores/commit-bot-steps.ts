// Writes steps of running bots, those of many bots in one transaction: what one costs is mostly the
// round trips, which all share. First locks are taken and each step is judged; then what passed is
// written, by one statement.

import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import {
  equityRows,
  INSERT_EQUITY,
  trimEquity,
} from '#adapters/postgres/stores/bot-equity-store.ts';
import { ORDER_COLUMNS, orderToRow, UNRESOLVED_STATES } from '#adapters/postgres/rows/order-row.ts';
import type { LimitsRow } from '#adapters/postgres/stores/account-limit-store.ts';
import { judgeIntents, LIMITS_COLUMNS } from '#adapters/postgres/stores/account-limit-store.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { Order } from '#venue-port/order/order.ts';
import { endedByLimit, stoppedByLimit } from '#domain/risk/ended-by-limit.ts';
import type { Judgement as RiskJudgement, OrderRisk } from '#domain/risk/judge-orders.ts';
import { bracketToColumn } from '#adapters/postgres/rows/bracket-column.ts';
import { pairsToColumn } from '#adapters/postgres/rows/pairs-column.ts';
import { figureText, jsonText } from '#adapters/postgres/connection/storable-values.ts';
import type {
  BotLease,
  BotRunRecord,
  CommitStepOutcome,
  FencedStep,
} from '#ports/stores/bot-run-store.ts';
import { EFFECTS_OF_SIGNAL_MAX } from '#ports/stores/bot-run-store.ts';
import { SILENT_BOT } from '#ports/stores/hook-store.ts';

type JudgedRow = {
  readonly leases: readonly BotLease[] | null;
  readonly runs: readonly LockedRun[] | null;
  readonly inputs: readonly number[] | null;
  readonly limits: readonly LimitsRow[] | null;
};

type LockedRun = {
  readonly bot_id: string;
  readonly done_until_ms: number;
  readonly event_count: number;
  readonly placed_count: number;
  readonly placed_digest: string;
};

// The lock on a lease is one that a renewal does not wait for, but a takeover does. A process that
// freezes within a step does not keep the shard from others for long. The ids of bots are given
// once more as a list, here and below: a list is looked up in the index, while from rows of JSON
// the planner expects so many that it reads all bots for a few. For a short list it would plan the
// statement that writes anew each time, which takes as long as writing a step.
const JUDGE: Statement<JudgedRow> = {
  name: 'judge_bot_steps',
  text: `
    WITH leases AS MATERIALIZED (
      SELECT l.shard, l.token
      FROM bot_leases l
      JOIN json_to_recordset($1::json) AS given (shard int, owner text, token bigint)
        ON l.shard = given.shard AND l.owner = given.owner AND l.token = given.token
      ORDER BY l.shard FOR KEY SHARE OF l
    ), runs AS MATERIALIZED (
      SELECT b.bot_id, r.done_until_ms, r.event_count, r.placed_count, r.placed_digest
      FROM json_to_recordset($2::json) AS given (bot_id text, activation int, is_following boolean)
      JOIN bots b ON b.bot_id = given.bot_id AND b.activation = given.activation
        AND b.is_activated <> given.is_following AND b.bot_id = ANY ($4::text[])
      JOIN bot_runs r ON r.bot_id = given.bot_id AND r.activation = given.activation
      ORDER BY b.bot_id FOR NO KEY UPDATE OF b, r
    ), inputs AS MATERIALIZED (
      SELECT sequence FROM bot_inbox WHERE sequence = ANY ($3::bigint[])
      ORDER BY sequence FOR UPDATE
    ), limits AS MATERIALIZED (
      SELECT ${LIMITS_COLUMNS} FROM account_limits WHERE account_id = ANY ($5::text[])
      ORDER BY account_id FOR NO KEY UPDATE
    )
    SELECT set_config('idle_in_transaction_session_timeout', '3000', true),
      set_config('plan_cache_mode', 'force_generic_plan', true),
      (SELECT json_agg(leases) FROM leases) AS leases,
      (SELECT json_agg(runs) FROM runs) AS runs,
      (SELECT json_agg(sequence) FROM inputs) AS inputs,
      (SELECT json_agg(limits) FROM limits) AS limits`,
};

type WrittenRow = {
  readonly runs: readonly { readonly bot_id: string; readonly line_count: number }[] | null;
  readonly orders: readonly string[] | null;
};

// After a step that ends its bot, what it holds of contracts is read once more, as after a stop;
// and a step that was made for an earlier stop than the last one is not the bot's last.
const IS_FOLLOWED = `NOT g.is_activated AND (
          g.open_count > 0 OR g.stays_followed
          OR (g.is_following AND coalesce(b.stopped_at_ms, 0) > g.stopped_at_ms)
          OR (NOT g.is_following AND (g.positions <> '[]' OR g.placed_count > 0) AND EXISTS (
            SELECT FROM accounts a
            WHERE a.account_id = b.account_id AND a.market_type = 'futures'
          ))
        )`;

// Of a bot whose figures are what they were, no new version of the row is written.
const WRITE: Statement<WrittenRow> = {
  name: 'write_bot_steps',
  text: `
    WITH given AS MATERIALIZED (
      SELECT bot_id, activation, done_until_ms, event_count, placed_count, placed_digest,
        fill_cursor, margin_cursor, open_count, line_count, positions, realized_profit,
        unrealized_profit, roi_percent, profit_currency, pairs, bracket, is_paused, is_activated,
        is_following, stays_followed, stopped_at_ms, stop_reason, stopped_by, at_ms, curve
      FROM json_to_recordset($2::json) AS given (
        bot_id text, activation int, done_until_ms bigint, event_count int, placed_count int,
        placed_digest text, fill_cursor text, margin_cursor text, open_count int, line_count int,
        positions text, realized_profit numeric, unrealized_profit numeric, roi_percent numeric,
        profit_currency text, pairs jsonb, bracket jsonb, is_paused boolean, is_activated boolean,
        is_following boolean, stays_followed boolean, stopped_at_ms bigint, stop_reason text, stopped_by text, at_ms bigint, curve text)
    ), changed_bots AS (
      UPDATE bots b
      SET realized_profit = g.realized_profit, unrealized_profit = g.unrealized_profit,
        roi_percent = g.roi_percent, profit_currency = g.profit_currency, pairs = g.pairs, bracket = g.bracket,
        earlier_profit =
          CASE WHEN b.profit_currency <> g.profit_currency THEN 0 ELSE b.earlier_profit END,
        is_paused = g.is_paused, is_activated = g.is_activated,
        stop_reason = CASE WHEN g.is_following THEN b.stop_reason ELSE g.stop_reason END,
        stopped_by = CASE WHEN g.is_following THEN b.stopped_by ELSE g.stopped_by END,
        starts_anew = b.starts_anew OR (NOT g.is_following AND g.stop_reason IS NOT NULL),
        stopped_at_ms = CASE WHEN b.is_activated THEN g.at_ms ELSE b.stopped_at_ms END,
        is_followed = ${IS_FOLLOWED}
      FROM given g
      WHERE b.bot_id = ANY ($7::text[]) AND b.bot_id = g.bot_id AND ((
        b.realized_profit, b.unrealized_profit, b.roi_percent, b.is_paused, b.is_activated,
        b.is_followed
      ) <> (
        g.realized_profit, g.unrealized_profit, g.roi_percent, g.is_paused, g.is_activated,
        ${IS_FOLLOWED}
      ) OR b.profit_currency IS DISTINCT FROM g.profit_currency
        OR b.pairs IS DISTINCT FROM g.pairs OR b.bracket IS DISTINCT FROM g.bracket)
    ), changed_runs AS (
      UPDATE bot_runs r
      SET done_until_ms = g.done_until_ms, event_count = g.event_count,
        placed_count = g.placed_count, placed_digest = g.placed_digest,
        fill_cursor = g.fill_cursor, margin_cursor = g.margin_cursor,
        open_count = g.open_count, line_count = r.line_count + g.line_count,
        positions = g.positions, curve = coalesce(g.curve, r.curve)
      FROM given g
      WHERE r.bot_id = ANY ($7::text[]) AND r.bot_id = g.bot_id AND r.activation = g.activation
      RETURNING r.bot_id, r.line_count
    ), taken AS (
      DELETE FROM bot_inbox WHERE sequence = ANY ($1::bigint[]) RETURNING sequence, input
    ), effects AS MATERIALIZED (
      SELECT inbox_sequence, is_new, bot_id, taken_at_ms, reception, order_ids, messages
      FROM json_to_recordset($6::json) AS given (
        inbox_sequence bigint, is_new boolean, bot_id text, taken_at_ms bigint, reception text,
        order_ids text[], messages text[]
      )
    ), noted AS (
      -- What became of them, for whoever sent them.
      INSERT INTO bot_taken_inputs (
        inbox_sequence, bot_id, taken_at_ms, reception, order_ids, messages, is_signal
      ) SELECT inbox_sequence, bot_id, taken_at_ms, reception, order_ids, messages,
        coalesce(read_stored_json(taken.input) ->> 'kind' = 'signal', false)
      FROM effects LEFT JOIN taken ON sequence = inbox_sequence WHERE is_new
    ), followed AS (
      UPDATE bot_taken_inputs t SET reception = coalesce(e.reception, t.reception),
        order_ids = (t.order_ids || e.order_ids)[1:${EFFECTS_OF_SIGNAL_MAX}],
        messages = (t.messages || e.messages)[1:${EFFECTS_OF_SIGNAL_MAX}]
      FROM effects e WHERE NOT e.is_new AND t.inbox_sequence = e.inbox_sequence
    ), hooked AS (
      UPDATE hook_calls c
      SET outcome = CASE e.reception WHEN 'heard' THEN 'taken' ELSE 'unheard' END,
        detail = coalesce(e.messages[1], '${SILENT_BOT}')
      FROM effects e WHERE e.reception IS NOT NULL AND c.inbox_sequence = e.inbox_sequence
    ), events AS (
      INSERT INTO bot_events (bot_id, activation, sequence, event)
      SELECT bot_id, activation, sequence, event
      FROM json_to_recordset($3::json) AS g (bot_id text, activation int, sequence int, event text)
    ), lines AS (
      INSERT INTO bot_log_lines (bot_id, at_ms, severity, message, notice)
      SELECT bot_id, at_ms, severity, message, notice
      FROM ROWS FROM (
        json_to_recordset($4::json)
          AS (bot_id text, at_ms bigint, severity text, message text, notice jsonb)
      ) WITH ORDINALITY AS given (bot_id, at_ms, severity, message, notice, position)
      ORDER BY position
    ), intents AS (
      INSERT INTO orders (
        ${ORDER_COLUMNS.join(', ')}, risk_currency, risk_value, judged_at_ms, history
      )
      SELECT ${ORDER_COLUMNS.map((column) => `given.${column}`).join(', ')},
        given.risk_currency, given.risk_value,
        CASE WHEN given.risk_currency IS NOT NULL
          THEN (extract(epoch FROM clock_timestamp()) * 1000)::bigint END,
        jsonb_build_array(
          jsonb_build_array(given.state, trim_scale(given.filled_amount), given.updated_at_ms)
        )
      FROM json_array_elements($5::json) WITH ORDINALITY AS listed (item, position),
        json_populate_record(NULL::orders, listed.item) AS given
      WHERE NOT EXISTS (
        SELECT FROM orders o
        WHERE o.account_id = given.account_id AND o.state IN (${UNRESOLVED_STATES})
          AND o.market_tag IS NOT DISTINCT FROM given.market_tag
      )
      ORDER BY listed.position
      ON CONFLICT DO NOTHING RETURNING order_id
    ), closed AS (
      INSERT INTO bot_closed_positions (bot_id, activation, position_id, position)
      SELECT bot_id, activation, position_id, position FROM json_to_recordset($8::json)
        AS g (bot_id text, activation int, position_id text, position text)
    ), filled AS (
      INSERT INTO bot_filled_orders (
        bot_id, activation, position_id, order_id, filled, noted_at_ms, market_type, currency,
        volume
      )
      SELECT bot_id, activation, position_id, order_id, filled, noted_at_ms, market_type, currency,
        volume
      FROM json_to_recordset($9::json) AS given (
        bot_id text, activation int, position_id text, order_id text, filled text,
        noted_at_ms bigint, market_type text, currency text, volume numeric
      )
    ), worth AS (
      ${INSERT_EQUITY}
    )
    SELECT (SELECT json_agg(changed_runs) FROM changed_runs) AS runs,
      (SELECT json_agg(order_id) FROM intents) AS orders`,
};

export const INSERT_LINE: Statement<unknown> = {
  text: 'INSERT INTO bot_log_lines (bot_id, at_ms, severity, message) VALUES ($1, $2, $3, $4)',
};

/** So many lines of a bot are retained, and looked through after so many new ones. */
const LINES_RETAINED = 10_000;
const TRIM_EVERY_LINES = 1_000;

const TRIM_LINES: Statement<unknown> = {
  text: `
    DELETE FROM bot_log_lines WHERE bot_id = $1 AND sequence <= (
      SELECT sequence FROM bot_log_lines WHERE bot_id = $1
      ORDER BY sequence DESC OFFSET ${LINES_RETAINED} LIMIT 1
    )`,
};

const FIND_IDS: Statement<{ readonly order_id: string }> = {
  name: 'find_order_ids',
  text: 'SELECT order_id FROM orders WHERE order_id = ANY ($1::text[])',
};

/** See BotRunStore. */
export function commitSteps(
  database: Database,
  steps: readonly FencedStep[],
): Promise<readonly CommitStepOutcome[]> {
  return database.transaction((session) => commit(session, steps));
}

type Judgement = 'passed' | 'written' | 'stale' | 'deactivated';

async function commit(
  session: Session,
  steps: readonly FencedStep[],
): Promise<readonly CommitStepOutcome[]> {
  const { judgements, limits } = await judge(session, steps);
  const limited = await limitSteps(session, steps, judgements, limits);
  const passed = steps.flatMap((fenced, index) => {
    if (judgements[index] !== 'passed' || limited[index]?.kind === 'limits_unknown') return [];
    const stop = limited[index]?.kind === 'limited' ? limited[index] : null;
    return [stop === null ? fenced : endedByLimit(fenced, stop.reason)];
  });
  const there = new Set(passed.length === 0 ? [] : await write(session, passed));
  // What stood written already has its orders since then.
  const earlier = steps.filter((_, index) => judgements[index] === 'written');
  for (const orderId of await findThose(session, earlier)) there.add(orderId);
  return steps.map(({ step }, index): CommitStepOutcome => {
    const judgement = judgements[index] ?? 'stale';
    if (judgement === 'stale' || judgement === 'deactivated') return { kind: judgement };
    const stop = limited[index] ?? null;
    const ids = step.orders.map(({ orderId }) => orderId);
    if (judgement === 'passed' && stop?.kind === 'limits_unknown') return stop;
    if (judgement === 'passed' && stop?.kind === 'limited')
      return { ...stop, placed: ids.filter((orderId) => there.has(orderId)) };
    return { kind: 'committed', refused: ids.filter((orderId) => !there.has(orderId)) };
  });
}

async function judge(
  session: Session,
  steps: readonly FencedStep[],
): Promise<{
  readonly judgements: readonly Judgement[];
  readonly limits: readonly LimitsRow[];
}> {
  const fences = new Map(steps.map(({ fence }) => [leaseKey(fence), fence]));
  const named = steps.map(({ step: { record, isFollowing } }) => {
    const { botId, activation } = record;
    return { bot_id: botId, activation, is_following: isFollowing };
  });
  const requested = [[...fences.values()], named].map((each) => jsonText(each));
  const taken = steps.flatMap(({ step }) => step.taken);
  const accountIds = steps.flatMap(({ step }) => step.orders.slice(0, 1).map(accountIdOf));
  const values = [...requested, taken, botIdsOf(steps), [...new Set(accountIds)]];
  const [found] = await session.read(JUDGE, values);
  const leases = new Set((found?.leases ?? []).map(leaseKey));
  const runs = new Map((found?.runs ?? []).map((row) => [row.bot_id, row]));
  const waiting = new Set(found?.inputs ?? []);
  const judgements = steps.map(({ fence, step }): Judgement => {
    if (!leases.has(leaseKey(fence))) return 'stale';
    const run = runs.get(step.record.botId);
    if (run === undefined) return 'deactivated';
    // One that ends its bot is not written while the bot runs.
    if (isAt(run, step.record) && step.ending === null) return 'written';
    const follows =
      run.event_count === step.eventCountBefore &&
      run.done_until_ms <= step.record.doneUntilMs &&
      run.placed_count === step.record.placedCount - step.orders.length &&
      step.taken.every((sequence) => waiting.has(sequence));
    return follows ? 'passed' : 'stale';
  });
  return { judgements, limits: found?.limits ?? [] };
}

type LimitOutcome =
  | { readonly kind: 'limited'; readonly reason: string }
  | { readonly kind: 'limits_unknown' };

/** For each step null, or what the limits of its account say to its orders. */
async function limitSteps(
  session: Session,
  steps: readonly FencedStep[],
  judgements: readonly Judgement[],
  limits: readonly LimitsRow[],
): Promise<readonly (LimitOutcome | null)[]> {
  const outcomes: (LimitOutcome | null)[] = [];
  /** By account: what this transaction is about to write. */
  const allowed = new Map<string, OrderRisk[]>();
  for (const [index, { step, risks }] of steps.entries()) {
    const [order] = step.orders;
    const row = limits.find((each) => each.account_id === order?.accountId);
    if (row === undefined || judgements[index] !== 'passed') outcomes.push(null);
    else if (risks === undefined) outcomes.push({ kind: 'limits_unknown' });
    else {
      const before = allowed.get(row.account_id) ?? [];
      const judgement = await judgeIntents(session, row, risks, before);
      const isAllowed = judgement.kind === 'allowed';
      const written = isAllowed ? risks : risks.filter(({ onlyReduces }) => onlyReduces === true);
      if (judgement.kind !== 'unknown') allowed.set(row.account_id, [...before, ...written]);
      outcomes.push(limitOutcome(judgement));
    }
  }
  return outcomes;
}

function limitOutcome(judgement: RiskJudgement): LimitOutcome | null {
  if (judgement.kind === 'allowed') return null;
  if (judgement.kind === 'unknown') return { kind: 'limits_unknown' };
  return { kind: 'limited', reason: stoppedByLimit(judgement.reason) };
}

function accountIdOf({ accountId }: Order): string {
  return accountId;
}

function leaseKey({ shard, token }: BotLease): string {
  return `${shard} ${token}`;
}

/** Whether the run stands where the step would bring it: each step moves one of these. */
function isAt(run: LockedRun, record: BotRunRecord): boolean {
  return (
    run.event_count === record.eventCount &&
    run.done_until_ms === record.doneUntilMs &&
    run.placed_count === record.placedCount &&
    run.placed_digest === record.placedDigest
  );
}

/** Returns the ids of the orders whose intents were written. */
async function write(session: Session, passed: readonly FencedStep[]): Promise<readonly string[]> {
  const taken = passed.flatMap(({ step }) => step.taken);
  const parts: readonly (readonly object[])[] = [
    passed.map(runRow),
    passed.flatMap(eventRows),
    passed.flatMap(lineRows),
    passed.flatMap(orderRows),
    passed.flatMap(takenRows),
  ];
  const texts = parts.map((rows) => jsonText(rows));
  const ended = [passed.flatMap(closedRows), passed.flatMap(filledRows), equityRows(passed)];
  const endedTexts = ended.map((rows) => jsonText(rows));
  const values = [taken, ...texts, botIdsOf(passed), ...endedTexts];
  const [written] = await session.write(WRITE, values);
  await trimEquity(session, passed);
  const added = new Map(passed.map(({ step }) => [step.record.botId, step.lines.length]));
  for (const { bot_id: botId, line_count: count } of written?.runs ?? [])
    if (count % TRIM_EVERY_LINES < (added.get(botId) ?? 0))
      await session.write(TRIM_LINES, [botId]);
  return written?.orders ?? [];
}

function botIdsOf(steps: readonly FencedStep[]): readonly string[] {
  return steps.map(({ step }) => step.record.botId);
}

async function findThose(
  session: Session,
  steps: readonly FencedStep[],
): Promise<readonly string[]> {
  const ids = steps.flatMap(({ step }) => step.orders.map(({ orderId }) => orderId));
  if (ids.length === 0) return [];
  return (await session.read(FIND_IDS, [ids])).map((row) => row.order_id);
}

function runRow({ step }: FencedStep) {
  const { record, figures, isFollowing, staysFollowed, stoppedAtMs, ending } = step;
  return {
    bot_id: record.botId,
    activation: record.activation,
    done_until_ms: record.doneUntilMs,
    event_count: record.eventCount,
    placed_count: record.placedCount,
    placed_digest: record.placedDigest,
    fill_cursor: record.fillCursor,
    margin_cursor: record.marginCursor,
    open_count: record.openCount,
    line_count: step.lines.length,
    positions: step.positions,
    realized_profit: figureText(figures.realizedProfit),
    unrealized_profit: figureText(figures.unrealizedProfit),
    roi_percent: figureText(figures.roiPercent),
    profit_currency: figures.profitCurrency,
    pairs: pairsToColumn(figures.pairs),
    bracket: bracketToColumn(figures.bracket),
    is_paused: figures.isPaused && ending === null && !isFollowing,
    is_activated: ending === null && !isFollowing,
    is_following: isFollowing,
    stays_followed: staysFollowed,
    stopped_at_ms: stoppedAtMs,
    stop_reason: ending?.reason ?? null,
    stopped_by: ending?.by ?? null,
    at_ms: step.atMs,
    curve: step.curve,
  };
}

/** The events of a step stand in one row, each a line, under the place of the first. */
function eventRows({ step }: FencedStep) {
  if (step.events.length === 0) return [];
  const { botId, activation } = step.record;
  const sequence = step.eventCountBefore + 1;
  return [{ bot_id: botId, activation, sequence, event: step.events.join('\n') }];
}

function orderRows({ step, risks }: FencedStep) {
  return step.orders.map((order, index) => {
    const risk = risks?.[index];
    if (risk === undefined) return orderToRow(order);
    const value = formatDecimal(risk.value);
    return { ...orderToRow(order), risk_currency: risk.currency, risk_value: value };
  });
}

function takenRows({ step }: FencedStep) {
  const { taken, signals, record, atMs } = step;
  const inputs = [...new Set([...taken, ...signals.map(({ sequence }) => sequence)])];
  return inputs.map((sequence) => {
    const of = signals.find((signal) => signal.sequence === sequence);
    return {
      inbox_sequence: sequence,
      is_new: taken.includes(sequence),
      bot_id: record.botId,
      taken_at_ms: atMs,
      reception: of?.reception ?? null,
      order_ids: of?.orderIds ?? [],
      messages: of?.messages ?? [],
    };
  });
}

function closedRows({ step }: FencedStep) {
  const { botId, activation } = step.record;
  return step.closedPositions.map(({ positionId, position }) => {
    return { bot_id: botId, activation, position_id: positionId, position };
  });
}

function filledRows({ step }: FencedStep) {
  const { botId, activation } = step.record;
  return step.filledOrders.map(({ positionId, orderId, filled, turnover }) => ({
    bot_id: botId,
    activation,
    position_id: positionId,
    order_id: orderId,
    filled,
    noted_at_ms: step.atMs,
    market_type: turnover.marketType,
    currency: turnover.currency,
    volume: figureText(turnover.volume),
  }));
}

function lineRows({ step }: FencedStep) {
  const { botId } = step.record;
  return step.lines.map(({ atMs, severity, message, notice }) => {
    return { bot_id: botId, at_ms: atMs, severity, message, notice };
  });
}
