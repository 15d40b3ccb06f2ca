// Figures of the database: orders by state, and what the pool is doing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countWorkingOrders } from '#adapters/postgres/stores/order-counts.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { decimal } from '#lib/decimal.ts';
import { sampleOrder, storedAccount } from '#ports/stores/store.fixture.ts';
import { withTestDatabase } from '../../support/database.ts';

test('working orders are counted by state, the ended ones are not', async () => {
  await withTestDatabase(async ({ database }) => {
    const store = postgresStore(database);
    const { accountId } = await storedAccount(store);
    const states = ['open', 'open', 'filled', 'pending'] as const;
    for (const state of states) {
      const order = sampleOrder(accountId);
      await store.insertIntent(order);
      if (state === 'pending') continue;
      const change = { from: ['pending'], to: state, filledAmount: decimal('0') } as const;
      const rest = {
        orderId: order.orderId,
        venueOrderId: `v ${order.orderId}`,
        reason: null,
        atMs: 1,
      };
      await store.transition({ ...change, ...rest }, null);
    }
    const counts = await countWorkingOrders(database);
    assert.deepEqual(Object.fromEntries(counts), { pending: 1, open: 2, unknown: 0, lost: 0 });
  });
});

test('the usage of the pool: who holds a connection, and who waits', async () => {
  await withTestDatabase(async ({ database }) => {
    await database.transaction(async () => {
      assert.equal(database.usage().inUseCount, 1);
    });
    assert.deepEqual(database.usage(), { inUseCount: 0, idleCount: 1, waitingCount: 0 });
  });
});
