// Orders and fills as Coinbase writes them, in lists and in frames.

import { per, plainText } from '#loopback/amount.ts';
import type { Fill, Order } from '#loopback/book/order.ts';
import { leavesOf } from '#loopback/book/order.ts';
import { isUntriggered } from '#loopback/book/trigger.ts';
import type { Account, Exchange } from '#loopback/exchange/exchange.ts';
import { marketOf } from '#loopback/exchange/exchange.ts';
import type { ShownOrder } from '#loopback/exchange/order-as-of.ts';
import { portfolioOf } from '#loopback/skins/coinbase/coinbase-account.ts';
import { instantText, productIdOf } from '#loopback/skins/coinbase/coinbase-endpoint.ts';

export type CoinbaseStatus = 'PENDING' | 'OPEN' | 'FILLED' | 'CANCELLED' | 'FAILED';

/** Status of an order as the venue words it; one that could not pay for anything is FAILED. */
export function statusOf({ order, state }: ShownOrder): CoinbaseStatus {
  if (state === 'accepted') return 'PENDING';
  if (state === 'open') return 'OPEN';
  if (state === 'filled') return 'FILLED';
  return order.endReason === 'insufficient_funds' && order.filled === 0n ? 'FAILED' : 'CANCELLED';
}

function messageOf({ endReason }: Order): string {
  if (endReason === 'by_user') return 'User requested cancel';
  return endReason === 'by_venue' ? 'Internal error' : '';
}

function typeOf({ kind, trigger }: Order, market: string, limit: string): string {
  if (trigger !== undefined) return 'STOP_LIMIT';
  return kind === 'market' ? market : limit;
}

function triggerStatusOf(order: Order): string {
  if (order.trigger === undefined) return 'INVALID_ORDER_TYPE';
  return isUntriggered(order) ? 'STOP_PENDING' : 'STOP_TRIGGERED';
}

function feesOf({ fees }: Order): string {
  return plainText([...fees.values()].reduce((sum, fee) => sum + fee, 0n));
}

function lifetimeOf({ kind, lifetime }: Order): string {
  return kind === 'market' || lifetime === 'ioc' ? 'IMMEDIATE_OR_CANCEL' : 'GOOD_UNTIL_CANCELLED';
}

/** Order of lists, with the configuration that was sent. */
export function coinbaseOrder(
  exchange: Exchange,
  account: Account,
  shown: ShownOrder,
): Record<string, unknown> {
  const { order, filled, filledQuote } = shown;
  const { terms } = marketOf(exchange, order.marketKey);
  const fills = account.fills.filter((fill) => fill.order === order);
  const last = fills.at(-1);
  const status = statusOf(shown);
  return {
    order_id: order.venueOrderId,
    product_id: productIdOf(terms),
    user_id: String(account.uid),
    order_configuration: JSON.parse(order.asWritten['configuration'] ?? '{}') as unknown,
    side: order.side === 'buy' ? 'BUY' : 'SELL',
    client_order_id: order.name,
    status,
    time_in_force: lifetimeOf(order),
    created_time: instantText(order.createdAtMs),
    completion_percentage: plainText(per(filled * 100n, order.quantity)),
    filled_size: plainText(filled),
    average_filled_price: plainText(per(filledQuote, filled)),
    fee: '',
    number_of_fills: String(fills.length),
    filled_value: plainText(filledQuote),
    pending_cancel: false,
    size_in_quote: order.quoteQuantity !== null,
    total_fees: feesOf(order),
    size_inclusive_of_fees: false,
    total_value_after_fees: '0',
    trigger_status: triggerStatusOf(order),
    order_type: typeOf(order, 'MARKET', 'LIMIT'),
    reject_reason:
      status === 'FAILED' ? 'REJECT_REASON_INSUFFICIENT_FUNDS' : 'REJECT_REASON_UNSPECIFIED',
    settled: status === 'FILLED',
    product_type: 'SPOT',
    reject_message: '',
    cancel_message: messageOf(order),
    order_placement_source: 'RETAIL_ADVANCED',
    outstanding_hold_amount: plainText(order.locked),
    is_liquidation: false,
    last_fill_time: last === undefined ? null : instantText(last.atMs),
    edit_history: [],
    leverage: '',
    margin_type: 'UNKNOWN_MARGIN_TYPE',
    retail_portfolio_id: portfolioOf(account.uid),
  };
}

/** Id of a fill in lists. */
export function entryIdOf({ id }: Fill): string {
  return `entry-${String(id).padStart(8, '0')}`;
}

/** Fill of lists; its size is the value where the order was by value. */
export function coinbaseFill(
  exchange: Exchange,
  account: Account,
  fill: Fill,
): Record<string, unknown> {
  const { terms } = marketOf(exchange, fill.marketKey);
  const isByValue = (fill.order?.quoteQuantity ?? null) !== null;
  return {
    entry_id: entryIdOf(fill),
    trade_id: `trade-${fill.id}`,
    order_id: fill.order?.venueOrderId ?? '',
    trade_time: instantText(fill.atMs),
    trade_type: 'FILL',
    price: plainText(fill.price),
    size: plainText(isByValue ? fill.quote : fill.quantity),
    commission: plainText(fill.fee),
    product_id: productIdOf(terms),
    sequence_timestamp: instantText(fill.atMs),
    liquidity_indicator: fill.isMaker ? 'MAKER' : 'TAKER',
    size_in_quote: isByValue,
    user_id: String(account.uid),
    side: fill.side === 'buy' ? 'BUY' : 'SELL',
    retail_portfolio_id: portfolioOf(account.uid),
  };
}

/** Figures are texts here as well; of an order that has ended nothing is left. */
export function coinbaseOrderFrame(exchange: Exchange, shown: ShownOrder): Record<string, unknown> {
  const { order, state, filled, filledQuote } = shown;
  const { terms } = marketOf(exchange, order.marketKey);
  const isAtWork = state === 'open' || state === 'accepted';
  return {
    avg_price: plainText(per(filledQuote, filled)),
    cancel_reason: messageOf(order),
    client_order_id: order.name,
    completion_percentage: plainText(per(filled * 100n, order.quantity)),
    contract_expiry_type: 'UNKNOWN_CONTRACT_EXPIRY_TYPE',
    cumulative_quantity: plainText(filled),
    filled_value: plainText(filledQuote),
    leaves_quantity: isAtWork ? plainText(leavesOf(order)) : '0',
    ...(order.price === null ? {} : { limit_price: plainText(order.price) }),
    number_of_fills: '0',
    order_id: order.venueOrderId,
    order_side: order.side === 'buy' ? 'BUY' : 'SELL',
    order_type: typeOf(order, 'Market', 'Limit'),
    outstanding_hold_amount: plainText(order.locked),
    post_only: String(order.lifetime === 'post_only'),
    product_id: productIdOf(terms),
    product_type: 'SPOT',
    reject_reason: '',
    retail_portfolio_id: '',
    risk_managed_by: 'UNKNOWN_RISK_MANAGEMENT_TYPE',
    status: statusOf(shown),
    stop_price: order.trigger === undefined ? '' : plainText(order.trigger.price),
    time_in_force: lifetimeOf(order),
    total_fees: feesOf(order),
    total_value_after_fees: '0',
    trigger_status: triggerStatusOf(order),
    creation_time: instantText(order.createdAtMs),
  };
}
