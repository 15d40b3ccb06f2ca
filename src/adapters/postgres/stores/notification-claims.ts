// Taking channels that have something to send, in PostgreSQL.

import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import { storedRows } from '#adapters/postgres/rows/stored-rows.ts';
import type { EventRow } from '#adapters/postgres/rows/event-row.ts';
import { EVENT_COLUMNS, eventFromRow } from '#adapters/postgres/rows/event-row.ts';
import type {
  ChannelRow,
  NotificationDeliveryRow,
} from '#adapters/postgres/rows/notification-row.ts';
import {
  CHANNEL_COLUMNS,
  channelFromRow,
  DELIVERY_COLUMNS,
} from '#adapters/postgres/rows/notification-row.ts';
import { planWork } from '#adapters/postgres/stores/notification-work.ts';
import { EVENT_TYPES } from '#domain/event-log/event-catalogue.ts';
import type {
  ChannelWork,
  ClaimChannels,
  ClaimedChannel,
  NotificationStore,
} from '#ports/stores/notification-store.ts';

type ClaimedRow = ChannelRow & {
  readonly sealed: Uint8Array;
  readonly has_own_server: boolean;
  readonly claimed_until_ms: number;
  readonly failures_count: number;
  readonly code_sealed: Uint8Array | null;
  readonly skipped_count: number;
};

// Of each user by turns, and few at once: one with many channels holds up nobody else.
const CLAIM: Statement<ClaimedRow> = {
  name: 'claim_notification_channels',
  text: `
    WITH ranked AS (
      SELECT c.channel_id, c.work_at_ms,
        row_number() OVER (PARTITION BY c.user_id ORDER BY c.work_at_ms, c.channel_id) AS turn,
        (
          SELECT count(*) FROM notification_channels o
          WHERE o.user_id = c.user_id AND o.claimed_until_ms > $1
        ) AS sending
      FROM notification_channels c WHERE c.work_at_ms <= $1 AND c.claimed_until_ms <= $1
    ), chosen AS (
      SELECT channel_id FROM ranked WHERE turn + sending <= $4::int
      ORDER BY turn, work_at_ms, channel_id LIMIT $3
    )
    UPDATE notification_channels c SET claimed_until_ms = $2 FROM chosen
    WHERE c.channel_id = chosen.channel_id AND c.claimed_until_ms <= $1
    RETURNING ${CHANNEL_COLUMNS.replaceAll('channel_id', 'c.channel_id')}, sealed, has_own_server,
      claimed_until_ms, failures_count, code_sealed, skipped_count`,
};

// Codes and tests come first: somebody waits for them.
const TAKE_WAITING: Statement<NotificationDeliveryRow> = {
  text: `
    WITH next AS (
      SELECT DISTINCT ON (d.channel_id) d.delivery_id
      FROM notification_deliveries d JOIN notification_channels c USING (channel_id)
      WHERE d.channel_id = ANY ($1::text[]) AND d.state = 'waiting' AND d.next_at_ms <= $2
        AND (d.kind <> 'events' OR c.disabled_at_ms IS NULL)
      ORDER BY d.channel_id, d.kind = 'events', d.next_at_ms, d.delivery_id
    )
    UPDATE notification_deliveries d SET attempts_count = attempts_count + 1,
      tried_since_ms = coalesce(tried_since_ms, $2)
    FROM next WHERE d.delivery_id = next.delivery_id
    RETURNING ${DELIVERY_COLUMNS.replace('delivery_id', 'd.delivery_id')}`,
};

type ItemsRow = {
  readonly channel_id: string;
  readonly item_ids: readonly number[];
  readonly events: readonly EventRow[] | null;
  readonly quiet_zone: string | null;
};

const READ_ITEMS: Statement<ItemsRow> = {
  text: `
    SELECT i.channel_id, json_agg(i.item_id ORDER BY i.sequence) AS item_ids,
      json_agg(row_to_json(e) ORDER BY i.sequence) FILTER (WHERE e.type = ANY ($4::text[]))
        AS events,
      min(r.quiet_zone) AS quiet_zone
    FROM (
      SELECT n.channel_id, n.item_id, n.rule_id, n.user_id, n.sequence,
        row_number() OVER (PARTITION BY n.channel_id ORDER BY n.sequence) AS place
      FROM notification_items n JOIN notification_channels c USING (channel_id)
      WHERE n.channel_id = ANY ($1::text[]) AND n.due_at_ms <= $2
        AND c.proven_at_ms IS NOT NULL AND c.disabled_at_ms IS NULL AND c.retry_at_ms <= $2
        AND NOT EXISTS (
          SELECT FROM notification_deliveries d
          WHERE d.channel_id = c.channel_id AND d.state = 'waiting' AND d.kind = 'events'
        )
    ) AS i
    JOIN notification_rules r USING (rule_id)
    LEFT JOIN LATERAL (
      SELECT ${EVENT_COLUMNS} FROM events AS event
      WHERE user_id = i.user_id AND sequence = i.sequence
    ) AS e ON true
    WHERE i.place <= $3::int GROUP BY i.channel_id`,
};

const RELEASE: Statement<unknown> = {
  text: `
    UPDATE notification_channels SET claimed_until_ms = 0 WHERE channel_id = ANY ($1::text[])`,
};

/** Claims over this database; channels without work are released at once. */
export function notificationClaims(database: Database): Pick<NotificationStore, 'claimChannels'> {
  const reports: Pick<Database, 'report'> = database;
  return {
    claimChannels: (request) =>
      database.transaction(async (session) => {
        const { nowMs, claimedUntilMs, limit, perUser } = request;
        const rows = await session.write(CLAIM, [nowMs, claimedUntilMs, limit, perUser]);
        if (rows.length === 0) return [];
        const works = await worksOf(session, rows, request, reports);
        const idle = rows.filter((row) => !works.has(row.channel_id)).map((row) => row.channel_id);
        if (idle.length > 0) {
          await session.write(RELEASE, [idle]);
          await planWork(session, idle);
        }
        return rows.flatMap((row): readonly ClaimedChannel[] => {
          const work = works.get(row.channel_id);
          return work === undefined ? [] : [claimedFromRow(row, work)];
        });
      }),
  };
}

async function worksOf(
  session: Session,
  rows: readonly ClaimedRow[],
  { nowMs, itemsMax }: ClaimChannels,
  reports: Pick<Database, 'report'>,
): Promise<ReadonlyMap<string, ChannelWork>> {
  const byId = new Map(rows.map((row) => [row.channel_id, row]));
  const works = new Map<string, ChannelWork>();
  for (const row of await session.write(TAKE_WAITING, [[...byId.keys()], nowMs]))
    works.set(row.channel_id, {
      kind: 'deliver',
      deliveryId: row.delivery_id,
      deliveryKind: row.kind,
      message: row.message,
      attemptsCount: row.attempts_count,
      triedSinceMs: row.tried_since_ms ?? nowMs,
      sealedCode: byId.get(row.channel_id)?.code_sealed ?? null,
    });
  const rest = [...byId.keys()].filter((channelId) => !works.has(channelId));
  if (rest.length === 0) return works;
  for (const row of await session.read(READ_ITEMS, [rest, nowMs, itemsMax, EVENT_TYPES]))
    works.set(row.channel_id, {
      kind: 'compose',
      itemIds: row.item_ids,
      events: storedRows(
        reports,
        'events',
        row.events ?? [],
        (each) => each.sequence,
        eventFromRow,
      ),
      skippedCount: byId.get(row.channel_id)?.skipped_count ?? 0,
      timeZone: row.quiet_zone,
    });
  return works;
}

function claimedFromRow(row: ClaimedRow, work: ChannelWork): ClaimedChannel {
  return {
    channel: channelFromRow(row),
    sealedAddress: row.sealed,
    hasOwnServer: row.has_own_server,
    claimedUntilMs: row.claimed_until_ms,
    failuresCount: row.failures_count,
    work,
  };
}
