// Orders, trades and their changes, as Binance USD-M futures write them.

import { fixedText, per, plainText } from '#loopback/amount.ts';
import type { Fill, Order } from '#loopback/book/order.ts';
import type { Exchange } from '#loopback/exchange/exchange.ts';
import { marketOf } from '#loopback/exchange/exchange.ts';
import type { ShownOrder } from '#loopback/exchange/order-as-of.ts';
import { rawNumber } from '#loopback/raw-number.ts';
import { statusOf } from '#loopback/skins/binance/binance-order.ts';

/** Orders by which the venue itself closes positions have no order here: a number stands for it. */
const FORCED_ORDER_BASE = 8_389_766_000_000_000_000n;

/** Order number of a liquidation, from a range of its own. */
export function forcedOrderId(fill: Fill): string {
  return String(FORCED_ORDER_BASE + BigInt(fill.id));
}

function typeOf({ kind }: Order): string {
  return kind === 'market' ? 'MARKET' : 'LIMIT';
}

function timeInForceOf({ kind, lifetime }: Order): string {
  if (lifetime === 'post_only') return 'GTX';
  return kind === 'market' ? 'GTC' : lifetime.toUpperCase();
}

/** The response to a placement or a cancellation: without prices, and the instant of placing. */
export function acknowledgedOrder(exchange: Exchange, shown: ShownOrder): Record<string, unknown> {
  const { order, filled } = shown;
  return {
    clientOrderId: order.name,
    cumQty: plainText(filled),
    executedQty: plainText(filled),
    orderId: rawNumber(order.venueOrderId),
    origQty: plainText(order.quantity),
    price: plainText(order.price ?? 0n),
    reduceOnly: order.isReduceOnly,
    side: order.side.toUpperCase(),
    positionSide: 'BOTH',
    status: statusOf(shown),
    stopPrice: '0',
    closePosition: false,
    symbol: marketOf(exchange, order.marketKey).terms.symbol,
    timeInForce: timeInForceOf(order),
    type: typeOf(order),
    origType: typeOf(order),
    updateTime: order.updatedAtMs,
    workingType: 'CONTRACT_PRICE',
    priceProtect: false,
    priceMatch: 'NONE',
    selfTradePreventionMode: 'NONE',
    goodTillDate: 0,
  };
}

/** GET order and openOrders. */
export function queriedUsdmOrder(exchange: Exchange, shown: ShownOrder): Record<string, unknown> {
  const { order, filled, filledQuote } = shown;
  const { cumQty: _, ...fields } = acknowledgedOrder(exchange, shown);
  return {
    ...fields,
    avgPrice: plainText(per(filledQuote, filled)),
    cumQuote: plainText(filledQuote),
    time: order.createdAtMs,
  };
}

/** userTrades. Binance names no client order id here. */
export function userTrade(exchange: Exchange, fill: Fill): Record<string, unknown> {
  return {
    buyer: fill.side === 'buy',
    commission: plainText(fill.fee),
    commissionAsset: fill.feeAsset,
    id: fill.id,
    maker: fill.isMaker,
    orderId: rawNumber(fill.order?.venueOrderId ?? forcedOrderId(fill)),
    price: plainText(fill.price),
    qty: plainText(fill.quantity),
    quoteQty: plainText(fill.quote),
    realizedPnl: plainText(fill.realised),
    side: fill.side.toUpperCase(),
    positionSide: 'BOTH',
    symbol: marketOf(exchange, fill.marketKey).terms.symbol,
    time: fill.atMs,
  };
}

/** One of the orders by which the venue itself closed a position. */
export function forcedOrder(exchange: Exchange, fill: Fill): Record<string, unknown> {
  return {
    orderId: rawNumber(forcedOrderId(fill)),
    symbol: marketOf(exchange, fill.marketKey).terms.symbol,
    status: 'FILLED',
    clientOrderId: `autoclose-${fill.id}`,
    price: plainText(fill.price),
    avgPrice: plainText(fill.price),
    origQty: plainText(fill.quantity),
    executedQty: plainText(fill.quantity),
    cumQuote: plainText(fill.quote),
    timeInForce: 'IOC',
    type: 'LIMIT',
    reduceOnly: false,
    closePosition: false,
    side: fill.side.toUpperCase(),
    positionSide: 'BOTH',
    stopPrice: '0',
    workingType: 'CONTRACT_PRICE',
    origType: 'LIMIT',
    time: fill.atMs,
    updateTime: fill.atMs,
  };
}

/** `ORDER_TRADE_UPDATE` of the user data stream. */
export function orderUpdate(
  exchange: Exchange,
  order: Order,
  execution: string,
  fill: Fill | null,
): Record<string, unknown> {
  const { filled, filledQuote, state } = order;
  const shown = { order, state, filled, filledQuote };
  const atMs = fill?.atMs ?? order.updatedAtMs;
  return {
    e: 'ORDER_TRADE_UPDATE',
    E: exchange.clock.nowMs(),
    T: atMs,
    o: {
      s: marketOf(exchange, order.marketKey).terms.symbol,
      c: order.name,
      S: order.side.toUpperCase(),
      o: typeOf(order),
      f: timeInForceOf(order),
      q: plainText(order.quantity),
      p: plainText(order.price ?? 0n),
      ap: plainText(per(filledQuote, filled)),
      sp: '0',
      x: execution,
      X: execution === 'NEW' ? 'NEW' : statusOf(shown),
      i: rawNumber(order.venueOrderId),
      l: plainText(fill?.quantity ?? 0n),
      z: plainText(filled),
      L: plainText(fill?.price ?? 0n),
      ...(fill === null ? {} : { n: fixedText(fill.fee), N: fill.feeAsset }),
      T: atMs,
      t: fill?.id ?? 0,
      b: '0',
      a: '0',
      m: fill?.isMaker ?? false,
      R: order.isReduceOnly,
      wt: 'CONTRACT_PRICE',
      ot: typeOf(order),
      ps: 'BOTH',
      cp: false,
      rp: plainText(fill?.realised ?? 0n),
      pP: false,
      V: 'NONE',
    },
  };
}
