// Orders, fills and their changes, as Binance writes them.

import { fixedText, plainText } from '#loopback/amount.ts';
import type { EndReason, Fill, Order } from '#loopback/book/order.ts';
import type { ShownOrder } from '#loopback/exchange/order-as-of.ts';
import { isUntriggered } from '#loopback/book/trigger.ts';
import { marketOf } from '#loopback/exchange/exchange.ts';
import type { Exchange } from '#loopback/exchange/exchange.ts';
import { typeOf } from '#loopback/skins/binance/binance-trigger.ts';

const EXPIRY_REASONS: Partial<Record<EndReason, string>> = {
  unfilled_ioc: 'UNFILLED_IOC_QUANTITY_EXPIRED',
  unfilled_fok: 'UNFILLED_FOK_ORDER_EXPIRED',
  no_liquidity: 'INSUFFICIENT_LIQUIDITY',
  insufficient_funds: 'REJECTED',
  by_venue: 'EXCHANGE_CANCELED',
};

/** Status of an order as the venue words it; a cancellation by the venue is EXPIRED. */
export function statusOf(shown: ShownOrder): string {
  const { order, state, filled } = shown;
  switch (state) {
    case 'accepted':
    case 'open':
      return filled > 0n ? 'PARTIALLY_FILLED' : 'NEW';
    case 'filled':
      return 'FILLED';
    case 'cancelled':
      return order.endReason === 'by_user' ? 'CANCELED' : 'EXPIRED';
    case 'expired':
      return 'EXPIRED';
    case 'rejected':
      return 'REJECTED';
  }
}

function timeInForceOf(order: Order): string {
  return order.lifetime === 'ioc' || order.lifetime === 'fok'
    ? order.kind === 'market'
      ? 'GTC'
      : order.lifetime.toUpperCase()
    : 'GTC';
}

/** The fields that all order responses share. */
function terms(exchange: Exchange, shown: ShownOrder): Record<string, unknown> {
  const { order } = shown;
  return {
    symbol: marketOf(exchange, order.marketKey).terms.symbol,
    orderId: Number(order.venueOrderId),
    orderListId: -1,
    clientOrderId: order.name,
    price: fixedText(order.price ?? 0n),
    origQty: fixedText(order.quantity),
    executedQty: fixedText(shown.filled),
    origQuoteOrderQty: fixedText(order.quoteQuantity ?? 0n),
    cummulativeQuoteQty: fixedText(shown.filledQuote),
    status: statusOf(shown),
    timeInForce: timeInForceOf(order),
    type: typeOf(order),
    side: order.side.toUpperCase(),
    // "Appears only if the parameter was set in the request", except in look-ups.
    ...(order.trigger === undefined ? {} : { stopPrice: fixedText(order.trigger.price) }),
    selfTradePreventionMode: 'NONE',
  };
}

/** When it came to the book: an order that waits has not. */
function workingTimeOf(order: Order): number {
  return isUntriggered(order) ? -1 : (order.triggeredAtMs ?? order.createdAtMs);
}

/** GET order, openOrders, allOrders. */
export function queriedOrder(exchange: Exchange, shown: ShownOrder): Record<string, unknown> {
  const { order } = shown;
  const reason = order.endReason === null ? undefined : EXPIRY_REASONS[order.endReason];
  return {
    ...terms(exchange, shown),
    stopPrice: fixedText(order.trigger?.price ?? 0n),
    icebergQty: '0.00000000',
    time: order.createdAtMs,
    updateTime: order.updatedAtMs,
    isWorking: !isUntriggered(order),
    workingTime: workingTimeOf(order),
    ...(statusOf(shown) === 'EXPIRED' && reason !== undefined ? { expiryReason: reason } : {}),
  };
}

/** The response to a new order, by `newOrderRespType`. */
export function placedOrder(
  exchange: Exchange,
  shown: ShownOrder,
  fills: readonly Fill[],
  responseType: string,
): Record<string, unknown> {
  const { order } = shown;
  const all = terms(exchange, shown);
  const { symbol, orderId, orderListId, clientOrderId } = all;
  const acknowledged = {
    symbol,
    orderId,
    orderListId,
    clientOrderId,
    transactTime: order.createdAtMs,
  };
  if (responseType === 'ACK') return acknowledged;
  const result = { ...acknowledged, ...all, workingTime: workingTimeOf(order) };
  return responseType === 'RESULT' ? result : { ...result, fills: fills.map(fillOfPlacement) };
}

/** Reply to a cancellation, in which the order's own name is `origClientOrderId`. */
export function cancelledOrder(
  exchange: Exchange,
  shown: ShownOrder,
  cancelName: string,
): Record<string, unknown> {
  const { order } = shown;
  return {
    ...terms(exchange, shown),
    origClientOrderId: order.name,
    clientOrderId: cancelName,
    transactTime: order.updatedAtMs,
  };
}

/** myTrades. Binance names no client order id here. */
export function accountTrade(exchange: Exchange, fill: Fill): Record<string, unknown> {
  return {
    symbol: marketOf(exchange, fill.marketKey).terms.symbol,
    id: fill.id,
    orderId: Number(fill.order?.venueOrderId ?? 0),
    orderListId: -1,
    price: fixedText(fill.price),
    qty: fixedText(fill.quantity),
    quoteQty: fixedText(fill.quote),
    commission: fixedText(fill.fee),
    commissionAsset: fill.feeAsset,
    time: fill.atMs,
    isBuyer: fill.side === 'buy',
    isMaker: fill.isMaker,
    isBestMatch: true,
  };
}

/** The `executionReport` of the user data stream. */
export function executionReport(
  exchange: Exchange,
  order: Order,
  execution: string,
  fill: Fill | null,
  cancelName: string | null,
): Record<string, unknown> {
  const { filled, filledQuote, state } = order;
  const shown = { order, state, filled, filledQuote };
  const isCancel = execution === 'CANCELED';
  const reason = order.endReason === null ? undefined : EXPIRY_REASONS[order.endReason];
  return {
    e: 'executionReport',
    E: exchange.clock.nowMs(),
    s: marketOf(exchange, order.marketKey).terms.symbol,
    c: isCancel ? (cancelName ?? order.name) : order.name,
    S: order.side.toUpperCase(),
    o: typeOf(order),
    f: timeInForceOf(order),
    q: fixedText(order.quantity),
    p: fixedText(order.price ?? 0n),
    P: fixedText(order.trigger?.price ?? 0n),
    F: '0.00000000',
    g: -1,
    C: isCancel ? order.name : '',
    x: execution,
    X: execution === 'NEW' ? 'NEW' : statusOf(shown),
    r: 'NONE',
    i: Number(order.venueOrderId),
    l: fixedText(fill?.quantity ?? 0n),
    z: fixedText(filled),
    L: fixedText(fill?.price ?? 0n),
    n: fill === null ? '0' : plainText(fill.fee),
    N: fill?.feeAsset ?? null,
    T: fill?.atMs ?? order.updatedAtMs,
    t: fill?.id ?? -1,
    I: order.id * 2 + (fill?.id ?? 0),
    w: state === 'open' && !isUntriggered(order),
    m: fill?.isMaker ?? false,
    M: false,
    O: order.createdAtMs,
    Z: fixedText(filledQuote),
    Y: fixedText(fill?.quote ?? 0n),
    Q: fixedText(order.quoteQuantity ?? 0n),
    W: order.createdAtMs,
    V: 'NONE',
    ...(execution === 'EXPIRED' && reason !== undefined ? { eR: reason } : {}),
  };
}

function fillOfPlacement(fill: Fill): Record<string, unknown> {
  return {
    price: fixedText(fill.price),
    qty: fixedText(fill.quantity),
    commission: fixedText(fill.fee),
    commissionAsset: fill.feeAsset,
    tradeId: fill.id,
  };
}
