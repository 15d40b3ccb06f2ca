// Reading the log of events for the rules of users, in PostgreSQL.

import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { storedRows } from '#adapters/postgres/rows/stored-rows.ts';
import type { EventRow } from '#adapters/postgres/rows/event-row.ts';
import {
  EVENT_COLUMNS,
  eventFromRow,
  STORED_EVENT_COLUMNS,
} from '#adapters/postgres/rows/event-row.ts';
import type { ChannelRow, RuleRow } from '#adapters/postgres/rows/notification-row.ts';
import {
  CHANNEL_COLUMNS,
  channelFromRow,
  RULE_COLUMNS,
  ruleFromRow,
} from '#adapters/postgres/rows/notification-row.ts';
import { lockUser } from '#adapters/postgres/stores/lock-user.ts';
import { planWork } from '#adapters/postgres/stores/notification-work.ts';
import type { NotificationReader, NotificationStore } from '#ports/stores/notification-store.ts';

type WaitingRow = {
  readonly channel_id: string;
  readonly rule_id: string;
  readonly due_at_ms: number;
  readonly count: number;
};

type PaceRow = {
  readonly channel_id: string;
  readonly rule_id: string;
  readonly last_ms: number;
};

type ReaderRow = {
  readonly user_id: string;
  readonly read_sequence: number;
  readonly claimed_until_ms: number;
  readonly last_sequence: number;
  readonly events: readonly EventRow[] | null;
  readonly rules: readonly RuleRow[] | null;
  readonly channels: readonly ChannelRow[] | null;
  readonly waiting: readonly WaitingRow[] | null;
  readonly paces: readonly PaceRow[] | null;
};

// Who was read longest ago comes first. Events that were deleted before they were read are passed
// over: what is newest is looked at in the same statement.
const TAKE: Statement<ReaderRow> = {
  name: 'take_notification_readers',
  text: `
    WITH due AS (
      SELECT u.user_id, c.newest FROM notification_users u JOIN event_counts c USING (user_id)
      WHERE u.is_reading AND c.newest > u.read_sequence AND u.claimed_until_ms <= $1
      ORDER BY u.claimed_until_ms, u.user_id LIMIT $3 FOR UPDATE OF u SKIP LOCKED
    ), taken AS (
      UPDATE notification_users u SET claimed_until_ms = $2 FROM due
      WHERE u.user_id = due.user_id
      RETURNING u.user_id, u.read_sequence, u.claimed_until_ms, due.newest
    )
    SELECT t.user_id, t.read_sequence, t.claimed_until_ms,
      coalesce(seen.last_sequence, t.newest) AS last_sequence, seen.events,
      (
        SELECT json_agg(r) FROM (
          SELECT ${RULE_COLUMNS} FROM notification_rules
          WHERE user_id = t.user_id AND is_enabled ORDER BY rule_id
        ) AS r
      ) AS rules,
      (
        SELECT json_agg(c) FROM (
          SELECT ${CHANNEL_COLUMNS} FROM notification_channels
          WHERE user_id = t.user_id ORDER BY channel_id
        ) AS c
      ) AS channels,
      (
        SELECT json_agg(w) FROM (
          SELECT i.channel_id, i.rule_id, min(i.due_at_ms) AS due_at_ms, count(*) AS count
          FROM notification_items i JOIN notification_channels USING (channel_id)
          WHERE notification_channels.user_id = t.user_id GROUP BY i.channel_id, i.rule_id
        ) AS w
      ) AS waiting,
      (
        SELECT json_agg(p) FROM (
          SELECT p.channel_id, p.rule_id, p.last_ms
          FROM notification_paces p JOIN notification_channels USING (channel_id)
          WHERE notification_channels.user_id = t.user_id
        ) AS p
      ) AS paces
    FROM taken t CROSS JOIN LATERAL (
      WITH read AS MATERIALIZED (
        SELECT ${STORED_EVENT_COLUMNS} FROM events
        WHERE user_id = t.user_id AND sequence > t.read_sequence ORDER BY sequence LIMIT $4
      )
      SELECT (SELECT max(sequence) FROM read) AS last_sequence, (
        SELECT json_agg(e ORDER BY sequence) FROM (
          SELECT ${EVENT_COLUMNS} FROM read AS event
          WHERE type = ANY ($5::text[]) AND end_user_id IS NULL
        ) AS e
      ) AS events
    ) AS seen ORDER BY t.user_id`,
};

const NOTE: Statement<unknown> = {
  text: `
    UPDATE notification_users SET read_sequence = $4, claimed_until_ms = $5
    WHERE user_id = $1 AND claimed_until_ms = $2 AND read_sequence = $3 RETURNING user_id`,
};
// What was deleted meanwhile gets nothing.
const QUEUE: Statement<unknown> = {
  text: `
    INSERT INTO notification_items (
      channel_id, rule_id, user_id, sequence, queued_at_ms, due_at_ms
    ) SELECT c.channel_id, r.rule_id, $1::text, i.sequence, $2::bigint, i.due_at_ms
    FROM unnest($3::text[], $4::text[], $5::bigint[], $6::bigint[])
      AS i (channel_id, rule_id, sequence, due_at_ms)
    JOIN notification_channels c ON c.channel_id = i.channel_id AND c.user_id = $1
    JOIN notification_rules r ON r.rule_id = i.rule_id AND r.user_id = $1
    ORDER BY i.sequence`,
};
const SKIP: Statement<unknown> = {
  text: `
    UPDATE notification_channels c SET skipped_count = c.skipped_count + s.count
    FROM unnest($1::text[], $2::int[]) AS s (channel_id, count)
    WHERE c.channel_id = s.channel_id`,
};

/** Readers over this database; one process at a time reads for a user. */
export function notificationReaders(
  database: Database,
): Pick<NotificationStore, 'takeReaders' | 'noteRead'> {
  return {
    async takeReaders({ nowMs, claimedUntilMs, usersMax, eventsMax, types }) {
      const values = [nowMs, claimedUntilMs, usersMax, eventsMax, types];
      return (await database.write(TAKE, values)).map((row) => readerFromRow(database, row));
    },
    async noteRead({ reader, items, skipped }, atMs) {
      await database.transaction(async (session) => {
        const { userId, claimedUntilMs, readSequence, lastSequence } = reader;
        await lockUser(session, userId);
        const noted = [userId, claimedUntilMs, readSequence, lastSequence, atMs];
        if ((await session.write(NOTE, noted)).length === 0) return;
        if (items.length > 0)
          await session.write(QUEUE, [
            userId,
            atMs,
            items.map(({ channelId }) => channelId),
            items.map(({ ruleId }) => ruleId),
            items.map(({ sequence }) => sequence),
            items.map(({ dueAtMs }) => dueAtMs),
          ]);
        if (skipped.size > 0)
          await session.write(SKIP, [[...skipped.keys()], [...skipped.values()]]);
        await planWork(session, [...new Set(items.map(({ channelId }) => channelId))]);
      });
    },
  };
}

function readerFromRow(database: Pick<Database, 'report'>, row: ReaderRow): NotificationReader {
  return {
    userId: row.user_id,
    readSequence: row.read_sequence,
    claimedUntilMs: row.claimed_until_ms,
    lastSequence: row.last_sequence,
    events: storedRows(database, 'events', row.events ?? [], (each) => each.sequence, eventFromRow),
    rules: (row.rules ?? []).map(ruleFromRow),
    channels: (row.channels ?? []).map(channelFromRow),
    waiting: (row.waiting ?? []).map((waiting) => ({
      channelId: waiting.channel_id,
      ruleId: waiting.rule_id,
      dueAtMs: waiting.due_at_ms,
      count: waiting.count,
    })),
    paces: (row.paces ?? []).map((pace) => ({
      channelId: pace.channel_id,
      ruleId: pace.rule_id,
      lastMs: pace.last_ms,
    })),
  };
}
