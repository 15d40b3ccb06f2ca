// Bots and signals of end users in PostgreSQL keep their ports' contract.

import { suite } from 'node:test';
import { postgresBotInbox } from '#adapters/postgres/bot-inbox.ts';
import { postgresBotRunStore } from '#adapters/postgres/bot-run-store.ts';
import { postgresPartnerBotStore } from '#adapters/postgres/partner-bot-store.ts';
import { postgresPartnerUsageStore } from '#adapters/postgres/partner-usage-store.ts';
import { postgresBacktestStore } from '#adapters/postgres/backtest-store.ts';
import { postgresPartnerSignalStore } from '#adapters/postgres/partner-signal-store.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { partnerBotStoreContract } from '#ports/partner-bot-store.contract.ts';
import { createTestDatabase } from '../../support/database.ts';

/** Jobs that nobody carries out. */
const UNWORKED_JOBS: Parameters<typeof postgresBacktestStore>[1] = {
  enqueue: async () => undefined,
  settle: async () => true,
  discard: async () => 0,
};

suite('bots of end users in PostgreSQL', () => {
  partnerBotStoreContract(async () => {
    const test = await createTestDatabase();
    const { database } = test;
    return {
      store: postgresStore(database),
      runs: postgresBotRunStore(database),
      inbox: postgresBotInbox(database),
      partnerBots: postgresPartnerBotStore(database),
      signals: postgresPartnerSignalStore(database),
      usage: postgresPartnerUsageStore(database),
      backtests: postgresBacktestStore(database, UNWORKED_JOBS),
      close: (hasFailed) => (hasFailed ? test.keep() : test.drop()),
    };
  });
});
