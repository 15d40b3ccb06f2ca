// Invariants in the database of a stopped service: every acknowledged order is at the exchange
// exactly once, the exchange has no other, all wallets are the sum of their bookings, and the log
// of events says what the orders say.

import assert from 'node:assert/strict';
import { attachCluster } from '#adapters/embedded-postgres/attach-cluster.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { auditSimulatedLedgers } from '#main/opening/open-exchanges.ts';
import { compareEvents } from '../support/compare-events.ts';

type OrderRow = { readonly order_id: string; readonly venue_count: number; readonly state: string };

const ORDERS = {
  text: `
    SELECT o.order_id, o.state, count(s.client_order_id) AS venue_count
    FROM orders o LEFT JOIN sim_orders s
      ON s.account_id = o.account_id AND s.client_order_id = o.client_order_id
    GROUP BY o.order_id`,
};

const STRANGERS = {
  text: `
    SELECT count(*) AS count FROM sim_orders s
    WHERE NOT EXISTS (SELECT FROM orders o WHERE o.client_order_id = s.client_order_id)`,
};

/** Throws when anything does not hold; `orderIds` are all that were acknowledged. */
export async function inspectOrders(dataDir: string, orderIds: readonly string[]): Promise<void> {
  const cluster = await attachCluster(dataDir);
  const database = openDatabase({ url: cluster.url, connectionsMax: 1 });
  try {
    const rows = await database.read<OrderRow>(ORDERS, []);
    const byId = new Map(rows.map((row) => [row.order_id, row]));
    for (const orderId of orderIds) {
      assert.equal(byId.get(orderId)?.venue_count, 1, `${orderId} is at the exchange once`);
    }
    const placed = rows.filter((row) => row.venue_count > 0);
    assert.equal(placed.length, orderIds.length, 'the exchange has no order twice or unasked');
    const [strangers] = await database.read<{ readonly count: number }>(STRANGERS, []);
    assert.equal(strangers?.count, 0, 'the exchange has no order that we do not know');
    const audit = await auditSimulatedLedgers(database);
    assert.deepEqual(audit.faults, []);
    assert.ok(audit.accountsCount >= 2);
    assert.ok((await compareEvents(database)) >= orderIds.length);
  } finally {
    await database.close();
    await cluster.detach();
  }
}
