// Orders and fills of a unified account as Bitget's v3 interface writes them.

import { plainText } from '#loopback/amount.ts';
import type { Fill } from '#loopback/book/order.ts';
import type { Exchange } from '#loopback/exchange/exchange.ts';
import { marketOf } from '#loopback/exchange/exchange.ts';
import type { ShownOrder } from '#loopback/exchange/order-as-of.ts';
import { symbolOf } from '#loopback/skins/bitget/bitget-endpoint.ts';
import { averageOf, FORCES, statusOf, tradeIdOf } from '#loopback/skins/bitget/bitget-order.ts';

/** The same in each list; figures that an order has none of are "0". */
export function unifiedOrder(exchange: Exchange, shown: ShownOrder): Record<string, unknown> {
  const { order, filled, filledQuote } = shown;
  const { terms } = marketOf(exchange, order.marketKey);
  const status = statusOf(shown);
  return {
    orderId: order.venueOrderId,
    clientOid: order.name,
    category: 'SPOT',
    symbol: symbolOf(terms),
    orderType: order.kind,
    side: order.side,
    price: order.price === null ? '0' : plainText(order.price),
    qty: order.quoteQuantity === null ? plainText(order.quantity) : '0',
    amount: order.quoteQuantity === null ? '0' : plainText(order.quoteQuantity),
    cumExecQty: plainText(filled),
    cumExecValue: plainText(filledQuote),
    avgPrice: averageOf(shown),
    timeInForce: FORCES[order.lifetime],
    orderStatus: status,
    posSide: '',
    holdMode: '',
    reduceOnly: 'NO',
    // Of an order without fills the two of the only item are null.
    feeDetail:
      order.fees.size === 0
        ? [{ feeCoin: null, fee: null }]
        : [...order.fees].map(([feeCoin, fee]) => ({ feeCoin, fee: plainText(fee) })),
    cancelReason: status === 'cancelled' ? 'normal_cancel' : '',
    execType: '',
    createdTime: String(order.createdAtMs),
    updatedTime: String(order.updatedAtMs),
  };
}

/** In frames the category is in small letters. */
export function unifiedOrderFrame(exchange: Exchange, shown: ShownOrder): Record<string, unknown> {
  return {
    ...unifiedOrder(exchange, shown),
    category: 'spot',
    reduceOnly: 'no',
    updatedTime: String(exchange.clock.nowMs()),
    stpMode: 'none',
  };
}

/** Without the name of the order. What is charged is above zero. */
export function unifiedFill(exchange: Exchange, fill: Fill): Record<string, unknown> {
  const { terms } = marketOf(exchange, fill.marketKey);
  return {
    execId: tradeIdOf(fill),
    orderId: fill.order?.venueOrderId ?? '',
    category: 'SPOT',
    symbol: symbolOf(terms),
    orderType: fill.order?.kind ?? 'limit',
    side: fill.side,
    execPrice: plainText(fill.price),
    execQty: plainText(fill.quantity),
    execValue: plainText(fill.quote),
    tradeScope: fill.isMaker ? 'maker' : 'taker',
    feeDetail: [{ feeCoin: fill.feeAsset, fee: plainText(fill.fee) }],
    createdTime: String(fill.atMs),
    updatedTime: String(fill.atMs),
    execPnl: '0',
  };
}
