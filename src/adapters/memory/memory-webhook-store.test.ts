// The store of webhooks in memory fulfils its contract.

import { suite } from 'node:test';
import { memoryState } from '#adapters/memory/memory-state.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { memoryWebhookStore } from '#adapters/memory/memory-webhook-store.ts';
import { webhookStoreContract } from '#ports/stores/webhook-store.contract.ts';

suite('webhooks in memory', () => {
  webhookStoreContract(async () => {
    const state = memoryState();
    return {
      store: memoryStore(state),
      webhooks: memoryWebhookStore(state),
      close: async () => undefined,
    };
  });
});
