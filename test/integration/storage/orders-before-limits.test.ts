// Orders a minute in PostgreSQL: orders that were written before the account had a limit count too.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { decimal } from '#lib/decimal.ts';
import { sampleOrder, storedAccount } from '#ports/stores/store.fixture.ts';
import { withTestDatabase } from '../../support/database.ts';

const RISK = {
  marketTag: 'SIM_BTC_USDT',
  currency: 'USDT',
  side: 'buy',
  value: decimal('1'),
  standing: null,
} as const;

test('an order that was placed before the limit was set counts in its minute', async () => {
  await withTestDatabase(async ({ database }) => {
    const store = postgresStore(database);
    const { accountId } = await storedAccount(store);
    const nowMs = Date.now();
    const placedAt = (placedAtMs: number) => sampleOrder(accountId, { placedAtMs });
    await store.insertIntent(placedAt(nowMs - 61_000));
    await store.insertIntent(placedAt(nowMs));
    await store.insertIntent(placedAt(nowMs), { risk: 'exempt' });
    await store.setLimits(accountId, { maxOrdersPerMinute: 2, currencies: [] });
    assert.equal((await store.insertIntent(placedAt(nowMs), { risk: RISK })).kind, 'inserted');
    assert.deepEqual(await store.insertIntent(placedAt(nowMs), { risk: RISK }), {
      kind: 'limited',
      reason: 'its account may place 2 orders a minute and has placed 2 in the last one',
    });
  });
});
