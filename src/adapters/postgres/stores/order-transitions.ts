// Writes transitions of orders: one with the completion of the request that made it, and many at
// once. Both write the same of each order and under the same condition.

import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { jsonText } from '#adapters/postgres/connection/storable-values.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { Completion } from '#ports/stores/idempotency-store.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { OrderTransition } from '#ports/stores/order-store.ts';

// Every order that is placed is changed by it once: `transition_orders` for a list of one takes
// PostgreSQL twice as long.
const TRANSITION_ONE: Statement<{ readonly order_id: string }> = {
  name: 'transition_one',
  text: `
    WITH changed AS (
      UPDATE orders SET
        state = $3::text, filled_amount = $4::numeric,
        venue_order_id = coalesce($5::text, venue_order_id), reason = $6::text,
        updated_at_ms = $7::bigint,
        history = history || jsonb_build_array(
          jsonb_build_array($3::text, $4::numeric, $7::bigint)
        )
      WHERE order_id = $1 AND state = ANY ($2::text[])
        AND updated_at_ms = coalesce($8::bigint, updated_at_ms)
      RETURNING order_id
    ), completed AS (
      UPDATE idempotency SET outcome = $11
      WHERE record_id = $9 AND owner_id = $10 AND outcome IS NULL AND EXISTS (SELECT FROM changed)
    )
    SELECT order_id FROM changed`,
  isShared: true,
};

/** What migration 0172 says of records of before. */
const GIVE_WAY: Statement<{ readonly order_id: string }> = {
  name: 'give_way',
  text: `
    UPDATE orders d SET
      state = 'unplaced', filled_amount = 0, venue_order_id = NULL, reason = $3::text,
      updated_at_ms = $4::bigint,
      history = d.history || jsonb_build_array(jsonb_build_array('unplaced', 0, $4::bigint))
    FROM orders o
    WHERE o.order_id = $1 AND d.account_id = o.account_id AND d.market_tag = o.market_tag
      AND d.venue_order_id = $2 AND d.client_order_id = $2 AND d.order_id <> o.order_id
    RETURNING d.order_id`,
};
const RECORDED_TWICE = 'It is another order here: it was recorded twice.';

/** Returns the positions of those that changed (migration 0021). */
const TRANSITION_ALL: Statement<{ readonly position: number }> = {
  name: 'transition_all',
  text: 'SELECT transition_orders($1) AS position',
  isShared: true,
};

/**
 * Returns whether the order was as expected; if so, the request is completed too. Where the order
 * was recorded as one that was placed elsewhere, because its name came back empty, that record
 * gives way.
 */
export async function transitionOne(
  database: Database,
  change: OrderTransition,
  completion: Completion | null,
): Promise<boolean> {
  try {
    return await writeOne(database, change, completion);
  } catch (error) {
    if (!isRecordedTwice(error)) throw error;
    const { orderId, venueOrderId, atMs } = change;
    const gone = await database.write(GIVE_WAY, [orderId, venueOrderId, RECORDED_TWICE, atMs]);
    if (gone.length === 0)
      throw new Failure('conflict', 'Another order here has this name at the exchange.');
    return writeOne(database, change, completion);
  }
}

/** Refused by the index of names of exchanges. */
function isRecordedTwice(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === VENUE_NAMES;
}

const VENUE_NAMES = 'orders_by_venue_name';

async function writeOne(
  database: Database,
  change: OrderTransition,
  completion: Completion | null,
): Promise<boolean> {
  const { recordId = null, ownerId = null, outcome = null } = completion ?? {};
  const changed = await database.write(TRANSITION_ONE, [
    change.orderId,
    change.from,
    change.to,
    formatDecimal(change.filledAmount),
    change.venueOrderId,
    change.reason,
    change.atMs,
    change.ifUpdatedAtMs ?? null,
    recordId,
    ownerId,
    outcome,
  ]);
  return changed.length > 0;
}

/** Returns for each whether its order was as expected. */
export async function transitionAll(
  database: Database,
  changes: readonly OrderTransition[],
): Promise<readonly boolean[]> {
  const rows = changes.map((change, position) => ({
    position,
    order_id: change.orderId,
    from_states: change.from,
    state: change.to,
    filled_amount: formatDecimal(change.filledAmount),
    venue_order_id: change.venueOrderId,
    reason: change.reason,
    at_ms: change.atMs,
    if_updated_at_ms: change.ifUpdatedAtMs ?? null,
  }));
  const changed = await database.write(TRANSITION_ALL, [jsonText(rows)]);
  const positions = new Set(changed.map(({ position }) => position));
  return changes.map((_, position) => positions.has(position));
}
