// Judgement of a stopped service's database: orders of the simulated exchange by its own books,
// its ledgers, and the log of events, which says what the orders say.

import assert from 'node:assert/strict';

import type { Database } from '#adapters/postgres/connection/database.ts';
import { UNRESOLVED_ORDER_STATES } from '#venue-port/order/order.ts';
import { auditSimulatedLedgers } from '#main/opening/open-exchanges.ts';
import { compareEvents } from './compare-events.ts';

/** An order as its response named it. */
export type AcknowledgedOrder = { readonly orderId: string; readonly status: string };

type BookRow = {
  readonly order_id: string;
  readonly state: string;
  readonly exchange: string;
  readonly venue_count: number;
};

const BOOKS = {
  text: `
    SELECT o.order_id, o.state::text, a.exchange, count(s.client_order_id) AS venue_count
    FROM orders o JOIN accounts a USING (account_id)
    LEFT JOIN sim_orders s
      ON s.account_id = o.account_id AND s.client_order_id = o.client_order_id
    GROUP BY o.order_id, o.state, a.exchange`,
};
const STRANGERS = {
  text: `
    SELECT count(*) AS count FROM sim_orders s
    WHERE NOT EXISTS (SELECT FROM orders o WHERE o.client_order_id = s.client_order_id)`,
};
const UNPLACED = new Set(['rejected', 'unplaced']);
/** Responses that leave open whether there is an order at the exchange. */
const UNSETTLED = new Set<string>(['pending', ...UNRESOLVED_ORDER_STATES]);

export type SimulatedBooks = {
  /** Orders of ours that the simulator has. */
  readonly placedIds: readonly string[];
  /** Whose ledgers were compared with their wallets. */
  readonly accountsCount: number;
};

/**
 * Throws unless each acknowledged order is recorded, and each of the simulator that was placed is
 * there once. One whose outcome is unknown still may be there or not, unless `isSettled`.
 */
export async function judgeSimulated(
  database: Database,
  acknowledged: readonly AcknowledgedOrder[],
  { isSettled }: { readonly isSettled: boolean },
): Promise<SimulatedBooks> {
  const rows = await database.read<BookRow>(BOOKS, []);
  const byId = new Map(rows.map((row) => [row.order_id, row]));
  const lost = acknowledged.filter(({ orderId }) => !byId.has(orderId));
  assert.deepEqual(lost, [], 'each acknowledged order is recorded');
  const odd = rows.filter((row) => row.exchange === 'sim' && !isAsItsState(row, isSettled));
  assert.deepEqual(odd, [], 'each order that was placed is at the exchange once');
  const broken = acknowledged.filter(({ orderId, status }) => {
    const row = byId.get(orderId);
    return !UNSETTLED.has(status) && row?.exchange === 'sim' && UNPLACED.has(row.state);
  });
  assert.deepEqual(broken, [], 'what was placed by its response is placed');
  const [strangers] = await database.read<{ readonly count: number }>(STRANGERS, []);
  assert.equal(strangers?.count, 0, 'the exchange has no order that we do not know');
  const { faults, accountsCount } = await auditSimulatedLedgers(database);
  assert.deepEqual(faults, []);
  assert.ok((await compareEvents(database)) >= acknowledged.length);
  const placed = rows.filter(({ venue_count: count }) => count > 0);
  return { placedIds: placed.map(({ order_id: orderId }) => orderId), accountsCount };
}

function isAsItsState({ state, venue_count: count }: BookRow, isSettled: boolean): boolean {
  if (UNPLACED.has(state)) return count === 0;
  return state === 'unknown' && !isSettled ? count <= 1 : count === 1;
}
