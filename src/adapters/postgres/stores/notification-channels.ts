// Channels of notifications in PostgreSQL: what users do with them. Whoever adds or removes one
// locks the user first.

import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import { storedRows } from '#adapters/postgres/rows/stored-rows.ts';
import type {
  ChannelRow,
  NotificationDeliveryRow,
} from '#adapters/postgres/rows/notification-row.ts';
import {
  CHANNEL_COLUMNS,
  channelFromRow,
  DELIVERY_COLUMNS,
  notificationFromRow,
} from '#adapters/postgres/rows/notification-row.ts';
import { completeRequest, insistOnClaim } from '#adapters/postgres/stores/idempotency-store.ts';
import { isBeingDeleted, isReached, lockUser } from '#adapters/postgres/stores/lock-user.ts';
import { planWork } from '#adapters/postgres/stores/notification-work.ts';
import type { ChannelKey, NewCode, NotificationStore } from '#ports/stores/notification-store.ts';
import { HOUR_MS } from '#lib/time.ts';

const OWN = 'user_id = $1 AND channel_id = $2';

const COUNT: Statement<{ readonly count: number }> = {
  text: 'SELECT count(*) AS count FROM notification_channels WHERE user_id = $1',
};
const INSERT: Statement<{ readonly channel_id: string }> = {
  text: `
    INSERT INTO notification_channels (
      channel_id, user_id, kind, name, destination, created_at_ms, sealed, has_own_server
    ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING channel_id`,
};
const LIST: Statement<ChannelRow> = {
  isReadByRow: true,
  text: `
    SELECT ${CHANNEL_COLUMNS} FROM notification_channels WHERE user_id = $1 ORDER BY channel_id`,
};
const FIND: Statement<ChannelRow> = {
  text: `SELECT ${CHANNEL_COLUMNS} FROM notification_channels WHERE ${OWN}`,
};
const LOCK: Statement<unknown> = {
  text: `SELECT channel_id FROM notification_channels WHERE ${OWN} FOR NO KEY UPDATE`,
};
const DELETE: Statement<unknown> = {
  text: `DELETE FROM notification_channels WHERE ${OWN} RETURNING channel_id`,
};
const STOP_READING: Statement<unknown> = {
  text: `
    UPDATE notification_users u SET is_reading = false
    WHERE user_id = $1 AND NOT EXISTS (
      SELECT FROM notification_channels c
      WHERE c.user_id = u.user_id AND c.proven_at_ms IS NOT NULL
    )`,
};
const CHANGE: Statement<unknown> = {
  text: `
    UPDATE notification_channels SET name = coalesce($3::text, name),
      muted_at_ms = CASE WHEN $4::boolean THEN $5::bigint ELSE muted_at_ms END,
      muted_until_ms = CASE WHEN $4::boolean THEN $6::bigint ELSE muted_until_ms END
    WHERE ${OWN}`,
};
const DROP_ITEMS: Statement<unknown> = {
  text: 'DELETE FROM notification_items WHERE channel_id = $1',
};
const GIVE_UP: Statement<unknown> = {
  text: `
    UPDATE notification_deliveries SET state = 'given_up', ended_at_ms = $3, problem = $4
    WHERE channel_id = $1 AND kind = $2 AND state = 'waiting'`,
};

// The window of an hour begins with the first code.
const COUNT_CODE: Statement<unknown> = {
  text: `
    INSERT INTO notification_users AS u (user_id, codes_since_ms, codes_count) VALUES ($1, $2::bigint, 1)
    ON CONFLICT (user_id) DO UPDATE SET
      codes_since_ms = CASE WHEN u.codes_since_ms > $2::bigint - ${HOUR_MS} THEN u.codes_since_ms ELSE $2::bigint END,
      codes_count = CASE WHEN u.codes_since_ms > $2::bigint - ${HOUR_MS} THEN u.codes_count + 1 ELSE 1 END
    WHERE u.codes_since_ms <= $2::bigint - ${HOUR_MS} OR u.codes_count < $3::int
    RETURNING user_id`,
};
const SET_CODE: Statement<unknown> = {
  text: `
    UPDATE notification_channels SET code_sealed = $2, code_expires_ms = $3, code_tries = 0
    WHERE channel_id = $1`,
};
const QUEUE: Statement<NotificationDeliveryRow> = {
  text: `
    INSERT INTO notification_deliveries (
      channel_id, user_id, kind, message, events_count, queued_at_ms, next_at_ms
    ) SELECT $1::text, $2::text, $3::text, $4::jsonb, 0, $5::bigint, $5::bigint
    WHERE NOT EXISTS (
      SELECT FROM notification_deliveries
      WHERE channel_id = $1::text AND kind = $3::text AND state = 'waiting'
    ) RETURNING ${DELIVERY_COLUMNS}`,
};
const WAITING_TEST: Statement<NotificationDeliveryRow> = {
  text: `
    SELECT ${DELIVERY_COLUMNS} FROM notification_deliveries
    WHERE channel_id = $1 AND kind = 'test' AND state = 'waiting' LIMIT 1`,
};
const TRY_CODE: Statement<{ readonly code_sealed: Uint8Array }> = {
  text: `
    UPDATE notification_channels SET code_tries = code_tries + 1
    WHERE ${OWN} AND code_sealed IS NOT NULL AND code_expires_ms > $3 AND code_tries < $4
    RETURNING code_sealed`,
};
const PROVE: Statement<unknown> = {
  text: `
    UPDATE notification_channels SET proven_at_ms = coalesce(proven_at_ms, $3),
      code_sealed = NULL, code_expires_ms = NULL, code_tries = 0
    WHERE ${OWN} RETURNING channel_id`,
};
const START_READING: Statement<unknown> = {
  text: `
    UPDATE notification_users u SET is_reading = true,
      read_sequence = coalesce((SELECT newest FROM event_counts c WHERE c.user_id = u.user_id), 0)
    WHERE user_id = $1 AND NOT is_reading`,
};
const ENABLE: Statement<unknown> = {
  text: `
    UPDATE notification_channels SET disabled_at_ms = NULL, disabled_reason = NULL,
      failing_since_ms = NULL, failures_count = 0, last_problem = NULL, retry_at_ms = $3
    WHERE ${OWN} RETURNING channel_id`,
};
const IS_PROVEN: Statement<unknown> = {
  text: `
    SELECT FROM notification_channels WHERE ${OWN} AND proven_at_ms IS NOT NULL
    FOR NO KEY UPDATE`,
};

type ChannelMethods = Pick<
  NotificationStore,
  | 'insertChannel'
  | 'listChannels'
  | 'findChannel'
  | 'deleteChannel'
  | 'changeChannel'
  | 'sendCode'
  | 'takeCodeTry'
  | 'proveChannel'
  | 'enableChannel'
  | 'queueTest'
>;

/** Channels over this database; limits are counted under the user's lock. */
export function notificationChannels(database: Database): ChannelMethods {
  return {
    insertChannel: ({ channel, sealedAddress, hasOwnServer, code, channelsMax }, completion) =>
      database.transaction(async (session) => {
        const { channelId, userId, kind, name, destination, createdAtMs } = channel;
        await lockUser(session, userId);
        if (await isBeingDeleted(session, userId)) return 'user_deleted';
        if (await isReached(session, COUNT, userId, channelsMax)) return 'channels_limit';
        const values = [channelId, userId, kind, name, destination, createdAtMs];
        const made = await session.write(INSERT, [...values, sealedAddress, hasOwnServer]);
        if (made.length > 0 && !(await countCode(session, userId, code))) {
          await session.write(DELETE, [userId, channelId]);
          return 'codes_limit';
        }
        if (made.length > 0) await queueCode(session, channel, code);
        if (completion !== null) await completeRequest(session, completion);
        return 'inserted';
      }),
    listChannels: (userId) => listOf(database, userId),
    async findChannel({ userId, channelId }) {
      const [row] = await database.read(FIND, [userId, channelId]);
      return row === undefined ? null : channelFromRow(row);
    },
    deleteChannel: ({ userId, channelId }) =>
      database.transaction(async (session) => {
        await lockUser(session, userId);
        if ((await session.write(DELETE, [userId, channelId])).length === 0) return false;
        await session.write(STOP_READING, [userId]);
        return true;
      }),
    changeChannel: ({ userId, channelId }, { name, mute }, atMs, claim) =>
      database.transaction(async (session) => {
        await lockUser(session, userId);
        if ((await session.read(LOCK, [userId, channelId])).length === 0) return false;
        const muted = [mute !== undefined, mute?.sinceMs ?? null, mute?.untilMs ?? null];
        await session.write(CHANGE, [userId, channelId, name ?? null, ...muted]);
        if (mute !== undefined && mute !== null) {
          await session.write(DROP_ITEMS, [channelId]);
          await session.write(GIVE_UP, [channelId, 'events', atMs, 'The channel was muted.']);
        }
        await planWork(session, [channelId]);
        if (claim !== null) await insistOnClaim(session, claim);
        return true;
      }),
    ...codeMethods(database),
    enableChannel: ({ userId, channelId }, atMs, claim) =>
      database.transaction(async (session) => {
        if ((await session.write(ENABLE, [userId, channelId, atMs])).length === 0) return false;
        await planWork(session, [channelId]);
        if (claim !== null) await insistOnClaim(session, claim);
        return true;
      }),
    queueTest: ({ userId, channelId }, message, atMs, claim) =>
      database.transaction(async (session) => {
        if ((await session.read(IS_PROVEN, [userId, channelId])).length === 0) return null;
        const values = [channelId, userId, 'test', message, atMs];
        const [queued] = await session.write(QUEUE, values);
        const row = queued ?? (claim && (await session.read(WAITING_TEST, [channelId]))[0]);
        if (row === null || row === undefined) return null;
        await planWork(session, [channelId]);
        if (claim !== null) await insistOnClaim(session, claim);
        return notificationFromRow(row);
      }),
  };
}

function codeMethods(
  database: Database,
): Pick<NotificationStore, 'sendCode' | 'takeCodeTry' | 'proveChannel'> {
  return {
    sendCode: (key, code, claim) =>
      database.transaction(async (session) => {
        const { userId, channelId } = key;
        await lockUser(session, userId);
        if ((await session.read(LOCK, [userId, channelId])).length === 0) return 'unknown';
        if (!(await countCode(session, userId, code))) return 'codes_limit';
        await queueCode(session, key, code);
        if (claim !== null) await insistOnClaim(session, claim);
        return 'queued';
      }),
    takeCodeTry: ({ userId, channelId }, { nowMs, triesMax }, claim) =>
      database.transaction(async (session) => {
        const [row] = await session.write(TRY_CODE, [userId, channelId, nowMs, triesMax]);
        if (claim !== null) await insistOnClaim(session, claim);
        return row?.code_sealed ?? null;
      }),
    proveChannel: ({ userId, channelId }, atMs, claim) =>
      database.transaction(async (session) => {
        await lockUser(session, userId);
        if ((await session.write(PROVE, [userId, channelId, atMs])).length === 0) return false;
        await session.write(START_READING, [userId]);
        await planWork(session, [channelId]);
        if (claim !== null) await insistOnClaim(session, claim);
        return true;
      }),
  };
}

async function countCode(
  session: Session,
  userId: string,
  { atMs, codesMax }: NewCode,
): Promise<boolean> {
  return (await session.write(COUNT_CODE, [userId, atMs, codesMax])).length > 0;
}

/** A code before it that still waits would be of no use. */
async function queueCode(
  session: Session,
  { userId, channelId }: ChannelKey,
  { sealed, atMs, expiresAtMs, message }: NewCode,
): Promise<void> {
  await session.write(SET_CODE, [channelId, sealed, expiresAtMs]);
  await session.write(GIVE_UP, [channelId, 'code', atMs, 'Another code was sent.']);
  await session.write(QUEUE, [channelId, userId, 'code', message, atMs]);
  await planWork(session, [channelId]);
}

async function listOf(database: Database, userId: string) {
  const rows = await database.read(LIST, [userId]);
  return storedRows(
    database,
    'notification_channels',
    rows,
    (row) => row.channel_id,
    channelFromRow,
  );
}
