// Signals of partners in PostgreSQL: bots are found, told, and the signal noted, by one statement.

import { BOT_CHANNEL, notifyOnce } from '#adapters/postgres/bot-channel.ts';
import type { Database, Statement } from '#adapters/postgres/database.ts';
import { completeRequest } from '#adapters/postgres/idempotency-store.ts';
import { LIMITS } from '#lib/limits.ts';
import type { BotInput } from '#ports/bot-inbox.ts';
import type {
  PartnerSignalStore,
  SentSignal,
  SignalEffect,
  SignalToSend,
} from '#ports/partner-signal-store.ts';

const SEND: Statement<{ readonly count: number }> = {
  name: 'send_partner_signal',
  text: `
    WITH sent AS (
      INSERT INTO bot_inbox (bot_id, activation, received_at_ms, input)
      SELECT b.bot_id, b.activation, $5, $6
      FROM partner_bots p JOIN bots b ON b.bot_id = p.bot_id AND b.is_activated
      WHERE p.partner_id = $1 AND p.signal_token = $2 AND p.deleted_at_ms IS NULL
        AND ($3::text IS NULL OR p.user_id = $3)
        AND (SELECT count(*) FROM bot_inbox i WHERE i.bot_id = p.bot_id)
          < ${LIMITS.botInboxItemsMax}
      ORDER BY b.bot_id
      RETURNING bot_id, sequence
    )
    INSERT INTO partner_signals (
      partner_id, signal_token, user_id, action, received_at_ms, bot_ids, inbox_sequences
    )
    SELECT $1, $2, $3, $4, $5, coalesce(array_agg(bot_id ORDER BY sequence), '{}'),
      coalesce(array_agg(sequence ORDER BY sequence), '{}')
    FROM sent RETURNING cardinality(bot_ids) AS count`,
};

type SignalRow = {
  readonly sequence: number;
  readonly action: string;
  readonly received_at_ms: number;
  readonly effects: readonly SignalEffect[];
};

const LIST: Statement<SignalRow> = {
  text: `
    SELECT s.sequence, s.action, s.received_at_ms, e.effects
    FROM partner_signals s CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(json_build_object(
        'botId', d.bot_id, 'userId', p.user_id, 'takenAtMs', t.taken_at_ms,
        'orderIds', coalesce(t.order_ids, '{}'), 'messages', coalesce(t.messages, '{}')
      ) ORDER BY d.position), '[]') AS effects
      FROM unnest(s.bot_ids, s.inbox_sequences) WITH ORDINALITY AS d (bot_id, sequence, position)
      JOIN partner_bots p ON p.bot_id = d.bot_id AND ($2::text IS NULL OR p.user_id = $2)
      LEFT JOIN bot_taken_inputs t ON t.inbox_sequence = d.sequence
    ) e
    WHERE s.partner_id = $1 AND s.signal_token = $3 AND s.received_at_ms >= $4
      AND ($2::text IS NULL OR s.user_id IS NULL OR s.user_id = $2)
      AND s.sequence < coalesce($5, 9007199254740991)
    ORDER BY s.sequence DESC LIMIT $6`,
};

const PURGE: Statement<unknown> = {
  text: `
    WITH old AS (
      SELECT sequence FROM partner_signals WHERE received_at_ms < $1
      ORDER BY received_at_ms LIMIT $2 FOR UPDATE SKIP LOCKED
    ), gone AS (
      DELETE FROM partner_signals s USING old WHERE s.sequence = old.sequence
      RETURNING s.partner_id, s.user_id, s.received_at_ms
    ), counted AS (
      -- Reports go on to count them.
      INSERT INTO partner_signal_counts AS c (partner_id, user_id, minute_ms, signals_count)
      SELECT partner_id, coalesce(user_id, ''), received_at_ms / 60000 * 60000, count(*)
      FROM gone GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (partner_id, minute_ms, user_id)
        DO UPDATE SET signals_count = c.signals_count + excluded.signals_count
    )
    SELECT partner_id FROM gone`,
};

const PURGE_TAKEN: Statement<unknown> = {
  text: `
    WITH old AS (
      SELECT inbox_sequence FROM bot_taken_inputs WHERE taken_at_ms < $1
      ORDER BY taken_at_ms LIMIT $2 FOR UPDATE SKIP LOCKED
    )
    DELETE FROM bot_taken_inputs t USING old WHERE t.inbox_sequence = old.inbox_sequence
    RETURNING t.inbox_sequence`,
};

export function postgresPartnerSignalStore(database: Database): PartnerSignalStore {
  const notify = notifyOnce(database, BOT_CHANNEL, 'inbox');
  return {
    async sendSignal(signal) {
      const { completion } = signal;
      const [sent] = await (completion === null
        ? database.write(SEND, valuesOf(signal))
        : database.transaction(async (session) => {
            const rows = await session.write(SEND, valuesOf(signal));
            await completeRequest(session, completion);
            return rows;
          }));
      const count = sent?.count ?? 0;
      if (count > 0) await notify();
      return count;
    },
    async listSignals({ partnerId, endUserId }, token, sinceMs, beforeSequence, limit) {
      const values = [partnerId, endUserId, token, sinceMs, beforeSequence, limit];
      const rows = await database.read(LIST, values);
      return rows.map(({ received_at_ms: receivedAtMs, ...row }): SentSignal => {
        return { ...row, token, receivedAtMs };
      });
    },
    async purgeSignals(beforeMs, limit) {
      const signals = await database.write(PURGE, [beforeMs, limit]);
      const taken = await database.write(PURGE_TAKEN, [beforeMs, limit]);
      return Math.max(signals.length, taken.length);
    },
  };
}

function valuesOf({ partnerId, token, endUserId, action, atMs }: SignalToSend): unknown[] {
  const input: BotInput = { kind: 'signal', name: token, action, signalAtMs: atMs, payload: null };
  return [partnerId, token, endUserId, action, atMs, JSON.stringify(input)];
}
