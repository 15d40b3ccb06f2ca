// Inboxes of bots in PostgreSQL. Processes that run bots are notified after the commit, by a
// notification of its own that several deliveries share: one within each transaction would make
// their commits wait for one another.

import { BOT_CHANNEL, notifyOnce } from '#adapters/postgres/connection/bot-channel.ts';
import { completeRequest } from '#adapters/postgres/stores/idempotency-store.ts';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { LIMITS } from '#lib/limits.ts';
import type { BotInbox, BotInput, WaitingInput } from '#ports/stores/bot-inbox.ts';

// One statement for all: rows of one bot keep the order in which they are given.
export const SEND_TO_BOTS: Statement<{ readonly bot_id: string; readonly sequence: number }> = {
  name: 'send_to_bots',
  text: `
    INSERT INTO bot_inbox (bot_id, activation, received_at_ms, input)
    SELECT b.bot_id, b.activation, $3, given.input
    FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS given (bot_id, input, position)
    JOIN bots b ON b.bot_id = given.bot_id AND b.is_activated
    WHERE (SELECT count(*) FROM bot_inbox i WHERE i.bot_id = b.bot_id)
      < ${LIMITS.botInboxItemsMax}
    ORDER BY given.position
    RETURNING bot_id, sequence`,
};

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
};

// The bot of each input is looked up by itself: few wait, and all bots of the shards may be many.
// What is known is a query of its own, because a list would be gone through for each row.
const LIST_WAITING: Statement<WaitingRow> = {
  name: 'list_waiting_inputs',
  text: `
    SELECT i.sequence, i.bot_id, i.activation, i.received_at_ms, i.input
    FROM bot_inbox i
    CROSS JOIN LATERAL (
      SELECT activation FROM bots
      WHERE bot_id = i.bot_id AND is_activated AND shard = ANY ($1::int[]) OFFSET 0
    ) b
    WHERE b.activation = i.activation AND i.sequence NOT IN (SELECT unnest($3::bigint[]))
    ORDER BY i.sequence LIMIT $2`,
};

export function postgresBotInbox(database: Database): BotInbox {
  const notify = notifyOnce(database, BOT_CHANNEL, 'inbox');
  return {
    async send(deliveries, atMs, completion) {
      const ids = deliveries.map(({ botId }) => botId);
      const inputs = deliveries.map(({ input }) => JSON.stringify(input));
      const sent = await (completion === null
        ? database.write(SEND_TO_BOTS, [ids, inputs, atMs])
        : database.transaction(async (session) => {
            const rows = await session.write(SEND_TO_BOTS, [ids, inputs, atMs]);
            if (rows.length > 0) await completeRequest(session, completion);
            return rows;
          }));
      if (sent.length > 0) await notify();
      return [...new Set(sent.map((row) => row.bot_id))];
    },
    async listWaiting(shards, limit, known = []) {
      return (await database.read(LIST_WAITING, [shards, limit, known])).map(waitingFromRow);
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
  };
}
