// Labs in PostgreSQL fulfil the contract of their port.

import { suite } from 'node:test';
import { postgresLabStore } from '#adapters/postgres/stores/lab-store.ts';
import { openJobs } from '#adapters/postgres/jobs/open-jobs.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { labStoreContract } from '#ports/stores/lab-store.contract.ts';
import { createTestDatabase } from '../../support/database.ts';

suite('labs in PostgreSQL', () => {
  labStoreContract(async () => {
    const test = await createTestDatabase();
    const { database } = test;
    const opened = await openJobs(database, { isRunning: true, report: () => undefined });
    return {
      jobs: opened.jobs,
      store: postgresStore(database),
      labs: postgresLabStore(database, opened.jobs),
      async close(hasFailed) {
        await opened.close();
        await (hasFailed ? test.keep() : test.drop());
      },
    };
  });
});
