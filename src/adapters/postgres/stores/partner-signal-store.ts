// Signals of partners in PostgreSQL: bots are found, reported, and the signal noted, by one
// statement, which signals that come together share.

import { setTimeout as pause } from 'node:timers/promises';
import { BOT_CHANNEL, notifyOnce } from '#adapters/postgres/connection/bot-channel.ts';
import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import { completeRequest } from '#adapters/postgres/stores/idempotency-store.ts';
import { jsonText } from '#adapters/postgres/connection/storable-values.ts';
import { coalesceWithFallback } from '#lib/coalesce.ts';
import { LIMITS } from '#lib/limits.ts';
import { isUnread } from '#adapters/postgres/stores/bot-inbox.ts';
import type { BotInput } from '#ports/stores/bot-inbox.ts';
import { UNREAD_SIGNAL } from '#ports/stores/bot-inbox.ts';
import { mayBeOfOne } from '#venue-port/world/failure.ts';
import type {
  PartnerSignalStore,
  SentSignal,
  SignalEffect,
  SignalToSend,
} from '#ports/stores/partner-signal-store.ts';

// Places in the inboxes are drawn beforehand, so that each signal can record which were its
// own. A bot is looked for by one value made of partner and token: while the table's figures are
// unknown, the planner takes an index of the partner alone for as good as one of both. Signals come
// as rows of JSON, of which it expects the same number always: with lists it would plan anew for
// each group, which takes longer than carrying it out.
const SEND: Statement<{ readonly count: number }> = {
  name: 'send_partner_signals',
  text: `
    WITH given AS MATERIALIZED (
      SELECT partner_id, token, user_id, action, at_ms, input, trace_parent, position FROM ROWS FROM (
        json_to_recordset($1::json) AS (
          partner_id text, token text, user_id text, action text, at_ms bigint, input text,
          trace_parent text
        )
      ) WITH ORDINALITY AS given (
        partner_id, token, user_id, action, at_ms, input, trace_parent, position
      )
    ), found AS MATERIALIZED (
      SELECT nextval('bot_inbox_sequence_seq') AS sequence, position, at_ms, input,
        trace_parent, bot_id, activation
      FROM (
        SELECT g.position, g.at_ms, g.input, g.trace_parent, b.bot_id, b.activation,
          row_number() OVER (PARTITION BY b.bot_id ORDER BY g.position) AS number
        FROM given g CROSS JOIN LATERAL (
          SELECT bot_id FROM partner_bots
          WHERE partner_id || ' ' || signal_token = g.partner_id || ' ' || g.token
            AND signal_token IS NOT NULL AND deleted_at_ms IS NULL
            AND (g.user_id IS NULL OR user_id = g.user_id) OFFSET 0
        ) p CROSS JOIN LATERAL (
          SELECT bot_id, activation FROM bots
          WHERE bot_id = p.bot_id AND is_activated OFFSET 0
        ) b
        ORDER BY g.position, b.bot_id
      ) listening
      WHERE number + (SELECT count(*) FROM bot_inbox i WHERE i.bot_id = listening.bot_id)
        <= ${LIMITS.botInboxItemsMax}
    ), sent AS (
      INSERT INTO bot_inbox (sequence, bot_id, activation, received_at_ms, input, trace_parent)
      OVERRIDING SYSTEM VALUE
      SELECT sequence, bot_id, activation, at_ms, input, trace_parent FROM found
    ), unheard AS (
      SELECT partner_id, token, count(*)::int AS count, max(at_ms) AS at_ms,
        (array_agg(action ORDER BY position DESC))[1] AS action
      FROM given g WHERE NOT EXISTS (SELECT FROM found WHERE found.position = g.position)
      GROUP BY partner_id, token
    ), reported AS (
      -- In one order, so that groups of several processes do not wait for each other.
      SELECT partner_id, token, action, at_ms,
        count_unheard_signals(partner_id, token, at_ms, count) AS count
      FROM unheard ORDER BY partner_id, token
    ), noted AS (
      -- That no bot gets one is an event of the partner.
      INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
      SELECT partner_id, 'signal.unheard', token, at_ms, jsonb_build_object(
        'signal_token', token, 'signals_count', count,
        'reason', format('No running bot got the signal "%s" (%s).', token, action)
      )
      FROM reported WHERE count IS NOT NULL
    )
    INSERT INTO partner_signals (
      partner_id, signal_token, user_id, action, received_at_ms, bot_ids, inbox_sequences
    )
    SELECT g.partner_id, g.token, g.user_id, g.action, g.at_ms, f.bot_ids, f.sequences
    FROM given g CROSS JOIN LATERAL (
      SELECT coalesce(array_agg(bot_id ORDER BY sequence), '{}') AS bot_ids,
        coalesce(array_agg(sequence ORDER BY sequence), '{}') AS sequences
      FROM found WHERE found.position = g.position
    ) f
    ORDER BY g.position RETURNING cardinality(bot_ids) AS count`,
};

type SignalRow = {
  readonly sequence: number;
  readonly token: string;
  readonly action: string;
  readonly received_at_ms: number;
  readonly effects: readonly SignalEffect[];
};

const listed = (which: string, order: string): string => `
    SELECT s.sequence, s.signal_token AS token, s.action, s.received_at_ms, e.effects
    FROM partner_signals s CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(json_build_object(
        'signalId', d.sequence::text, 'botId', d.bot_id, 'userId', p.user_id, 'takenAtMs', t.taken_at_ms,
        'reception', CASE WHEN u.is_unread THEN 'unheard' ELSE t.reception END,
        'orderIds', coalesce(t.order_ids, '{}'),
        'messages', CASE WHEN u.is_unread THEN '{${UNREAD_SIGNAL}}'
          ELSE coalesce(t.messages, '{}') END
      ) ORDER BY d.position), '[]') AS effects
      FROM unnest(s.bot_ids, s.inbox_sequences) WITH ORDINALITY AS d (bot_id, sequence, position)
      JOIN partner_bots p ON p.bot_id = d.bot_id AND ($2::text IS NULL OR p.user_id = $2)
      LEFT JOIN bot_taken_inputs t ON t.inbox_sequence = d.sequence
      CROSS JOIN LATERAL (SELECT ${isUnread('d.bot_id', 'd.sequence')} AS is_unread) u
    ) e
    WHERE s.partner_id = $1 AND s.received_at_ms >= $3
      AND ($2::text IS NULL OR s.user_id IS NULL OR s.user_id = $2)
      AND ${which}
    ORDER BY ${order} LIMIT $5`;

const LIST_OF_TOKEN: Statement<SignalRow> = {
  text: listed(
    's.signal_token = $6 AND s.sequence < coalesce($4, 9007199254740991)',
    's.sequence DESC',
  ),
};

// By time, because that is what the index of a partner is by. Where the signal before the page is
// forgotten, all that follow are, too.
const LIST_ALL: Statement<SignalRow> = {
  text: listed(
    `($4::bigint IS NULL OR (s.received_at_ms, s.sequence) <
        (SELECT received_at_ms, sequence FROM partner_signals WHERE sequence = $4))`,
    's.received_at_ms DESC, s.sequence DESC',
  ),
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

const PURGE_UNHEARD: Statement<unknown> = {
  text: `
    WITH old AS (
      SELECT user_id, object_id FROM unheard_signals WHERE event_at_ms < $1
      ORDER BY event_at_ms LIMIT $2 FOR UPDATE SKIP LOCKED
    )
    DELETE FROM unheard_signals u USING old
    WHERE u.user_id = old.user_id AND u.object_id = old.object_id RETURNING u.object_id`,
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

/** Between the beginnings of two groups: what a group costs is mostly that it is one. */
const SEND_SPACING_MS = 20;
/** One at once: two would not see each other in what waits for a bot. */
const SEND_GROUPS = { itemsMax: 100, groupsMax: 1, spacing: () => pause(SEND_SPACING_MS) };

type TracedSignal = SignalToSend & { readonly traceParent: string | null };

/** Store over this database; `sendSignal` gives the number of bots that were notified. */
export function postgresPartnerSignalStore(database: Database): PartnerSignalStore {
  const notify = notifyOnce(database, BOT_CHANNEL, 'inbox');
  const inGroup = coalesceWithFallback<TracedSignal, number>(
    {
      one: async (signal) => (await send(database, [signal]))[0] ?? 0,
      many: (signals) => send(database, signals),
      isOfOne: mayBeOfOne,
    },
    SEND_GROUPS,
  );
  return {
    async sendSignal(given) {
      const { completion } = given;
      // Signals of several requests are written together; each is retained with its own.
      const signal = { ...given, traceParent: database.carried?.() ?? null };
      const count = await (completion === null
        ? inGroup(signal)
        : database.transaction(async (session) => {
            const [own = 0] = await send(session, [signal]);
            await completeRequest(session, completion);
            return own;
          }));
      if (count > 0) await notify();
      return count;
    },
    async listSignals({ partnerId, endUserId }, token, sinceMs, beforeSequence, limit) {
      const values = [partnerId, endUserId, sinceMs, beforeSequence, limit];
      const rows = await (token === null
        ? database.read(LIST_ALL, values)
        : database.read(LIST_OF_TOKEN, [...values, token]));
      return rows.map(({ received_at_ms: receivedAtMs, ...row }): SentSignal => {
        return { ...row, receivedAtMs };
      });
    },
    async purgeSignals(beforeMs, limit) {
      const signals = await database.write(PURGE, [beforeMs, limit]);
      const taken = await database.write(PURGE_TAKEN, [beforeMs, limit]);
      const unheard = await database.write(PURGE_UNHEARD, [beforeMs, limit]);
      return Math.max(signals.length, taken.length, unheard.length);
    },
  };
}

/** Returns to how many bots each was sent. */
async function send(
  session: Session,
  signals: readonly TracedSignal[],
): Promise<readonly number[]> {
  const given = signals.map((signal) => ({
    partner_id: signal.partnerId,
    token: signal.token,
    user_id: signal.endUserId,
    action: signal.action,
    at_ms: signal.atMs,
    input: JSON.stringify(inputOf(signal)),
    trace_parent: signal.traceParent,
  }));
  const rows = await session.write(SEND, [jsonText(given)]);
  return rows.map(({ count }) => count);
}

function inputOf({ token, action, atMs }: SignalToSend): BotInput {
  return { kind: 'signal', name: token, action, signalAtMs: atMs, payload: null };
}
