// Webhooks in memory. Tests are queued for them; events are not.

import { memoryWebhookQueue } from '#adapters/memory/memory-webhook-queue.ts';
import {
  completeRecord,
  insistOnClaim,
  insistOnRecord,
} from '#adapters/memory/memory-idempotency-store.ts';
import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { noteCreatedWebhook } from '#adapters/memory/note-created-access.ts';
import { sortedValues } from '#adapters/memory/memory-state.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import type { WebhookKey, WebhookStore } from '#ports/stores/webhook-store.ts';

/** Store over this state, with sealed secrets of its own. */
export function memoryWebhookStore(state: MemoryState): WebhookStore {
  const { webhooks } = state;
  /** Sealed, by webhook. */
  const secrets = new Map<string, Uint8Array>();
  const find = ({ userId, webhookId }: WebhookKey): Webhook | null => {
    const found = webhooks.get(webhookId);
    return found?.userId === userId ? found : null;
  };
  return {
    async insertWebhook(webhook, sealed, completion, webhooksMax) {
      if (state.deletions.has(webhook.userId)) return 'user_deleted';
      const own = [...webhooks.values()].filter(({ userId }) => userId === webhook.userId);
      if (own.length >= webhooksMax) return 'webhooks_limit';
      if (completion !== null) insistOnRecord(completeRecord(state, completion));
      if (!webhooks.has(webhook.webhookId)) {
        secrets.set(webhook.webhookId, sealed);
        addWebhook(state, webhook);
      }
      return 'inserted';
    },
    async listWebhooks(userId) {
      const own = sortedValues(webhooks).filter((webhook) => webhook.userId === userId);
      return own.toSorted((one, other) => one.createdAtMs - other.createdAtMs);
    },
    findWebhook: async (key) => find(key),
    deleteWebhook: async (key) => find(key) !== null && webhooks.delete(key.webhookId),
    async setSecret(key, { sealed, previousUntilMs }, completion) {
      const webhook = find(key);
      if (webhook === null) return false;
      if (completion !== null) insistOnRecord(completeRecord(state, completion));
      secrets.set(key.webhookId, sealed);
      webhooks.set(key.webhookId, { ...webhook, previousUntilMs });
      return true;
    },
    async enableWebhook(key, claim) {
      const webhook = find(key);
      if (webhook === null) return false;
      if (claim !== null) insistOnClaim(state, claim);
      webhooks.set(key.webhookId, {
        ...webhook,
        failingSinceMs: null,
        failingReason: null,
        disabled: null,
      });
      return true;
    },
    listBotDeliveries: async () => [],
    listDeliveriesAbout: async () => [],
    ...memoryWebhookQueue(state, secrets),
    purgeDeliveries: async () => 0,
  };
}

function addWebhook(state: MemoryState, webhook: Webhook): void {
  state.webhooks.set(webhook.webhookId, webhook);
  noteCreatedWebhook(state, webhook);
}
