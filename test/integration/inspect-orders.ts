// Invariants in the database of a stopped service: every acknowledged order that was placed is at
// the exchange exactly once, the exchange has no other, all wallets are the sum of their bookings,
// and the log of events says what the orders say.

import assert from 'node:assert/strict';
import { attachCluster } from '#adapters/embedded-postgres/attach-cluster.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import type { AcknowledgedOrder } from '../support/judge-simulated.ts';
import { judgeSimulated } from '../support/judge-simulated.ts';

/** Throws when anything does not hold; `acknowledged` are all that got a 201. */
export async function inspectOrders(
  dataDir: string,
  acknowledged: readonly AcknowledgedOrder[],
): Promise<void> {
  const cluster = await attachCluster(dataDir);
  const database = openDatabase({ url: cluster.url, connectionsMax: 1 });
  try {
    // Nobody waits for outcomes that are unknown: they come out minutes later.
    const books = await judgeSimulated(database, acknowledged, { isSettled: false });
    const requested = new Set(acknowledged.map(({ orderId }) => orderId));
    const unasked = books.placedIds.filter((orderId) => !requested.has(orderId));
    assert.deepEqual(unasked, [], 'the exchange has no order that was not acknowledged');
    assert.ok(books.accountsCount >= 2);
  } finally {
    await database.close();
    await cluster.detach();
  }
}
