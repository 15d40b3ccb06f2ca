// An order as a row of the table `orders`. Prices and amounts are `numeric(36, 18)`, which has
// exactly the range and the places of our decimals, and travel as text.

import { decimalFromColumn } from '#adapters/postgres/rows/decimal-column.ts';
import type { OrderTermsColumn } from '#adapters/postgres/rows/order-terms-column.ts';
import { termsFromColumn, termsToColumn } from '#adapters/postgres/rows/order-terms-column.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { UNRESOLVED_ORDER_STATES, WORKING_ORDER_STATES } from '#domain/order/order.ts';
import type { Order, OrderSide, OrderState, OrderType } from '#domain/order/order.ts';

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

export function orderFromRow(row: OrderRow): Order {
  return {
    orderId: row.order_id,
    accountId: row.account_id,
    clientOrderId: row.client_order_id,
    venueOrderId: row.venue_order_id,
    marketTag: row.market_tag,
    side: row.side,
    type: row.type,
    price: decimalFromColumn(row.price),
    amount: decimalFromColumn(row.amount),
    filledAmount: decimalFromColumn(row.filled_amount),
    state: row.state,
    reason: row.reason,
    botId: row.bot_id,
    placedAtMs: row.placed_at_ms,
    updatedAtMs: row.updated_at_ms,
    terms: termsFromColumn(row.terms),
  };
}

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
