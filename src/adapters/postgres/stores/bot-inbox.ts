// Inboxes of bots in PostgreSQL. Processes that run bots are notified after the commit, by a
// notification of its own that several deliveries share: one within each transaction would make
// their commits wait for one another.

import { storedRows } from '#adapters/postgres/rows/stored-rows.ts';
import { BOT_CHANNEL, notifyOnce } from '#adapters/postgres/connection/bot-channel.ts';
import { completeRequest } from '#adapters/postgres/stores/idempotency-store.ts';
import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import { LIMITS } from '#lib/limits.ts';
import type { BotDelivery, BotInbox, BotInput, WaitingInput } from '#ports/stores/bot-inbox.ts';
import {
  DAMAGED_INPUT,
  SILENT_SIGNAL,
  UNREAD_INPUT,
  unreadSignalText,
} from '#ports/stores/bot-inbox.ts';

type SentRow = { readonly bot_id: string; readonly sequence: number };

// One statement for all: rows of one bot keep the order in which they are given.
const SEND_TO_BOTS: Statement<SentRow> = {
  name: 'send_to_bots',
  text: `
    INSERT INTO bot_inbox (bot_id, activation, received_at_ms, input, trace_parent)
    SELECT b.bot_id, b.activation, $3, given.input, $4
    FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS given (bot_id, input, position)
    JOIN bots b ON b.bot_id = given.bot_id AND b.is_activated
    WHERE (SELECT count(*) FROM bot_inbox i WHERE i.bot_id = b.bot_id)
      < ${LIMITS.botInboxItemsMax}
    ORDER BY given.position
    RETURNING bot_id, sequence`,
};

/** Returns what was put into which inbox: bots that do not run, or whose is full, get nothing. */
export async function sendToBots(
  session: Session,
  deliveries: readonly BotDelivery[],
  atMs: number,
): Promise<readonly SentRow[]> {
  const ids = deliveries.map(({ botId }) => botId);
  const inputs = deliveries.map(({ input }) => JSON.stringify(input));
  return session.write(SEND_TO_BOTS, [ids, inputs, atMs, session.carried?.() ?? null]);
}

/** SQL: whether nobody will read an input any more, as its bot was stopped before. */
export const isUnread = (botId: string, sequence: string): string => `NOT EXISTS (
        SELECT FROM bots b WHERE b.bot_id = ${botId} AND b.is_activated AND (
          EXISTS (
            SELECT FROM bot_inbox i
            WHERE i.sequence = ${sequence} AND i.activation = b.activation
          ) OR EXISTS (
            SELECT FROM bot_taken_inputs t
            WHERE t.inbox_sequence = ${sequence} AND t.taken_at_ms >= b.activated_at_ms
          )
        )
      ) AND NOT EXISTS (
        SELECT FROM bot_taken_inputs t WHERE t.inbox_sequence = ${sequence}
          AND (t.reception IS NOT NULL OR cardinality(t.messages) > 0)
      )`;

type WaitingRow = {
  readonly sequence: number;
  readonly bot_id: string;
  readonly activation: number;
  readonly received_at_ms: number;
  readonly input: string;
  readonly trace_parent: string | null;
};

// The bot of each input is looked up by itself: few wait, and all bots of the shards may be many.
// What is known is a query of its own, because a list would be gone through for each row.
const LIST_WAITING: Statement<WaitingRow> = {
  isReadByRow: true,
  name: 'list_waiting_inputs',
  text: `
    SELECT i.sequence, i.bot_id, i.activation, i.received_at_ms, i.input, i.trace_parent
    FROM bot_inbox i
    CROSS JOIN LATERAL (
      SELECT activation FROM bots
      WHERE bot_id = i.bot_id AND is_activated AND shard = ANY ($1::int[]) OFFSET 0
    ) b
    WHERE b.activation = i.activation AND i.sequence NOT IN (SELECT unnest($3::bigint[]))
    ORDER BY i.sequence LIMIT $2`,
};

// The trigger of what is noted writes the event. What cannot be read may have been a signal, whose
// sender is notified.
const END_UNREAD: Statement<{ readonly sequence: number }> = {
  name: 'end_unread_inputs',
  text: `
    WITH waiting AS MATERIALIZED (
      SELECT i.sequence FROM bot_inbox i
      CROSS JOIN LATERAL (
        SELECT is_activated, activation FROM bots
        WHERE bot_id = i.bot_id AND shard = ANY ($1::int[]) OFFSET 0
      ) b
      WHERE NOT b.is_activated OR b.activation <> i.activation
      ORDER BY i.sequence LIMIT $3 FOR UPDATE OF i SKIP LOCKED
    ), gone AS (
      DELETE FROM bot_inbox i USING waiting w WHERE i.sequence = w.sequence
      RETURNING i.sequence, i.bot_id, read_stored_json(i.input) AS input
    ), unread AS (
      SELECT sequence, bot_id,
        coalesce(input ->> 'kind' NOT IN ('edited', 'switched'), true) AS is_signal,
        coalesce(CASE input ->> 'kind'
          WHEN 'edited' THEN '${UNREAD_INPUT.edited}'
          WHEN 'switched' THEN CASE input ->> 'isPaused'
            WHEN 'true' THEN '${UNREAD_INPUT.paused}' ELSE '${UNREAD_INPUT.resumed}'
          END
          ELSE left(
            replace(replace($4, '{name}', input ->> 'name'), '{action}', input ->> 'action'), 1000
          )
        END, '${DAMAGED_INPUT}') AS message
      FROM gone
    ), noted AS (
      INSERT INTO bot_taken_inputs (
        inbox_sequence, bot_id, taken_at_ms, reception, order_ids, messages, is_signal
      )
      SELECT sequence, bot_id, $2, 'unheard', '{}', ARRAY[message], true FROM unread
      WHERE is_signal
    ), silent AS (
      UPDATE bot_taken_inputs t SET reception = 'unheard', messages = ARRAY['${SILENT_SIGNAL}']
      WHERE t.is_signal AND t.reception IS NULL
        AND cardinality(t.messages) = 0 AND cardinality(t.order_ids) = 0
        AND EXISTS (
          SELECT FROM bots b WHERE b.bot_id = t.bot_id AND b.shard = ANY ($1::int[])
            AND NOT b.is_followed AND (NOT b.is_activated OR b.activated_at_ms > t.taken_at_ms)
        )
      RETURNING t.inbox_sequence AS sequence, t.bot_id, t.messages[1] AS message
    ), ended AS (
      SELECT sequence, bot_id, message FROM unread
      UNION ALL SELECT sequence, bot_id, message FROM silent
    ), hooked AS (
      UPDATE hook_calls c SET outcome = 'unheard', detail = e.message
      FROM ended e WHERE c.inbox_sequence = e.sequence
    ), lines AS (
      INSERT INTO bot_log_lines (bot_id, at_ms, severity, message)
      SELECT bot_id, $2, 'warning', message FROM ended ORDER BY sequence
    )
    SELECT sequence FROM ended`,
};

/** Inboxes over this database; `send` gives the bots that had room. */
export function postgresBotInbox(database: Database): BotInbox {
  const notify = notifyOnce(database, BOT_CHANNEL, 'inbox');
  return {
    async send(deliveries, atMs, completion) {
      const sent = await (completion === null
        ? sendToBots(database, deliveries, atMs)
        : database.transaction(async (session) => {
            const rows = await sendToBots(session, deliveries, atMs);
            if (rows.length > 0) await completeRequest(session, completion);
            return rows;
          }));
      if (sent.length > 0) await notify();
      return [...new Set(sent.map((row) => row.bot_id))];
    },
    async listWaiting(shards, limit, known = []) {
      const rows = await database.read(LIST_WAITING, [shards, limit, known]);
      return storedRows(database, 'bot_inbox', rows, (row) => row.sequence, waitingFromRow);
    },
    async endUnread(shards, atMs, limit) {
      const text = unreadSignalText('{name}', '{action}');
      return (await database.write(END_UNREAD, [shards, atMs, limit, text])).length;
    },
  };
}

function waitingFromRow(row: WaitingRow): WaitingInput {
  return {
    sequence: row.sequence,
    botId: row.bot_id,
    activation: row.activation,
    receivedAtMs: row.received_at_ms,
    input: JSON.parse(row.input) as BotInput,
    traceParent: row.trace_parent,
  };
}
