// Queue of notifications to channels, in PostgreSQL: events that rules are about become items,
// items that are due become messages, and messages are tried until they arrive.

import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import type { NotificationDeliveryRow } from '#adapters/postgres/rows/notification-row.ts';
import { DELIVERY_COLUMNS, notificationFromRow } from '#adapters/postgres/rows/notification-row.ts';
import { insistOnClaim } from '#adapters/postgres/stores/idempotency-store.ts';
import { notificationClaims } from '#adapters/postgres/stores/notification-claims.ts';
import { notificationReaders } from '#adapters/postgres/stores/notification-readers.ts';
import { planWork } from '#adapters/postgres/stores/notification-work.ts';
import type { NotificationStore } from '#ports/stores/notification-store.ts';
import type { SendingVerdict } from '#domain/notification/judge-sending.ts';

const USE_ITEMS: Statement<unknown> = {
  text: `
    WITH used AS (
      DELETE FROM notification_items WHERE channel_id = $1 AND item_id = ANY ($2::bigint[])
      RETURNING rule_id
    )
    INSERT INTO notification_paces (channel_id, rule_id, last_ms)
    SELECT DISTINCT $1::text, rule_id, $3::bigint FROM used
    ON CONFLICT (channel_id, rule_id) DO UPDATE SET last_ms = EXCLUDED.last_ms`,
};
const USE_SKIPPED: Statement<{ readonly user_id: string }> = {
  text: `
    UPDATE notification_channels SET skipped_count = greatest(skipped_count - $3, 0)
    WHERE channel_id = $1 AND claimed_until_ms = $2 RETURNING user_id`,
};
const START: Statement<{ readonly delivery_id: number }> = {
  text: `
    INSERT INTO notification_deliveries (
      channel_id, user_id, kind, message, events_count, queued_at_ms, attempts_count,
      tried_since_ms, next_at_ms
    ) VALUES ($1, $2, 'events', $3, $4, $5, 1, $5, $5) RETURNING delivery_id`,
};

const FREE: Statement<unknown> = {
  text: `
    UPDATE notification_channels SET claimed_until_ms = 0, last_problem = $3,
      sealed = coalesce($4, sealed), destination = coalesce($5, destination),
      retry_at_ms = $6
    WHERE channel_id = $1 AND claimed_until_ms = $2 RETURNING channel_id`,
};
const NOTE_DELIVERED: Statement<unknown> = {
  text: `
    UPDATE notification_channels SET failing_since_ms = NULL, failures_count = 0,
      last_delivered_at_ms = $2
    WHERE channel_id = $1`,
};
const NOTE_FAILED: Statement<unknown> = {
  text: `
    UPDATE notification_channels SET failing_since_ms = coalesce(failing_since_ms, $2),
      failures_count = failures_count + 1,
      disabled_at_ms = coalesce(disabled_at_ms, CASE WHEN $3::text IS NOT NULL THEN $2::bigint END),
      disabled_reason = coalesce(disabled_reason, $3)
    WHERE channel_id = $1`,
};
const END: Statement<unknown> = {
  text: `
    UPDATE notification_deliveries SET state = $3, ended_at_ms = $4,
      next_at_ms = coalesce($5, next_at_ms), response = $6, problem = $7
    WHERE delivery_id = $1 AND channel_id = $2`,
};

const LIST: Statement<NotificationDeliveryRow> = {
  isReadByRow: true,
  text: `
    SELECT ${DELIVERY_COLUMNS} FROM notification_deliveries
    WHERE user_id = $1 AND delivery_id < coalesce($2, 9007199254740991)
    ORDER BY delivery_id DESC LIMIT $3`,
};
const LIST_OF_CHANNEL: Statement<NotificationDeliveryRow> = {
  isReadByRow: true,
  text: `
    SELECT ${DELIVERY_COLUMNS} FROM notification_deliveries
    WHERE user_id = $1 AND delivery_id < coalesce($2, 9007199254740991) AND channel_id = $4
    ORDER BY delivery_id DESC LIMIT $3`,
};
const RESEND: Statement<{ readonly channel_id: string }> = {
  text: `
    UPDATE notification_deliveries SET state = 'waiting', next_at_ms = $3, tried_since_ms = NULL,
      attempts_count = 0, ended_at_ms = NULL, response = NULL, problem = NULL
    WHERE user_id = $1 AND delivery_id = $2 AND kind <> 'code' RETURNING channel_id`,
};
const PURGE_DELIVERIES: Statement<unknown> = {
  text: `
    DELETE FROM notification_deliveries WHERE delivery_id = ANY (ARRAY(
      SELECT delivery_id FROM notification_deliveries WHERE queued_at_ms < $1
      ORDER BY queued_at_ms LIMIT $2
    )) RETURNING delivery_id`,
};
const PURGE_ITEMS: Statement<unknown> = {
  text: `
    DELETE FROM notification_items WHERE item_id = ANY (ARRAY(
      SELECT item_id FROM notification_items WHERE queued_at_ms < $1
      ORDER BY queued_at_ms LIMIT $2
    )) RETURNING item_id`,
};

type QueueMethods = Pick<
  NotificationStore,
  | 'takeReaders'
  | 'noteRead'
  | 'claimChannels'
  | 'startDelivery'
  | 'endSending'
  | 'listDeliveries'
  | 'resendDelivery'
  | 'purgeNotifications'
>;

/** Queue over this database; a claim that ran out changes nothing. */
export function notificationQueue(database: Database): QueueMethods {
  return {
    ...notificationReaders(database),
    ...notificationClaims(database),
    ...deliveryMethods(database),
    startDelivery: ({ claimed, atMs, itemIds, message, eventsCount, skippedCount }) =>
      database.transaction(async (session) => {
        const { channelId, claimedUntilMs } = claimed;
        const values = [channelId, claimedUntilMs, skippedCount];
        const [channel] = await session.write(USE_SKIPPED, values);
        if (channel === undefined) return null;
        await session.write(USE_ITEMS, [channelId, itemIds, atMs]);
        const made = [channelId, channel.user_id, message, eventsCount, atMs];
        const [row] = await session.write(START, made);
        return row?.delivery_id ?? null;
      }),
    endSending: ({ claimed, deliveryId, verdict, atMs, moved, pauseUntilMs }) =>
      database.transaction(async (session) => {
        const { channelId, claimedUntilMs } = claimed;
        const problem = verdict.kind === 'delivered' ? null : verdict.problem;
        const retryAtMs = Math.max(pauseUntilMs, retryOf(verdict));
        const address = [moved?.sealedAddress ?? null, moved?.destination ?? null];
        const freed = [channelId, claimedUntilMs, problem, ...address, retryAtMs];
        if ((await session.write(FREE, freed)).length === 0) return;
        if (verdict.kind === 'delivered') await session.write(NOTE_DELIVERED, [channelId, atMs]);
        if (verdict.kind === 'failed')
          await session.write(NOTE_FAILED, [channelId, atMs, verdict.disabledReason]);
        await session.write(END, [deliveryId, channelId, ...endingOf(verdict, atMs)]);
        await planWork(session, [channelId]);
      }),
  };
}

function retryOf(verdict: SendingVerdict): number {
  if (verdict.kind === 'delivered') return 0;
  return verdict.kind === 'postponed' ? verdict.nextAtMs : verdict.retryAtMs;
}

/** State, end, next attempt, response and problem. */
function endingOf(verdict: SendingVerdict, atMs: number): readonly unknown[] {
  if (verdict.kind === 'delivered') return ['delivered', atMs, null, verdict.response, null];
  const { nextAtMs, problem } = verdict;
  if (nextAtMs === null) return ['given_up', atMs, null, null, problem];
  return ['waiting', null, nextAtMs, null, problem];
}

function deliveryMethods(
  database: Database,
): Pick<NotificationStore, 'listDeliveries' | 'resendDelivery' | 'purgeNotifications'> {
  return {
    async listDeliveries(userId, channelId, beforeId, limit) {
      const values = [userId, beforeId, limit];
      const rows =
        channelId === null
          ? await database.read(LIST, values)
          : await database.read(LIST_OF_CHANNEL, [...values, channelId]);
      return rows.map(notificationFromRow);
    },
    resendDelivery: (userId, deliveryId, atMs, claim) =>
      database.transaction(async (session) => {
        const [row] = await session.write(RESEND, [userId, deliveryId, atMs]);
        if (row === undefined) return false;
        await planWork(session, [row.channel_id]);
        if (claim !== null) await insistOnClaim(session, claim);
        return true;
      }),
    async purgeNotifications(beforeMs, limit) {
      const deliveries = await database.write(PURGE_DELIVERIES, [beforeMs, limit]);
      const items = await database.write(PURGE_ITEMS, [beforeMs, limit]);
      return deliveries.length + items.length;
    },
  };
}
