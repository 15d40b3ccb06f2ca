// Runs of bots in PostgreSQL fulfil their port's contract.

import { suite } from 'node:test';
import { postgresBotInbox } from '#adapters/postgres/stores/bot-inbox.ts';
import { postgresBotRunStore } from '#adapters/postgres/stores/bot-run-store.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { botRunStoreContract } from '#ports/stores/bot-run-store.contract.ts';
import { createTestDatabase } from '../../support/database.ts';

suite('runs of bots in PostgreSQL', () => {
  botRunStoreContract(async () => {
    const test = await createTestDatabase();
    return {
      store: postgresStore(test.database),
      runs: postgresBotRunStore(test.database),
      inbox: postgresBotInbox(test.database),
      passMs: async (durationMs) => {
        await test.database.read({ text: 'SELECT pg_sleep($1)' }, [durationMs / 1_000]);
      },
      close: (hasFailed) => (hasFailed ? test.keep() : test.drop()),
    };
  });
});
