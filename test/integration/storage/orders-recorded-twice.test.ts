// Records of one order of an exchange, from before they were one: the migration leaves the one that
// was placed here.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { decimal } from '#lib/decimal.ts';
import { sampleOrder, storedAccount } from '#ports/stores/store.fixture.ts';
import { withTestDatabase } from '../../support/database.ts';

const MIGRATION = new URL('../../../migrations/0172-orders-once.sql', import.meta.url);

test('of records of one order the one that we placed stays, and others count nothing', async () => {
  await withTestDatabase(async ({ database }) => {
    const store = postgresStore(database);
    const { accountId, userId } = await storedAccount(store);
    await database.write({ text: 'DROP INDEX orders_by_venue_name' }, []);
    await database.write(
      { text: 'CREATE INDEX orders_by_venue_name ON orders (account_id, venue_order_id)' },
      [],
    );
    const shared = { state: 'filled', filledAmount: decimal('0.5') } as const;
    const named = (venueOrderId: string | null, marketTag: string, own: boolean) =>
      sampleOrder(accountId, {
        ...shared,
        marketTag,
        venueOrderId,
        ...(own || venueOrderId === null ? {} : { clientOrderId: venueOrderId }),
      });
    const twice = [named('7', 'A', false), named('7', 'A', true), named('7', 'A', false)];
    const others = [named('7', 'B', false), named(null, 'A', true), named(null, 'A', true)];
    for (const order of [...twice, ...others]) await store.insertIntent(order, { risk: 'exempt' });
    await database.write({ text: readFileSync(MIGRATION, 'utf8') }, []);
    const stateOf = async ({ orderId }: { readonly orderId: string }) =>
      (await store.findOrder(userId, orderId))?.state;
    assert.deepEqual(await Promise.all(twice.map(stateOf)), ['unplaced', 'filled', 'unplaced']);
    assert.deepEqual(await Promise.all(others.map(stateOf)), ['filled', 'filled', 'filled']);
    const { gross } = await store.sumTraded(accountId, ['A'], 0);
    assert.equal(gross, decimal('1.5'));
  });
});
