// The store and the rate limits in PostgreSQL fulfil the contracts of their ports.

import { suite } from 'node:test';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { postgresRateLimitStore } from '#adapters/postgres/stores/rate-limit-store.ts';
import { rateLimitContract } from '#ports/stores/rate-limit.contract.ts';
import { storeContract } from '#ports/stores/store.contract.ts';
import { createTestDatabase } from '../../support/database.ts';

suite('a store in PostgreSQL', () => {
  storeContract(async () => {
    const test = await createTestDatabase();
    return {
      store: postgresStore(test.database),
      close: (hasFailed) => (hasFailed ? test.keep() : test.drop()),
    };
  });
});

suite('rate limits in PostgreSQL', () => {
  rateLimitContract(async () => {
    const test = await createTestDatabase();
    return { store: postgresRateLimitStore(test.database), close: () => test.drop() };
  });
});
