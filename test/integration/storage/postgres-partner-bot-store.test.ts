// Bots and signals of end users in PostgreSQL keep their ports' contract.

import { suite } from 'node:test';
import { postgresBotInbox } from '#adapters/postgres/bot-inbox.ts';
import { postgresBotRunStore } from '#adapters/postgres/bot-run-store.ts';
import { postgresPartnerBotStore } from '#adapters/postgres/partner-bot-store.ts';
import { postgresPartnerSignalStore } from '#adapters/postgres/partner-signal-store.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { partnerBotStoreContract } from '#ports/partner-bot-store.contract.ts';
import { createTestDatabase } from '../../support/database.ts';

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
      close: (hasFailed) => (hasFailed ? test.keep() : test.drop()),
    };
  });
});
