// Orders by their placing. The statements are written so that the index `orders_by_placing` serves
// them: one range of it for each account, from its newest order on, until the page is full.

import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import type { OrderRow } from '#adapters/postgres/rows/order-row.ts';
import { ORDER_COLUMNS, ORDERS } from '#adapters/postgres/rows/order-row.ts';
import { storedPage } from '#adapters/postgres/rows/stored-rows.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { OrderFilter } from '#ports/stores/order-store.ts';

const PLACED_AT = 'coalesce(placed_at_ms, 0)';

/** Newest first. */
export const PLACING = `${PLACED_AT} DESC, sequence DESC`;

/**
 * Placed before an order; `place` is what finds a column (`%s`) of it. Column by column, because a
 * row that a subquery returns is compared after the index was read.
 */
export function placedBefore(place: string): string {
  const [placedAt, sequence] = [PLACED_AT, 'sequence'].map((name) => place.replace('%s', name));
  return `(${PLACED_AT}, sequence) < (${placedAt}, ${sequence})`;
}

/** Each is a condition with one value; those that are not requested are not in the statement. */
const CONDITIONS = {
  accountId: 'a.account_id = ?',
  marketTag: 'market_tag = ?',
  botId: 'bot_id = ?',
  states: 'state = ANY (?::text[])',
  fromMs: `${PLACED_AT} >= ?`,
  toMs: `${PLACED_AT} < ?`,
  afterId: placedBefore(
    `(SELECT %s FROM orders o JOIN accounts USING (account_id)
      WHERE o.order_id = ? AND user_id = $1)`,
  ),
} as const;

type Condition = keyof typeof CONDITIONS;

const NAMES = Object.keys(CONDITIONS) as readonly Condition[];

/** See `OrderStore.listOrders`. Lists by which an account is worked have every order or fail. */
export function listOrders(
  database: Pick<Database, 'read' | 'report'>,
  filter: OrderFilter,
  afterId: string | null,
  limit: number,
): Promise<readonly Order[]> {
  return storedPage(database, ORDERS, { afterId, limit }, (after, count) => {
    const wanted = { ...filter, afterId: after };
    const chosen = NAMES.filter((name) => wanted[name] !== null);
    const values = [filter.userId, count, ...chosen.map((name) => wanted[name])];
    return database.read(statementOf(chosen), values);
  });
}

function statementOf(chosen: readonly Condition[]): Statement<OrderRow> {
  const conditions = chosen.map((name, index) => CONDITIONS[name].replaceAll('?', `$${index + 3}`));
  return {
    isReadByRow: true,
    text: `
      SELECT ${ORDER_COLUMNS.map((column) => `placed.${column}`).join(', ')}
      FROM accounts a CROSS JOIN LATERAL (
        SELECT sequence, ${ORDER_COLUMNS.join(', ')} FROM orders
        WHERE ${['account_id = a.account_id', ...conditions].join(' AND ')}
        ORDER BY ${PLACING} LIMIT $2
      ) AS placed
      WHERE a.user_id = $1
      ORDER BY coalesce(placed.placed_at_ms, 0) DESC, placed.sequence DESC LIMIT $2`,
  };
}
