// Backtests in PostgreSQL fulfil the contract of their port.

import { suite } from 'node:test';
import { postgresBacktestStore } from '#adapters/postgres/stores/backtest-store.ts';
import { openJobs } from '#adapters/postgres/jobs/open-jobs.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { backtestStoreContract } from '#ports/stores/backtest-store.contract.ts';
import { createTestDatabase } from '../../support/database.ts';

const OPTIONS = { isRunning: true, report: () => undefined };

suite('backtests in PostgreSQL', () => {
  backtestStoreContract(async () => {
    const test = await createTestDatabase();
    const { database } = test;
    const opened = await openJobs(database, OPTIONS);
    return {
      jobs: opened.jobs,
      store: postgresStore(database),
      backtests: postgresBacktestStore(database, opened.jobs),
      async close(hasFailed) {
        await opened.close();
        await (hasFailed ? test.keep() : test.drop());
      },
    };
  });
});
