// Orders and fills as KuCoin writes them.

import { per, plainText, times } from '#loopback/amount.ts';
import type { Fill, Order } from '#loopback/book/order.ts';
import type { Exchange } from '#loopback/exchange/exchange.ts';
import { marketOf } from '#loopback/exchange/exchange.ts';
import type { ShownOrder } from '#loopback/exchange/order-as-of.ts';
import { rawNumber } from '#loopback/raw-number.ts';
import { symbolOf } from '#loopback/skins/kucoin/kucoin-endpoint.ts';

/** Order that has not ended. */
export function isActive({ state }: ShownOrder): boolean {
  return state === 'open' || state === 'accepted';
}

/** It says neither how it ended but by a cancellation, nor who cancelled it. */
export function kucoinOrder(exchange: Exchange, shown: ShownOrder): Record<string, unknown> {
  const { order, state, filled, filledQuote } = shown;
  const { terms } = marketOf(exchange, order.marketKey);
  const active = isActive(shown);
  const isCancelled = !active && state !== 'filled';
  const left = order.quantity - filled;
  const funds = order.quoteQuantity ?? times(order.price ?? 0n, order.quantity);
  const fee = [...order.fees.values()].reduce((sum, each) => sum + each, 0n);
  return {
    id: order.venueOrderId,
    clientOid: order.name,
    symbol: symbolOf(terms),
    opType: 'DEAL',
    type: order.kind,
    side: order.side,
    price: order.price === null ? '0' : plainText(order.price),
    size: order.quoteQuantity === null ? plainText(order.quantity) : '0',
    funds: plainText(funds),
    dealSize: plainText(filled),
    dealFunds: plainText(filledQuote),
    remainSize: isCancelled ? '0' : plainText(left),
    remainFunds: '0',
    cancelledSize: isCancelled ? plainText(left) : '0',
    cancelledFunds: '0',
    fee: plainText(fee),
    feeCurrency: terms.quote,
    stp: null,
    timeInForce: LIFETIMES[order.lifetime],
    postOnly: order.lifetime === 'post_only',
    hidden: false,
    iceberg: false,
    visibleSize: '0',
    cancelAfter: 0,
    channel: 'API',
    remark: null,
    tags: null,
    cancelExist: isCancelled,
    tradeType: 'TRADE',
    inOrderBook: state === 'open' && order.kind === 'limit',
    active,
    tax: '0',
    createdAt: order.createdAtMs,
    lastUpdatedAt: order.updatedAtMs,
  };
}

export const LIFETIMES = { gtc: 'GTC', post_only: 'GTC', ioc: 'IOC', fok: 'FOK' } as const;

const ROW_BASE = 19_814_995_000_000;
export const TRADE_BASE = 11_029_373_945_659_000n;

/** Number of a fill's row in lists, which is not its trade's. */
export function rowIdOf({ id }: Fill): number {
  return ROW_BASE + id;
}

/** Ids of trades are numbers beyond what a double holds. */
export function kucoinFill(exchange: Exchange, fill: Fill): string {
  const { terms } = marketOf(exchange, fill.marketKey);
  const tradeId = TRADE_BASE + BigInt(fill.id);
  const fields = {
    id: rowIdOf(fill),
    orderId: fill.order?.venueOrderId ?? '',
    counterOrderId: '67174228135f9e000709da8c',
    symbol: symbolOf(terms),
    side: fill.side,
    liquidity: fill.isMaker ? 'maker' : 'taker',
    type: fill.order?.kind ?? 'limit',
    forceTaker: false,
    price: plainText(fill.price),
    size: plainText(fill.quantity),
    funds: plainText(fill.quote),
    fee: plainText(fill.fee),
    feeRate: plainText(fill.feeRate),
    feeCurrency: fill.feeAsset,
    stop: '',
    tradeType: 'TRADE',
    taxRate: '0',
    tax: '0',
    createdAt: fill.atMs,
  };
  return JSON.stringify(fields).replace('{', `{"tradeId":${tradeId},`);
}

type Change = Readonly<Record<string, unknown>>;

/** What the frames of a change have in common; it is sent with what the change is. */
export function kucoinChange(exchange: Exchange, order: Order): Change {
  const { terms } = marketOf(exchange, order.marketKey);
  return {
    clientOid: order.name,
    orderId: order.venueOrderId,
    orderTime: order.createdAtMs,
    orderType: order.kind,
    originSize: plainText(order.quantity),
    side: order.side,
    symbol: symbolOf(terms),
    ts: rawNumber(BigInt(exchange.clock.nowMs()) * 1_000_000n + 297_666n),
  };
}

/** Quantities of an order in a frame; what is left of one that ended counts as cancelled. */
export function restOf(order: Order): Change {
  const isEnded = order.state !== 'open' && order.state !== 'accepted';
  const left = order.quantity - order.filled;
  return {
    size: plainText(order.quantity),
    price: plainText(order.price ?? averageOf(order)),
    filledSize: plainText(order.filled),
    canceledSize: isEnded ? plainText(left) : '0',
    remainSize: isEnded ? '0' : plainText(left),
  };
}

function averageOf({ filled, filledQuote }: Order): bigint {
  return filled === 0n ? 0n : per(filledQuote, filled);
}

/** Change by a fill in a frame. */
export function matchOf({ id, price, quantity, isMaker }: Fill): Change {
  return {
    type: 'match',
    status: isMaker ? 'open' : 'match',
    liquidity: isMaker ? 'maker' : 'taker',
    feeType: isMaker ? 'makerFee' : 'takerFee',
    matchPrice: plainText(price),
    matchSize: plainText(quantity),
    tradeId: String(TRADE_BASE + BigInt(id)),
  };
}
