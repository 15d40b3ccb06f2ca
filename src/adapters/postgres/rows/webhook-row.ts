// Webhooks and their deliveries as rows.

import type { EventRow } from '#adapters/postgres/rows/event-row.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { storedRows } from '#adapters/postgres/rows/stored-rows.ts';
import { eventFromRow } from '#adapters/postgres/rows/event-row.ts';
import type { EventType } from '#domain/event-log/event-catalogue.ts';
import { isKnownEventType } from '#domain/event-log/event-catalogue.ts';
import type {
  ClaimedDelivery,
  Delivery,
  DeliveryState,
  Webhook,
  WebhookTest,
} from '#domain/webhook/webhook.ts';
import { TEST_TYPE } from '#domain/webhook/webhook.ts';

export type WebhookRow = {
  readonly webhook_id: string;
  readonly user_id: string;
  readonly url: string;
  readonly types: readonly EventType[];
  readonly created_at_ms: number;
  readonly previous_until_ms: number | null;
  readonly failing_since_ms: number | null;
  readonly failing_reason: string | null;
  readonly disabled_at_ms: number | null;
  readonly disabled_reason: string | null;
};

export type DeliveryRow = {
  readonly delivery_id: number;
  readonly webhook_id: string;
  readonly signal_id: string | null;
  readonly user_id: string;
  readonly sequence: number;
  readonly type: EventType | typeof TEST_TYPE;
  readonly object_id: string;
  readonly queued_at_ms: number;
  readonly state: DeliveryState;
  readonly attempts_count: number;
  readonly next_at_ms: number;
  readonly ended_at_ms: number | null;
  readonly status: number | null;
  readonly response: string | null;
  readonly problem: string | null;
};

export type ClaimedRow = {
  readonly delivery_id: number;
  readonly type: string;
  readonly queued_at_ms: number;
  readonly webhook_id: string;
  readonly user_id: string;
  readonly claimed_until_ms: number;
  readonly attempts_count: number;
  readonly tried_since_ms: number;
  readonly url: string;
  readonly sealed: Uint8Array;
  readonly previous_sealed: Uint8Array | null;
  readonly failures_count: number;
  readonly failing_since_ms: number | null;
  readonly event: EventRow | null;
};

/** Webhook of a row, without its sealed secrets. */
export function webhookFromRow(row: WebhookRow): Webhook {
  const { disabled_at_ms: atMs, disabled_reason: reason } = row;
  return {
    webhookId: row.webhook_id,
    userId: row.user_id,
    url: row.url,
    types: row.types,
    createdAtMs: row.created_at_ms,
    previousUntilMs: row.previous_until_ms,
    failingSinceMs: row.failing_since_ms,
    failingReason: row.failing_reason,
    disabled: atMs === null || reason === null ? null : { atMs, reason },
  };
}

/** Delivery of a row; `nextAtMs` is null unless another attempt is due. */
export function deliveryFromRow(row: DeliveryRow): Delivery {
  const isRetried = row.state === 'waiting' && row.next_at_ms > 0;
  return {
    deliveryId: row.delivery_id,
    webhookId: row.webhook_id,
    userId: row.user_id,
    sequence: row.sequence,
    type: row.type,
    objectId: row.object_id,
    signalId: row.signal_id,
    queuedAtMs: row.queued_at_ms,
    state: row.state,
    attemptsCount: row.attempts_count,
    nextAtMs: isRetried ? row.next_at_ms : null,
    endedAtMs: row.ended_at_ms,
    status: row.status,
    response: row.response,
    problem: row.problem,
  };
}

/** An event that cannot be read is as one of a type that is not known. */
export function claimedFromRow(
  row: ClaimedRow,
  database: Pick<Database, 'report'>,
): ClaimedDelivery {
  return {
    deliveryId: row.delivery_id,
    webhookId: row.webhook_id,
    userId: row.user_id,
    url: row.url,
    sealedSecret: row.sealed,
    previousSealed: row.previous_sealed,
    claimedUntilMs: row.claimed_until_ms,
    attemptsCount: row.attempts_count,
    triedSinceMs: row.tried_since_ms,
    failuresCount: row.failures_count,
    failingSinceMs: row.failing_since_ms,
    event: messageOf(row, database),
  };
}

function messageOf(
  { type, event, webhook_id: webhookId, queued_at_ms: atMs }: ClaimedRow,
  database: Pick<Database, 'report'>,
) {
  if (type === TEST_TYPE) return { type: TEST_TYPE, webhookId, atMs } satisfies WebhookTest;
  // One of a type that this release does not know was queued by a later one.
  const known = event !== null && isKnownEventType(event.type) ? [event] : [];
  const [read] = storedRows(database, 'events', known, ({ sequence }) => sequence, eventFromRow);
  return read ?? null;
}
