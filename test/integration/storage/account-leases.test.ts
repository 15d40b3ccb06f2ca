// Leases of accounts in PostgreSQL fulfil their port's contract.

import { suite } from 'node:test';
import { postgresAccountLeases } from '#adapters/postgres/stores/account-lease-store.ts';
import { accountLeaseContract } from '#ports/stores/account-lease-store.contract.ts';
import { createTestDatabase } from '../../support/database.ts';

suite('leases of accounts in PostgreSQL', () => {
  accountLeaseContract(async () => {
    const test = await createTestDatabase();
    return {
      leases: postgresAccountLeases(test.database),
      passMs: async (durationMs) => {
        await test.database.read({ text: 'SELECT pg_sleep($1)' }, [durationMs / 1_000]);
      },
      close: (hasFailed) => (hasFailed ? test.keep() : test.drop()),
    };
  });
});
