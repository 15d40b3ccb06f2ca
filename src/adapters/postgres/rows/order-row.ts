// An order as a row of the table `orders`. Prices and amounts are `numeric(36, 18)`, which has
// exactly the range and the places of our decimals, and travel as text.

import { decimalFromColumn } from '#adapters/postgres/rows/decimal-column.ts';
import type { OrderTermsColumn } from '#adapters/postgres/rows/order-terms-column.ts';
import { termsFromColumn, termsToColumn } from '#adapters/postgres/rows/order-terms-column.ts';
import type { StoredTable } from '#adapters/postgres/rows/stored-rows.ts';
import { insistOnNumbers, noteUnreadable, storedRow } from '#adapters/postgres/rows/stored-rows.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { wordReader } from '#adapters/postgres/rows/word-column.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { UNRESOLVED_ORDER_STATES, WORKING_ORDER_STATES } from '#venue-port/order/order.ts';
import { ORDER_SIDES, ORDER_STATES, ORDER_TYPES } from '#venue-port/order/order.ts';
import type { Order, OrderSide, OrderState, OrderType } from '#venue-port/order/order.ts';
import type { UnreadableOrder, UnreadableOrderListener } from '#ports/stores/order-store.ts';

export type OrderRow = {
  readonly order_id: string;
  readonly account_id: string;
  readonly client_order_id: string;
  readonly venue_order_id: string | null;
  readonly market_tag: string | null;
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly price: string;
  readonly amount: string;
  readonly filled_amount: string;
  readonly state: OrderState;
  readonly reason: string | null;
  readonly bot_id: string | null;
  readonly placed_at_ms: number | null;
  readonly updated_at_ms: number;
  readonly terms: OrderTermsColumn;
};

/** All columns by name: a prepared statement must not change its result when one is added. */
export const ORDER_COLUMNS = [
  'order_id',
  'account_id',
  'client_order_id',
  'venue_order_id',
  'market_tag',
  'side',
  'type',
  'price',
  'amount',
  'filled_amount',
  'state',
  'reason',
  'bot_id',
  'placed_at_ms',
  'updated_at_ms',
  'terms',
] as const satisfies readonly (keyof OrderRow)[];

/** The states of an order that works, as SQL. The partial indexes are of the same. */
export const WORKING_STATES = WORKING_ORDER_STATES.map((state) => `'${state}'`).join(', ');
export const UNRESOLVED_STATES = UNRESOLVED_ORDER_STATES.map((state) => `'${state}'`).join(', ');

const sideFrom = wordReader('side', ORDER_SIDES);
const typeFrom = wordReader('type', ORDER_TYPES);
const stateFrom = wordReader('state', ORDER_STATES);

export const ORDERS: StoredTable<OrderRow, Order> = {
  name: 'orders',
  idOf: (row) => row.order_id,
  fromRow: orderFromRow,
};

/**
 * Those that can be read; `onUnreadable` hears of the others. Without it the first one throws
 * Failure.
 */
export function ordersFromRows(
  database: Pick<Database, 'report'>,
  rows: readonly OrderRow[],
  onUnreadable?: UnreadableOrderListener,
): readonly Order[] {
  if (onUnreadable === undefined) return rows.map((row) => storedRow(database, ORDERS, row));
  return rows.flatMap((row) => {
    try {
      return [orderFromRow(insistOnNumbers(row))];
    } catch (error) {
      const { message } = noteUnreadable(database, ORDERS.name, row.order_id, error);
      onUnreadable(unreadableOrder(row, message));
      return [];
    }
  });
}

/** Its names are text and numbers of columns of their own, which are always there. */
function unreadableOrder(row: OrderRow, cause: string): UnreadableOrder {
  return {
    orderId: row.order_id,
    accountId: row.account_id,
    clientOrderId: row.client_order_id,
    venueOrderId: row.venue_order_id,
    marketTag: row.market_tag,
    side: row.side,
    state: row.state,
    botId: row.bot_id,
    placedAtMs: Number.isNaN(row.placed_at_ms) ? null : row.placed_at_ms,
    updatedAtMs: Number.isNaN(row.updated_at_ms) ? 0 : row.updated_at_ms,
    cause,
  };
}

/** Throws when it does not fit, as one of a later release may not. */
export function orderFromRow(row: OrderRow): Order {
  return {
    orderId: row.order_id,
    accountId: row.account_id,
    clientOrderId: row.client_order_id,
    venueOrderId: row.venue_order_id,
    marketTag: row.market_tag,
    side: sideFrom(row.side),
    type: typeFrom(row.type),
    price: decimalFromColumn(row.price),
    amount: decimalFromColumn(row.amount),
    filledAmount: decimalFromColumn(row.filled_amount),
    state: stateFrom(row.state),
    reason: row.reason,
    botId: row.bot_id,
    placedAtMs: row.placed_at_ms,
    updatedAtMs: row.updated_at_ms,
    terms: termsFromColumn(row.terms),
  };
}

/** Row of an order; decimals as text. */
export function orderToRow(order: Order): OrderRow {
  return {
    order_id: order.orderId,
    account_id: order.accountId,
    client_order_id: order.clientOrderId,
    venue_order_id: order.venueOrderId,
    market_tag: order.marketTag,
    side: order.side,
    type: order.type,
    price: formatDecimal(order.price),
    amount: formatDecimal(order.amount),
    filled_amount: formatDecimal(order.filledAmount),
    state: order.state,
    reason: order.reason,
    bot_id: order.botId,
    placed_at_ms: order.placedAtMs,
    updated_at_ms: order.updatedAtMs,
    terms: termsToColumn(order.terms),
  };
}
