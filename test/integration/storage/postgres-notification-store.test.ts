// The store of notifications in PostgreSQL fulfils its contract.

import { suite } from 'node:test';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { postgresNotificationStore } from '#adapters/postgres/stores/notification-store.ts';
import { notificationStoreContract } from '#ports/stores/notification-store.contract.ts';
import { createTestDatabase } from '../../support/database.ts';

suite('notifications in PostgreSQL', () => {
  notificationStoreContract(async () => {
    const test = await createTestDatabase();
    return {
      store: postgresStore(test.database),
      notifications: postgresNotificationStore(test.database),
      close: (hasFailed) => (hasFailed ? test.keep() : test.drop()),
    };
  });
});
