// Queue of what is sent to webhooks, in memory: tests, and what is sent again. Events are queued
// only by PostgreSQL, when it numbers them.

import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { insistOnClaim } from '#adapters/memory/memory-idempotency-store.ts';
import type { Delivery, Webhook } from '#domain/webhook/webhook.ts';
import { TEST_TYPE } from '#domain/webhook/webhook.ts';
import type { AttemptResult, WebhookKey, WebhookStore } from '#ports/stores/webhook-store.ts';

type QueueMethods = Pick<
  WebhookStore,
  'listDeliveries' | 'queueTest' | 'resendDelivery' | 'claimDeliveries' | 'endAttempt'
>;

type Waiting = {
  delivery: Delivery;
  claimedUntilMs: number;
  triedSinceMs: number | null;
};

const UNTRIED = {
  state: 'waiting',
  attemptsCount: 0,
  nextAtMs: null,
  endedAtMs: null,
} as const;

/** `secrets`: sealed, by webhook. */
export function memoryWebhookQueue(
  state: MemoryState,
  secrets: ReadonlyMap<string, Uint8Array>,
): QueueMethods {
  const { webhooks } = state;
  const rows: Waiting[] = [];
  const find = ({ userId, webhookId }: WebhookKey): Webhook | null => {
    const webhook = webhooks.get(webhookId);
    return webhook?.userId === userId ? webhook : null;
  };
  const own = (key: WebhookKey): readonly Waiting[] =>
    find(key) === null ? [] : rows.filter(({ delivery: of }) => of.webhookId === key.webhookId);
  return {
    async listDeliveries(key, beforeId, limit) {
      const listed = own(key).map(({ delivery }) => delivery);
      const older = listed.filter(({ deliveryId }) => beforeId === null || deliveryId < beforeId);
      return older.toReversed().slice(0, limit);
    },
    async queueTest(key, atMs, claim) {
      const webhook = find(key);
      const waiting = own(key).find(({ delivery: { state: of } }) => of === 'waiting');
      if (webhook === null || webhook.disabled !== null) return null;
      if (claim !== null) insistOnClaim(state, claim);
      if (waiting !== undefined) return claim === null ? null : waiting.delivery;
      const named = { ...key, deliveryId: rows.length + 1, objectId: key.webhookId };
      const test = { sequence: 0, type: TEST_TYPE, signalId: null, queuedAtMs: atMs } as const;
      const nothing = { status: null, response: null, problem: null };
      const delivery: Delivery = { ...named, ...test, ...UNTRIED, ...nothing };
      rows.push({ delivery, claimedUntilMs: 0, triedSinceMs: null });
      return delivery;
    },
    async resendDelivery(key, deliveryId, claim) {
      const row = own(key).find(({ delivery: of }) => of.deliveryId === deliveryId);
      if (row === undefined) return false;
      if (claim !== null) insistOnClaim(state, claim);
      row.delivery = { ...row.delivery, ...UNTRIED };
      row.triedSinceMs = null;
      return true;
    },
    async claimDeliveries({ nowMs, claimedUntilMs, limit }) {
      const due = rows.filter(({ delivery, claimedUntilMs: claimedMs }) => {
        const isEnabled = webhooks.get(delivery.webhookId)?.disabled === null;
        return isEnabled && delivery.state === 'waiting' && claimedMs <= nowMs;
      });
      return due.slice(0, limit).flatMap((row) => {
        const { webhookId, userId, deliveryId, queuedAtMs: atMs } = row.delivery;
        const webhook = webhooks.get(webhookId);
        const sealedSecret = secrets.get(webhookId);
        if (webhook === undefined || sealedSecret === undefined) return [];
        row.claimedUntilMs = claimedUntilMs;
        row.triedSinceMs ??= nowMs;
        row.delivery = { ...row.delivery, attemptsCount: row.delivery.attemptsCount + 1 };
        const { attemptsCount } = row.delivery;
        const { url, failingSinceMs } = webhook;
        const facts = { attemptsCount, triedSinceMs: row.triedSinceMs, failuresCount: 0 };
        const event = { type: TEST_TYPE, webhookId, atMs } as const;
        const named = { deliveryId, webhookId, userId, url, sealedSecret, previousSealed: null };
        return [{ ...named, ...facts, claimedUntilMs, failingSinceMs, event }];
      });
    },
    endAttempt: async (result) => endAttempt(rows, result),
  };
}

/** Only tests wait here, and a test is not tried again. */
function endAttempt(
  rows: readonly Waiting[],
  { claimed, verdict, atMs, status, response }: AttemptResult,
): void {
  const { deliveryId, claimedUntilMs } = claimed;
  const row = rows.find(({ delivery: of }) => of.deliveryId === deliveryId);
  if (row?.claimedUntilMs !== claimedUntilMs) return;
  row.claimedUntilMs = 0;
  const isDelivered = verdict.kind === 'delivered';
  row.delivery = {
    ...row.delivery,
    state: isDelivered ? 'delivered' : 'given_up',
    endedAtMs: atMs,
    status,
    response,
    problem: isDelivered ? null : verdict.problem,
  };
}
