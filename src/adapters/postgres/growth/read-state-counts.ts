// Counts and sizes of what is stored, over all users: figures for operators. Each count has a limit
// or an index that holds only what waits, so that a long history costs nothing.

import { GROWING } from '#adapters/postgres/growth/table-growth.ts';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { present } from '#lib/assert.ts';
import { HOUR_MS } from '#lib/time.ts';

/** More than this is shown as this. */
const COUNTED_MAX = 100_000;

export type StateCounts = {
  /** Events without a number yet: how many, and how long the oldest has waited. */
  readonly waitingEvents: number;
  readonly oldestEventSeconds: number;
  readonly webhookMessages: number;
  readonly webhooksFailing: number;
  readonly notificationMessages: number;
  readonly channelsFailing: number;
  /** Inputs that running bots have not taken. */
  readonly waitingInputs: number;
  readonly oldestInputSeconds: number;
  readonly runningBots: number;
  /** Of those, on shards that no process holds. */
  readonly unheldBots: number;
  /** Within the last hour. */
  readonly botsStoppedByService: number;
  readonly ordersUnplaced: number;
  /** Of credentials that expire; null: none does. */
  readonly firstExpirySeconds: number | null;
  readonly databaseBytes: number;
  readonly replicas: number;
  /** Since the newest one by `tidemill backup`; null: there is none. */
  readonly backupAgeSeconds: number | null;
  /** Whether the server could not archive its log when it tried last; null: it archives none. */
  readonly archivingFails: number | null;
};

/** Those that may have no value. */
const OPTIONAL = ['firstExpirySeconds', 'backupAgeSeconds', 'archivingFails'] as const;

const COUNTS: Statement<{ readonly [name in keyof StateCounts]: number | null }> = {
  name: 'read_state_counts',
  text: `
    SELECT events.count::int AS "waitingEvents",
      greatest(0, ($1::bigint - events.oldest_ms) / 1000.0)::float8 AS "oldestEventSeconds",
      ${limited(`webhook_deliveries WHERE state = 'waiting'`)} AS "webhookMessages",
      (SELECT count(*) FROM webhooks
        WHERE failing_since_ms IS NOT NULL AND disabled_at_ms IS NULL)::int AS "webhooksFailing",
      ${limited(`notification_deliveries WHERE state = 'waiting'`)} AS "notificationMessages",
      (SELECT count(*) FROM notification_channels
        WHERE failing_since_ms IS NOT NULL AND disabled_at_ms IS NULL)::int AS "channelsFailing",
      inputs.count::int AS "waitingInputs",
      greatest(0, ($1::bigint - inputs.oldest_ms) / 1000.0)::float8 AS "oldestInputSeconds",
      (SELECT count(*) FROM bots WHERE is_activated)::int AS "runningBots",
      (SELECT count(*) FROM bots b WHERE is_activated AND NOT EXISTS (
        SELECT FROM bot_leases l WHERE l.shard = b.shard AND l.expires_at > clock_timestamp()
      ))::int AS "unheldBots",
      (SELECT count(*) FROM bots WHERE stopped_by = 'service' AND NOT is_activated
        AND stopped_at_ms > $1::bigint - ${HOUR_MS})::int AS "botsStoppedByService",
      (SELECT count(*) FROM orders
        WHERE state = 'unplaced' AND updated_at_ms > $1::bigint - ${HOUR_MS})::int AS "ordersUnplaced",
      (SELECT (min(expires_at_ms) - $1::bigint) / 1000.0 FROM account_credentials
        WHERE expires_at_ms IS NOT NULL AND sealed IS NOT NULL)::float8 AS "firstExpirySeconds",
      pg_database_size(current_database()) AS "databaseBytes",
      (SELECT count(*) FROM pg_stat_replication)::int AS replicas,
      (SELECT extract(epoch FROM clock_timestamp() - backed_up_at) FROM installation)::float8
        AS "backupAgeSeconds",
      (SELECT CASE WHEN current_setting('archive_mode') <> 'off'
        THEN (last_failed_time > coalesce(last_archived_time, '-infinity')) IS TRUE END::int
        FROM pg_stat_archiver) AS "archivingFails"
    FROM (
      SELECT count(*) AS count, min(at_ms) AS oldest_ms
      FROM (SELECT at_ms FROM waiting_events LIMIT ${COUNTED_MAX}) AS waiting
    ) AS events, (
      SELECT count(*) AS count, min(received_at_ms) AS oldest_ms FROM (
        SELECT received_at_ms FROM bot_inbox i JOIN bots b USING (bot_id)
        WHERE b.is_activated AND i.activation = b.activation LIMIT ${COUNTED_MAX}
      ) AS waiting
    ) AS inputs`,
};

function limited(source: string): string {
  return `(SELECT count(*) FROM (SELECT FROM ${source} LIMIT ${COUNTED_MAX}) AS counted)::int`;
}

/** Throws Failure. */
export async function readStateCounts(
  database: Pick<Database, 'read'>,
  nowMs: number,
): Promise<StateCounts> {
  const [row] = await database.read(COUNTS, [nowMs]);
  const isOptional = (name: string): boolean => OPTIONAL.some((optional) => optional === name);
  const counts = Object.entries(present(row, 'a count is one row')).map(([name, count]) => [
    name,
    isOptional(name) ? count : (count ?? 0),
  ]);
  return Object.fromEntries(counts) as StateCounts;
}

// Partitions count to their table.
const SIZES: Statement<{ readonly name: string; readonly bytes: number }> = {
  name: 'read_table_sizes',
  text: `
    SELECT c.relname::text AS name, (pg_total_relation_size(c.oid) + coalesce((
      SELECT sum(pg_total_relation_size(inhrelid)) FROM pg_inherits WHERE inhparent = c.oid
    ), 0))::bigint AS bytes
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY ($1::text[])
    ORDER BY 1`,
};

/** Bytes of each table that grows, with indexes. Throws Failure. */
export async function readTableSizes(
  database: Pick<Database, 'read'>,
): Promise<ReadonlyMap<string, number>> {
  const rows = await database.read(SIZES, [GROWING.flatMap(({ tables }) => tables)]);
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}
