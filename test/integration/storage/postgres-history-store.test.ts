// History in PostgreSQL fulfils the contract of its port, and what a broken write leaves.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { postgresHistoryStore } from '#adapters/postgres/stores/history-store.ts';
import { historyContract } from '#ports/world/history.contract.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { createTestDatabase, withTestDatabase } from '../../support/database.ts';

suite('history in PostgreSQL', () => {
  historyContract(async () => {
    const test = await createTestDatabase();
    return {
      store: postgresHistoryStore(test.database),
      close: (hasFailed) => (hasFailed ? test.keep() : test.drop()),
    };
  });
});

test('bytes that are no candles are a failure, not candles', async () => {
  await withTestDatabase(async ({ database }) => {
    const text = `INSERT INTO candle_days VALUES ('T', 19000, 1, 0, 0, '\\x0102')`;
    await database.write({ text }, []);
    const window = { fromMs: 19_000 * 86_400_000, toMs: 19_001 * 86_400_000 };
    const load = postgresHistoryStore(database).loadCandles('T', window, 'own');
    await assert.rejects(
      load,
      (error) => error instanceof Failure && error.code === 'corrupt_reply',
    );
  });
});
