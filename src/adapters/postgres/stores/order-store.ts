// Orders in PostgreSQL. Writing an intent is one round trip, and so is a transition together with
// the completion of the request that requested it; transitions that come while others are under way
// share the next round trip and its commit.

import {
  EXEMPT,
  FIND_LIMITS,
  judgeIntents,
  LOCK_LIMITS,
  postgresAccountLimitStore,
} from '#adapters/postgres/stores/account-limit-store.ts';
import type { AccountRow } from '#adapters/postgres/rows/account-row.ts';
import { ACCOUNT_COLUMNS, accountFromRow } from '#adapters/postgres/rows/account-row.ts';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { listOrders, placedBefore, PLACING } from '#adapters/postgres/stores/order-history.ts';
import { transitionAll, transitionOne } from '#adapters/postgres/stores/order-transitions.ts';
import type { OrderRow } from '#adapters/postgres/rows/order-row.ts';
import {
  ORDER_COLUMNS,
  ORDERS,
  ordersFromRows,
  orderToRow,
  UNRESOLVED_STATES,
  WORKING_STATES,
} from '#adapters/postgres/rows/order-row.ts';
import { storedPage, storedRow, storedRows } from '#adapters/postgres/rows/stored-rows.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { decimalFromColumn } from '#adapters/postgres/rows/decimal-column.ts';
import { present } from '#lib/assert.ts';
import { coalesceWithFallback } from '#lib/coalesce.ts';
import type { Order } from '#venue-port/order/order.ts';
import { Failure, mayBeOfOne } from '#venue-port/world/failure.ts';
import type { IntentRisk } from '#ports/stores/account-limit-store.ts';
import { insistOnClaim } from '#adapters/postgres/stores/idempotency-store.ts';
import type { HeldClaim } from '#ports/stores/idempotency-store.ts';
import type {
  InsertIntentOutcome,
  OrderStore,
  OrderTransition,
} from '#ports/stores/order-store.ts';

type OrderIdRow = { readonly order_id: string };

// No column is named after ON CONFLICT: of equal inserts at once, the later one may meet the
// earlier at any of the table's unique indexes first, and an index that is not named would fail it.
// Why nothing was inserted is asked afterwards: it is seldom, and the question would cost as much
// as the insert.
const INTENT_COLUMNS = `${ORDER_COLUMNS.join(', ')}, history`;
const INTENT_VALUES = `
  $1, $2, $3, $4, $5, $6, $7, $8::numeric, $9::numeric, $10::numeric, $11::text, $12, $13,
  $14::bigint, $15::bigint, $16::jsonb,
  jsonb_build_array(jsonb_build_array($11::text, $10::numeric, $15::bigint))`;
const IS_RESOLVED = `
  NOT EXISTS (
    SELECT FROM orders
    WHERE account_id = $2 AND state IN (${UNRESOLVED_STATES}) AND market_tag IS NOT DISTINCT FROM $5
      AND order_id <> $1
  )`;

/**
 * Whether the request, if the order has one, is still its try's. The row's lock keeps another try
 * from taking it over until the intent is there.
 */
function isHeld(recordId: string, ownerId: string): string {
  return `(${recordId}::text IS NULL OR EXISTS (
    SELECT FROM idempotency
    WHERE record_id = ${recordId} AND owner_id = ${ownerId} AND outcome IS NULL FOR UPDATE
  ))`;
}

/** Of an account without limits. */
const INSERT_INTENT: Statement<OrderIdRow> = {
  name: 'insert_intent',
  text: `
    INSERT INTO orders (${INTENT_COLUMNS}) SELECT ${INTENT_VALUES}
    WHERE ${IS_RESOLVED} AND ${isHeld('$17', '$18')}
      AND NOT EXISTS (SELECT FROM account_limits WHERE account_id = $2)
    ON CONFLICT DO NOTHING
    RETURNING order_id`,
};

/** Of one whose limits it keeps to, or that is not judged. */
const INSERT_JUDGED: Statement<OrderIdRow> = {
  name: 'insert_judged_intent',
  text: `
    INSERT INTO orders (${INTENT_COLUMNS}, risk_currency, risk_value, judged_at_ms)
    SELECT ${INTENT_VALUES}, $19::text, $20::numeric,
      CASE WHEN $20::numeric IS NOT NULL
        THEN (extract(epoch FROM clock_timestamp()) * 1000)::bigint END
    WHERE ${IS_RESOLVED} AND ${isHeld('$17', '$18')}
    ON CONFLICT DO NOTHING
    RETURNING order_id`,
};

/** As a new one, which it is for all that counts the newest. */
const RETRY_INTENT: Statement<OrderIdRow> = {
  name: 'retry_intent',
  text: `
    UPDATE orders SET
      state = 'pending', reason = NULL, sequence = DEFAULT,
      placed_at_ms = $4::bigint, updated_at_ms = $5::bigint,
      history = history
        || jsonb_build_array(jsonb_build_array('pending', filled_amount, $5::bigint)),
      risk_currency = $6::text, risk_value = $7::numeric,
      judged_at_ms = CASE WHEN $7::numeric IS NOT NULL
        THEN (extract(epoch FROM clock_timestamp()) * 1000)::bigint END
    WHERE order_id = $1 AND state = 'unplaced' AND updated_at_ms = $8::bigint
      AND ${isHeld('$9', '$10')}
      AND ($6::text IS NOT NULL OR NOT EXISTS (SELECT FROM account_limits WHERE account_id = $2))
      AND NOT EXISTS (
        SELECT FROM orders o
        WHERE o.account_id = $2 AND o.state IN (${UNRESOLVED_STATES})
          AND o.market_tag IS NOT DISTINCT FROM $3
      )
    RETURNING order_id`,
};

const FIND_UNRESOLVED: Statement<OrderIdRow> = {
  name: 'find_unresolved',
  text: `
    SELECT order_id FROM orders
    WHERE account_id = $1 AND state IN (${UNRESOLVED_STATES})
      AND market_tag IS NOT DISTINCT FROM $2
    ORDER BY sequence LIMIT 1`,
};

const READ_ORDER: Statement<OrderRow> = {
  name: 'read_order',
  text: `SELECT ${ORDER_COLUMNS.join(', ')} FROM orders WHERE order_id = $1`,
};

const READ_BY_VENUE_NAME: Statement<OrderRow> = {
  name: 'read_order_by_venue_name',
  text: `
    SELECT ${ORDER_COLUMNS.join(', ')} FROM orders
    WHERE account_id = $1 AND market_tag = $2 AND venue_order_id = $3`,
};

const FIND_ORDER: Statement<OrderRow> = {
  name: 'find_order',
  text: `
    SELECT ${ORDER_COLUMNS.map((column) => `o.${column}`).join(', ')}
    FROM orders o JOIN accounts a ON a.account_id = o.account_id
    WHERE o.order_id = $1 AND a.user_id = $2`,
};

const LIST_WORKING_ORDERS: Statement<OrderRow> = {
  isReadByRow: true,
  name: 'list_working_orders',
  text: `
    SELECT ${ORDER_COLUMNS.join(', ')} FROM orders
    WHERE account_id = $1 AND state IN (${WORKING_STATES})
    ORDER BY sequence DESC`,
};

// Two statements, because the first page has no order to begin behind.
const LIST_ENDED_ORDERS: Statement<OrderRow> = {
  isReadByRow: true,
  name: 'list_ended_orders',
  text: `
    SELECT ${ORDER_COLUMNS.join(', ')} FROM orders
    WHERE account_id = $1 AND state NOT IN (${WORKING_STATES})
    ORDER BY ${PLACING} LIMIT $2`,
};

const LIST_EARLIER_ENDED_ORDERS: Statement<OrderRow> = {
  isReadByRow: true,
  name: 'list_earlier_ended_orders',
  text: `
    SELECT ${ORDER_COLUMNS.join(', ')} FROM orders
    WHERE account_id = $1 AND state NOT IN (${WORKING_STATES})
      AND ${placedBefore('(SELECT %s FROM orders WHERE order_id = $3)')}
    ORDER BY ${PLACING} LIMIT $2`,
};

// The last condition leaves out nothing: with a range the planner expects few orders, however late.
const SUM_TRADED: Statement<{ readonly net: string; readonly gross: string }> = {
  name: 'sum_traded',
  text: `
    SELECT coalesce(sum(CASE side WHEN 'buy' THEN filled_amount ELSE -filled_amount END), 0) AS net,
      coalesce(sum(filled_amount), 0) AS gross
    FROM (
      SELECT side, filled_amount FROM orders
      WHERE account_id = $1 AND market_tag = ANY ($2::text[]) AND state IN (${WORKING_STATES})
      UNION ALL
      SELECT side, filled_amount FROM orders
      WHERE account_id = $1 AND market_tag = ANY ($2::text[]) AND state NOT IN (${WORKING_STATES})
        AND updated_at_ms >= $3::bigint AND updated_at_ms < $3::bigint + 9007199254740991
    ) AS traded`,
};

const LIST_MARKETS_OF_ORDERS: Statement<{ readonly market_tag: string }> = {
  name: 'list_markets_of_orders',
  text: `
    WITH RECURSIVE market AS (
      SELECT min(market_tag) AS market_tag FROM orders
      WHERE account_id = $1 AND venue_order_id IS NOT NULL
      UNION ALL
      SELECT (
        SELECT min(market_tag) FROM orders
        WHERE account_id = $1 AND market_tag > market.market_tag AND venue_order_id IS NOT NULL
      ) FROM market WHERE market_tag IS NOT NULL
    )
    SELECT market_tag FROM market WHERE market_tag IS NOT NULL
    UNION
    SELECT market_tag FROM orders
    WHERE account_id = $1 AND state IN (${WORKING_STATES}) AND market_tag IS NOT NULL
    ORDER BY market_tag`,
};

const FIND_CLIENT_ORDER_IDS: Statement<
  Pick<OrderRow, 'client_order_id'> & {
    readonly market_tag: string;
    readonly venue_order_id: string;
  }
> = {
  name: 'find_client_order_ids',
  text: `
    SELECT market_tag, venue_order_id, client_order_id
    FROM orders
    JOIN unnest($2::text[], $3::text[]) AS named (market_tag, venue_order_id)
      USING (market_tag, venue_order_id)
    WHERE account_id = $1`,
};

const IS_DENIED = `(state = 'unplaced' OR (state = 'rejected' AND venue_order_id IS NULL))`;

const LIST_DENIED_ORDERS: Statement<OrderRow> = {
  isReadByRow: true,
  name: 'list_denied_orders',
  text: `
    SELECT ${ORDER_COLUMNS.join(', ')} FROM orders
    WHERE account_id = $1 AND ${IS_DENIED} AND updated_at_ms > $2
    ORDER BY sequence DESC LIMIT $3`,
};

const LIST_ACCOUNTS_TO_RECONCILE: Statement<AccountRow> = {
  name: 'list_accounts_to_reconcile',
  text: `
    SELECT ${ACCOUNT_COLUMNS.join(', ')} FROM accounts a
    WHERE EXISTS (
      SELECT FROM orders o
      WHERE o.account_id = a.account_id AND o.state IN (${WORKING_STATES})
    ) OR account_id IN (
      SELECT o.account_id FROM orders o
      WHERE ${IS_DENIED} AND o.updated_at_ms > $1
    )
    ORDER BY account_id`,
};

const LIST_ACCOUNTS_IN_DOUBT: Statement<AccountRow> = {
  name: 'list_accounts_in_doubt',
  text: `
    SELECT ${ACCOUNT_COLUMNS.join(', ')} FROM accounts
    WHERE account_id IN (
      SELECT o.account_id FROM orders o WHERE o.state = 'unknown' AND o.updated_at_ms > $1
    )
    ORDER BY account_id`,
};

/** What keeps an order from being written may be gone when it is requested. */
const INSERT_TRIES_MAX = 3;

/** Few groups at once, so that each is large while there is much to write. */
const TRANSITION_GROUPS = { itemsMax: 250, groupsMax: 2 };

/**
 * Store over this database. Transitions that come together share a statement; one with a completion
 * has its own.
 */
export function postgresOrderStore(database: Database): OrderStore {
  const one = (change: OrderTransition) => transitionOne(database, change, null);
  const many = (changes: readonly OrderTransition[]) => transitionAll(database, changes);
  const inGroup = coalesceWithFallback({ one, many, isOfOne: mayBeOfOne }, TRANSITION_GROUPS);
  return {
    ...postgresAccountLimitStore(database),
    insertIntent: (order, { risk, claim } = {}) =>
      writeIntent(database, insertion(order, claim ?? null), risk ?? null),
    retryIntent: (order, ifUpdatedAtMs, { risk, claim } = {}) =>
      writeIntent(database, repetition(order, ifUpdatedAtMs, claim ?? null), risk ?? null),
    transition: (change, completion) =>
      completion === null ? inGroup(change) : transitionOne(database, change, completion),
    async findOrder(userId, orderId) {
      const [row] = await database.read(FIND_ORDER, [orderId, userId]);
      return row === undefined ? null : storedRow(database, ORDERS, row);
    },
    async listWorkingOrders(accountId, onUnreadable) {
      const rows = await database.read(LIST_WORKING_ORDERS, [accountId]);
      return ordersFromRows(database, rows, onUnreadable);
    },
    listEndedOrders: (accountId, afterId, limit) =>
      storedPage(database, ORDERS, { afterId, limit }, (after, count) =>
        after === null
          ? database.read(LIST_ENDED_ORDERS, [accountId, count])
          : database.read(LIST_EARLIER_ENDED_ORDERS, [accountId, count, after]),
      ),
    listOrders: (filter, afterId, limit) => listOrders(database, filter, afterId, limit),
    async findClientOrderIds(accountId, names) {
      const tags = names.map(({ marketTag }) => marketTag);
      const venueOrderIds = names.map(({ venueOrderId }) => venueOrderId);
      const rows = await database.read(FIND_CLIENT_ORDER_IDS, [accountId, tags, venueOrderIds]);
      return rows.map((row) => ({
        marketTag: row.market_tag,
        venueOrderId: row.venue_order_id,
        clientOrderId: row.client_order_id,
      }));
    },
    async sumTraded(accountId, marketTags, sinceMs) {
      const [row] = await database.read(SUM_TRADED, [accountId, marketTags, sinceMs]);
      const { net, gross } = present(row, 'a sum is one row');
      return { net: decimalFromColumn(net), gross: decimalFromColumn(gross) };
    },
    async listMarketsOfOrders(accountId) {
      const rows = await database.read(LIST_MARKETS_OF_ORDERS, [accountId]);
      return rows.map(({ market_tag: marketTag }) => marketTag);
    },
    async listDeniedOrders(accountId, { afterMs, limit }) {
      const rows = await database.read(LIST_DENIED_ORDERS, [accountId, afterMs, limit]);
      return storedRows(database, ORDERS.name, rows, ORDERS.idOf, ORDERS.fromRow);
    },
    async listAccountsToReconcile({ afterMs }) {
      const rows = await database.read(LIST_ACCOUNTS_TO_RECONCILE, [afterMs]);
      return rows.map(accountFromRow);
    },
    async listAccountsInDoubt(afterMs) {
      const rows = await database.read(LIST_ACCOUNTS_IN_DOUBT, [afterMs]);
      return rows.map(accountFromRow);
    },
  };
}

/** One way of writing an intent. */
type IntentWrite = {
  readonly order: Order;
  readonly claim: HeldClaim | null;
  /** Whether what is stored of the order keeps it from being written. */
  isRefused(stored: Order | null): boolean;
  /** With its value by the limits of its account, or without one. */
  write(
    session: Pick<Database, 'write'>,
    judged: readonly [currency: string, value: string | null] | null,
  ): Promise<readonly OrderIdRow[]>;
};

function insertion(order: Order, claim: HeldClaim | null): IntentWrite {
  const values = orderToRow(order);
  const parameters = [...ORDER_COLUMNS.map((column) => values[column]), ...namesOf(claim)];
  return {
    order,
    claim,
    isRefused: (stored) => stored !== null,
    write: (session, judged) =>
      judged === null
        ? session.write(INSERT_INTENT, parameters)
        : session.write(INSERT_JUDGED, [...parameters, ...judged]),
  };
}

function repetition(order: Order, ifUpdatedAtMs: number, claim: HeldClaim | null): IntentWrite {
  const { orderId, accountId, marketTag, placedAtMs, updatedAtMs } = order;
  return {
    order,
    claim,
    isRefused: (stored) => stored?.state !== 'unplaced' || stored.updatedAtMs !== ifUpdatedAtMs,
    write: (session, judged) =>
      session.write(RETRY_INTENT, [
        orderId,
        accountId,
        marketTag,
        placedAtMs,
        updatedAtMs,
        ...(judged ?? [null, null]),
        ifUpdatedAtMs,
        ...namesOf(claim),
      ]),
  };
}

function namesOf(claim: HeldClaim | null): readonly (string | null)[] {
  return [claim?.recordId ?? null, claim?.ownerId ?? null];
}

async function writeIntent(
  database: Database,
  intent: IntentWrite,
  risk: IntentRisk | null,
): Promise<InsertIntentOutcome> {
  const { orderId, accountId, marketTag } = intent.order;
  for (let tries = 1; ; tries += 1) {
    const judged = await tryWriting(database, intent, risk);
    if (judged !== null) return judged;
    const [row] = await database.read(READ_ORDER, [orderId]);
    const stored =
      row === undefined ? await recordOf(database, intent.order) : storedRow(database, ORDERS, row);
    if (stored !== null && intent.isRefused(stored)) return { kind: 'exists', order: stored };
    if (intent.claim !== null) await insistOnClaim(database, intent.claim);
    const [unresolved] = await database.read(FIND_UNRESOLVED, [accountId, marketTag]);
    if (unresolved !== undefined) return { kind: 'unresolved', orderId: unresolved.order_id };
    if (risk === null && (await database.read(FIND_LIMITS, [accountId])).length > 0)
      return { kind: 'limits_unknown' };
    // What was in the way is out of it by now.
    if (tries < INSERT_TRIES_MAX) continue;
    throw new Failure('conflict', 'The order could not be written for others at its place.');
  }
}

/** Of the same order of its exchange, under another id of ours. */
async function recordOf(
  database: Pick<Database, 'read' | 'report'>,
  { accountId, marketTag, venueOrderId }: Order,
): Promise<Order | null> {
  if (venueOrderId === null) return null;
  const [row] = await database.read(READ_BY_VENUE_NAME, [accountId, marketTag, venueOrderId]);
  return row === undefined ? null : storedRow(database, ORDERS, row);
}

/** Null when something was in its way. */
async function tryWriting(
  database: Database,
  intent: IntentWrite,
  risk: IntentRisk | null,
): Promise<InsertIntentOutcome | null> {
  if (risk === null || risk === 'exempt') {
    const written = await intent.write(database, risk === null ? null : [EXEMPT, null]);
    return written.length === 0 ? null : { kind: 'inserted' };
  }
  const { orderId, accountId } = intent.order;
  const orderOf = (row: OrderRow): Order => storedRow(database, ORDERS, row);
  return database.transaction(async (session) => {
    const [limits] = await session.read(LOCK_LIMITS, [accountId]);
    const [row] = await session.read(READ_ORDER, [orderId]);
    if (intent.isRefused(row === undefined ? null : orderOf(row))) return null;
    if (limits !== undefined) {
      const judgement = await judgeIntents(session, limits, [risk], []);
      if (judgement.kind === 'unknown') return { kind: 'limits_unknown' };
      if (judgement.kind === 'refused') return { kind: 'limited', reason: judgement.reason };
    }
    const written = await intent.write(session, [risk.currency, formatDecimal(risk.value)]);
    return written.length === 0 ? null : { kind: 'inserted' };
  });
}
