// A change of an order that is written alone is the same as one that is written with others: both
// statements stand beside each other, the one in the source, the other in a migration.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transitionAll, transitionOne } from '#adapters/postgres/stores/order-transitions.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { decimal } from '#lib/decimal.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { OrderTransition } from '#ports/stores/order-store.ts';
import { sampleId, sampleOrder, storedAccount } from '#ports/stores/store.fixture.ts';
import { withTestDatabase } from '../../support/database.ts';

const AT_MS = 1_700_000_000_123;
const CHANGE: Omit<OrderTransition, 'orderId'> = {
  from: ['pending'],
  to: 'open',
  filledAmount: decimal('0.000000000000000001'),
  venueOrderId: 'venue "1"',
  reason: null,
  atMs: AT_MS,
};
const CHANGES: readonly ((order: Order) => readonly Omit<OrderTransition, 'orderId'>[])[] = [
  () => [CHANGE],
  () => [{ ...CHANGE, venueOrderId: null, to: 'rejected', reason: 'a "reason", \\ and\nmore' }],
  () => [{ ...CHANGE, from: ['open', 'unknown'] }],
  () => [{ ...CHANGE, from: ['unknown', 'pending'], filledAmount: decimal('999999999999999999') }],
  ({ updatedAtMs }) => [{ ...CHANGE, ifUpdatedAtMs: updatedAtMs }],
  ({ updatedAtMs }) => [{ ...CHANGE, ifUpdatedAtMs: updatedAtMs + 1 }],
  () => [CHANGE, { ...CHANGE, from: ['open'], to: 'filled', venueOrderId: null, atMs: AT_MS + 1 }],
];

test('an order changes alone as it does in a group', async () => {
  await withTestDatabase(async ({ database }) => {
    const store = postgresStore(database);
    const { accountId } = await storedAccount(store);
    const made: boolean[] = [];
    for (const changesOf of CHANGES) {
      // The name at the exchange is that of one order of a market.
      const order = () => sampleOrder(accountId, { marketTag: sampleId('market') });
      const [alone, grouped] = [order(), order()];
      await store.insertIntent(alone);
      await store.insertIntent(grouped);
      for (const change of changesOf(alone)) {
        const isMade = await transitionOne(database, { ...change, orderId: alone.orderId }, null);
        const inGroup = { ...change, orderId: grouped.orderId };
        assert.deepEqual(await transitionAll(database, [inGroup]), [isMade]);
        made.push(isMade);
      }
      assert.deepEqual(await rowOf(alone), await rowOf(grouped));
    }
    assert.deepEqual(made, [true, true, false, true, true, false, true, true]);

    async function rowOf({ orderId, clientOrderId }: Order): Promise<unknown> {
      const text = `SELECT to_jsonb(o) - 'sequence' AS row FROM orders o WHERE order_id = $1`;
      const [{ row } = { row: {} }] = await database.read<{ row: object }>({ text }, [orderId]);
      return {
        ...row,
        order_id: '',
        client_order_id: '',
        market_tag: '',
        isNamed: clientOrderId !== null,
      };
    }
  });
});
