// Webhooks in PostgreSQL. `number_events` queues deliveries (migration 0147).

import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import { storedRows } from '#adapters/postgres/rows/stored-rows.ts';
import { EVENT_COLUMNS } from '#adapters/postgres/rows/event-row.ts';
import type { ClaimedRow, DeliveryRow, WebhookRow } from '#adapters/postgres/rows/webhook-row.ts';
import {
  claimedFromRow,
  deliveryFromRow,
  webhookFromRow,
} from '#adapters/postgres/rows/webhook-row.ts';
import { completeRequest, insistOnClaim } from '#adapters/postgres/stores/idempotency-store.ts';
import { isBeingDeleted, isReached, lockUser } from '#adapters/postgres/stores/lock-user.ts';
import { TEST_TYPE } from '#domain/webhook/webhook.ts';
import type { WebhookStore } from '#ports/stores/webhook-store.ts';

const COLUMNS = `
  webhook_id, user_id, url, types, created_at_ms, previous_until_ms, failing_since_ms,
  CASE WHEN failing_since_ms IS NOT NULL THEN (
    SELECT d.problem FROM webhook_deliveries d
    WHERE d.webhook_id = webhooks.webhook_id AND d.state = 'waiting' AND d.problem IS NOT NULL
    ORDER BY d.delivery_id LIMIT 1
  ) END AS failing_reason, disabled_at_ms, disabled_reason`;
const OWN = 'user_id = $1 AND webhook_id = $2';

const COUNT: Statement<{ readonly count: number }> = {
  text: 'SELECT count(*) AS count FROM webhooks WHERE user_id = $1',
};
const INSERT: Statement<unknown> = {
  text: `
    INSERT INTO webhooks (webhook_id, user_id, url, types, sealed, created_at_ms)
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
};
const LIST: Statement<WebhookRow> = {
  isReadByRow: true,
  text: `SELECT ${COLUMNS} FROM webhooks WHERE user_id = $1 ORDER BY created_at_ms, webhook_id`,
};
const FIND: Statement<WebhookRow> = { text: `SELECT ${COLUMNS} FROM webhooks WHERE ${OWN}` };
const DELETE: Statement<unknown> = {
  text: `DELETE FROM webhooks WHERE ${OWN} RETURNING webhook_id`,
};
const SET_SECRET: Statement<unknown> = {
  text: `
    UPDATE webhooks SET sealed = $3, previous_sealed = sealed, previous_until_ms = $4
    WHERE ${OWN} RETURNING webhook_id`,
};
const ENABLE: Statement<unknown> = {
  text: `
    UPDATE webhooks SET disabled_at_ms = NULL, disabled_reason = NULL, failing_since_ms = NULL,
      failures_count = 0, retry_at_ms = 0
    WHERE ${OWN} RETURNING webhook_id`,
};

const DELIVERY_COLUMNS = `
  delivery_id, d.webhook_id, d.user_id, sequence, type, d.signal_id, object_id, queued_at_ms, state,
  attempts_count, next_at_ms, ended_at_ms, status, response, problem`;
const FOUND_COLUMNS = DELIVERY_COLUMNS.replaceAll('d.', 'found.');
const LIST_DELIVERIES: Statement<DeliveryRow> = {
  isReadByRow: true,
  text: `
    SELECT ${DELIVERY_COLUMNS} FROM webhook_deliveries d JOIN webhooks w USING (webhook_id)
    WHERE w.user_id = $1 AND w.webhook_id = $2
      AND delivery_id < coalesce($3, 9007199254740991)
    ORDER BY delivery_id DESC LIMIT $4`,
};
const LIST_OF_BOT: Statement<DeliveryRow> = {
  isReadByRow: true,
  text: `
    SELECT ${DELIVERY_COLUMNS} FROM webhook_deliveries d JOIN webhooks w USING (webhook_id)
    WHERE w.user_id = $1 AND d.bot_id = $2
      AND delivery_id < coalesce($3, 9007199254740991)
    ORDER BY delivery_id DESC LIMIT $4`,
};
// By two indexes; with one condition of both the planner may read all of the user.
const LIST_ABOUT: Statement<DeliveryRow> = {
  isReadByRow: true,
  text: `
    SELECT ${FOUND_COLUMNS} FROM (
      SELECT ${DELIVERY_COLUMNS} FROM webhook_deliveries d JOIN webhooks w USING (webhook_id)
      WHERE w.user_id = $1 AND d.object_id = ANY ($2::text[])
      UNION
      SELECT ${DELIVERY_COLUMNS} FROM webhook_deliveries d JOIN webhooks w USING (webhook_id)
      WHERE w.user_id = $1 AND d.signal_id = ANY ($3::text[])
    ) AS found ORDER BY delivery_id LIMIT $4`,
};
const RESEND: Statement<unknown> = {
  text: `
    UPDATE webhook_deliveries d SET state = 'waiting', next_at_ms = 0, tried_since_ms = NULL,
      attempts_count = 0, ended_at_ms = NULL
    FROM webhooks w
    WHERE w.webhook_id = d.webhook_id AND w.user_id = $1 AND w.webhook_id = $2
      AND d.delivery_id = $3 RETURNING d.delivery_id`,
};

const LOCK_ENABLED: Statement<unknown> = {
  text: `SELECT webhook_id FROM webhooks WHERE ${OWN} AND disabled_at_ms IS NULL FOR NO KEY UPDATE`,
};
const QUEUE_TEST: Statement<DeliveryRow> = {
  text: `
    INSERT INTO webhook_deliveries AS d (
      webhook_id, user_id, sequence, type, object_id, queued_at_ms
    )
    SELECT $1::text, $2, 0, '${TEST_TYPE}', $1::text, $3::bigint
    WHERE NOT EXISTS (
      SELECT FROM webhook_deliveries
      WHERE object_id = $1 AND type = '${TEST_TYPE}' AND state = 'waiting'
    )
    RETURNING ${DELIVERY_COLUMNS}`,
};
const WAITING_TEST: Statement<DeliveryRow> = {
  text: `
    SELECT ${DELIVERY_COLUMNS} FROM webhook_deliveries d
    WHERE object_id = $1 AND type = '${TEST_TYPE}' AND state = 'waiting' LIMIT 1`,
};
/** What waits for a webhook that fails is due too; one at a time, what was tried least first. */
const RETRY_NOW: Statement<unknown> = {
  text: 'UPDATE webhooks SET retry_at_ms = 0 WHERE webhook_id = $1',
};

/** So many of the oldest deliveries of a webhook are looked at: one whose objects wait is slow. */
const OLDEST_LOOKED_AT = 200;

// Of each object only its oldest that waits. To a webhook that fails one is sent at a time, first
// what was tried least: one event that is always refused does not hold up the others.
const CLAIM: Statement<ClaimedRow> = {
  name: 'claim_webhook_deliveries',
  text: `
    WITH oldest AS (
      SELECT w.webhook_id, w.failing_since_ms IS NOT NULL AS is_failing, d.delivery_id,
        d.attempts_count, d.next_at_ms <= $1 AND d.claimed_until_ms <= $1 AS is_due,
        row_number() OVER (
          PARTITION BY w.webhook_id, d.user_id, d.object_id ORDER BY d.delivery_id
        ) AS place,
        count(*) FILTER (WHERE d.claimed_until_ms > $1) OVER (PARTITION BY w.webhook_id) AS sent
      FROM webhooks w CROSS JOIN LATERAL (
        SELECT delivery_id, user_id, object_id, attempts_count, next_at_ms, claimed_until_ms
        FROM webhook_deliveries
        WHERE webhook_id = w.webhook_id AND state = 'waiting'
        ORDER BY delivery_id LIMIT ${OLDEST_LOOKED_AT}
      ) AS d
      WHERE w.disabled_at_ms IS NULL AND w.retry_at_ms <= $1
    ), ranked AS (
      SELECT delivery_id, is_failing, sent, row_number() OVER (
        PARTITION BY webhook_id ORDER BY CASE WHEN is_failing THEN attempts_count END, delivery_id
      ) AS turn
      FROM oldest WHERE place = 1 AND is_due
    ), chosen AS (
      SELECT delivery_id FROM ranked
      WHERE turn + sent <= CASE WHEN is_failing THEN 1 ELSE $4::int END
      ORDER BY turn, delivery_id LIMIT $3
    ), claimed AS (
      UPDATE webhook_deliveries d SET claimed_until_ms = $2, attempts_count = attempts_count + 1,
        tried_since_ms = coalesce(tried_since_ms, $1)
      FROM chosen c
      WHERE d.delivery_id = c.delivery_id AND d.state = 'waiting' AND d.claimed_until_ms <= $1
      RETURNING d.delivery_id, d.webhook_id, d.user_id, d.sequence, d.type, d.queued_at_ms,
        d.claimed_until_ms, d.attempts_count, d.tried_since_ms
    )
    SELECT c.delivery_id, c.webhook_id, c.user_id, c.type, c.queued_at_ms, c.claimed_until_ms,
      c.attempts_count,
      c.tried_since_ms, w.url, w.sealed, w.failures_count, w.failing_since_ms,
      CASE WHEN w.previous_until_ms > $1 THEN w.previous_sealed END AS previous_sealed,
      (
        SELECT row_to_json(e) FROM (
          SELECT ${EVENT_COLUMNS} FROM events AS event
          WHERE user_id = c.user_id AND sequence = c.sequence
        ) AS e
      ) AS event
    FROM claimed c JOIN webhooks w USING (webhook_id) ORDER BY c.delivery_id`,
};

const END_DELIVERED: Statement<unknown> = {
  name: 'end_webhook_delivery',
  text: `
    WITH ended AS (
      UPDATE webhook_deliveries SET state = 'delivered', ended_at_ms = $3, claimed_until_ms = 0,
        status = $4, response = $5, problem = NULL
      WHERE delivery_id = $1 AND claimed_until_ms = $2 RETURNING webhook_id
    )
    UPDATE webhooks w SET failing_since_ms = NULL, failures_count = 0, retry_at_ms = 0
    FROM ended WHERE w.webhook_id = ended.webhook_id AND w.failing_since_ms IS NOT NULL`,
};

// Attempts at once count as one failure: their receiver was away once.
const END_FAILED: Statement<unknown> = {
  text: `
    WITH ended AS (
      UPDATE webhook_deliveries SET claimed_until_ms = 0, status = $4, response = $5, problem = $6,
        next_at_ms = coalesce($7, next_at_ms),
        state = CASE WHEN $7::bigint IS NULL THEN 'given_up' ELSE 'waiting' END,
        ended_at_ms = CASE WHEN $7::bigint IS NULL THEN $3::bigint END
      WHERE delivery_id = $1 AND claimed_until_ms = $2 RETURNING webhook_id
    )
    UPDATE webhooks w SET failing_since_ms = coalesce(w.failing_since_ms, $3),
      failures_count = greatest(w.failures_count, least(w.failures_count, $10::int) + 1),
      retry_at_ms = greatest(w.retry_at_ms, $8),
      disabled_at_ms = coalesce(w.disabled_at_ms, CASE WHEN $9::text IS NOT NULL THEN $3 END),
      disabled_reason = coalesce(w.disabled_reason, $9)
    FROM ended WHERE w.webhook_id = ended.webhook_id`,
};

const END_TEST: Statement<unknown> = {
  text: `
    UPDATE webhook_deliveries SET state = 'given_up', ended_at_ms = $3, claimed_until_ms = 0,
      status = $4, response = $5, problem = $6
    WHERE delivery_id = $1 AND claimed_until_ms = $2`,
};

const PURGE: Statement<unknown> = {
  text: `
    DELETE FROM webhook_deliveries WHERE delivery_id = ANY (ARRAY(
      SELECT delivery_id FROM webhook_deliveries WHERE queued_at_ms < $1
      ORDER BY queued_at_ms LIMIT $2
    )) RETURNING delivery_id`,
};

/** Reads what was queued, wherever it is shown. */
function deliveryLists(
  database: Database,
): Pick<WebhookStore, 'listBotDeliveries' | 'listDeliveriesAbout'> {
  return {
    async listBotDeliveries(userId, botId, beforeId, limit) {
      const rows = await database.read(LIST_OF_BOT, [userId, botId, beforeId, limit]);
      return rows.map(deliveryFromRow);
    },
    async listDeliveriesAbout(userId, { orderIds, signalIds }, limit) {
      const rows = await database.read(LIST_ABOUT, [userId, orderIds, signalIds, limit]);
      return rows.map(deliveryFromRow);
    },
  };
}

function webhookTests(database: Database): Pick<WebhookStore, 'queueTest'> {
  return {
    queueTest: ({ userId, webhookId }, atMs, claim) =>
      database.transaction(async (session) => {
        if ((await session.read(LOCK_ENABLED, [userId, webhookId])).length === 0) return null;
        const [queued] = await session.write(QUEUE_TEST, [webhookId, userId, atMs]);
        const row = queued ?? (claim && (await session.read(WAITING_TEST, [webhookId]))[0]);
        if (row === null || row === undefined) return null;
        await session.write(RETRY_NOW, [webhookId]);
        if (claim !== null) await insistOnClaim(session, claim);
        return deliveryFromRow(row);
      }),
  };
}

/** Store over this database; secrets stay sealed in it. */
export function postgresWebhookStore(database: Database): WebhookStore {
  const changeWith = (
    statement: Statement<unknown>,
    values: readonly unknown[],
    finish: (session: Session) => Promise<void>,
  ) =>
    database.transaction(async (session) => {
      const isThere = (await session.write(statement, values)).length === 1;
      if (isThere) await finish(session);
      return isThere;
    });
  return {
    ...deliveryLists(database),
    ...webhookTests(database),
    insertWebhook: (webhook, sealed, completion, webhooksMax) =>
      database.transaction(async (session) => {
        const { webhookId, userId, url, types, createdAtMs } = webhook;
        await lockUser(session, userId);
        if (await isBeingDeleted(session, userId)) return 'user_deleted';
        if (await isReached(session, COUNT, userId, webhooksMax)) return 'webhooks_limit';
        await session.write(INSERT, [webhookId, userId, url, types, sealed, createdAtMs]);
        if (completion !== null) await completeRequest(session, completion);
        return 'inserted';
      }),
    listWebhooks: (userId) => listOf(database, userId),
    async findWebhook({ userId, webhookId }) {
      const [row] = await database.read(FIND, [userId, webhookId]);
      return row === undefined ? null : webhookFromRow(row);
    },
    async deleteWebhook({ userId, webhookId }) {
      return (await database.write(DELETE, [userId, webhookId])).length === 1;
    },
    setSecret: ({ userId, webhookId }, { sealed, previousUntilMs }, completion) =>
      changeWith(SET_SECRET, [userId, webhookId, sealed, previousUntilMs], async (session) => {
        if (completion !== null) await completeRequest(session, completion);
      }),
    enableWebhook: ({ userId, webhookId }, claim) =>
      changeWith(ENABLE, [userId, webhookId], async (session) => {
        if (claim !== null) await insistOnClaim(session, claim);
      }),
    async listDeliveries({ userId, webhookId }, beforeId, limit) {
      const rows = await database.read(LIST_DELIVERIES, [userId, webhookId, beforeId, limit]);
      return rows.map(deliveryFromRow);
    },
    resendDelivery: ({ userId, webhookId }, deliveryId, claim) =>
      changeWith(RESEND, [userId, webhookId, deliveryId], async (session) => {
        if (claim !== null) await insistOnClaim(session, claim);
      }),
    async claimDeliveries({ nowMs, claimedUntilMs, limit, perWebhook }) {
      const rows = await database.write(CLAIM, [nowMs, claimedUntilMs, limit, perWebhook]);
      return rows.map((row) => claimedFromRow(row, database));
    },
    async endAttempt({ claimed, verdict, atMs, status, response }) {
      const values = [claimed.deliveryId, claimed.claimedUntilMs, atMs, status, response];
      if (verdict.kind === 'delivered') await database.write(END_DELIVERED, values);
      else if (verdict.kind === 'test_failed')
        await database.write(END_TEST, [...values, verdict.problem]);
      else {
        const { problem, nextAtMs, retryAtMs, disabledReason } = verdict;
        const facts = [problem, nextAtMs, retryAtMs, disabledReason, claimed.failuresCount];
        await database.write(END_FAILED, [...values, ...facts]);
      }
    },
    async purgeDeliveries(beforeMs, limit) {
      return (await database.write(PURGE, [beforeMs, limit])).length;
    },
  };
}

async function listOf(database: Database, userId: string) {
  const rows = await database.read(LIST, [userId]);
  return storedRows(database, 'webhooks', rows, (row) => row.webhook_id, webhookFromRow);
}
