// Counts orders in each working state, over all accounts: a figure for operators. It reads the
// partial index of working orders, not the table's history.

import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { WORKING_STATES } from '#adapters/postgres/rows/order-row.ts';
import type { OrderState } from '#venue-port/order/order.ts';
import { WORKING_ORDER_STATES } from '#venue-port/order/order.ts';

type CountRow = { readonly state: OrderState; readonly count: number };

const COUNT: Statement<CountRow> = {
  name: 'count_working_orders',
  text: `
    SELECT state, count(*) AS count FROM orders
    WHERE state IN (${WORKING_STATES}) GROUP BY state`,
};

/** Every working state with its count, zero too. Throws Failure. */
export async function countWorkingOrders(
  database: Pick<Database, 'read'>,
): Promise<ReadonlyMap<OrderState, number>> {
  const rows = await database.read(COUNT, []);
  const counts = new Map(rows.map(({ state, count }) => [state, count]));
  return new Map(WORKING_ORDER_STATES.map((state) => [state, counts.get(state) ?? 0]));
}
