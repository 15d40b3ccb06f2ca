// The store of webhooks in PostgreSQL fulfils its contract.

import { suite } from 'node:test';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { postgresWebhookStore } from '#adapters/postgres/stores/webhook-store.ts';
import { webhookStoreContract } from '#ports/stores/webhook-store.contract.ts';
import { createTestDatabase } from '../../support/database.ts';

suite('webhooks in PostgreSQL', () => {
  webhookStoreContract(async () => {
    const test = await createTestDatabase();
    return {
      store: postgresStore(test.database),
      webhooks: postgresWebhookStore(test.database),
      close: (hasFailed) => (hasFailed ? test.keep() : test.drop()),
    };
  });
});
