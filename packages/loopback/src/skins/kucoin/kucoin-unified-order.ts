// Orders and fills of a unified account as KuCoin's interface of these accounts writes them:
// instants in nanoseconds, which no double holds, and states as numbers.

import { per, plainText } from '#loopback/amount.ts';
import type { Fill } from '#loopback/book/order.ts';
import type { Exchange } from '#loopback/exchange/exchange.ts';
import { marketOf } from '#loopback/exchange/exchange.ts';
import type { ShownOrder } from '#loopback/exchange/order-as-of.ts';
import { rawNumber } from '#loopback/raw-number.ts';
import { symbolOf } from '#loopback/skins/kucoin/kucoin-endpoint.ts';
import { isActive, LIFETIMES, TRADE_BASE } from '#loopback/skins/kucoin/kucoin-order.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Number in JSON of an instant in nanoseconds. */
export function nanoseconds(atMs: number): object {
  return rawNumber(BigInt(atMs) * 1_000_000n + 417_582n);
}

/** 2 live, 3 filled, 4 filled in part, 5 cancelled, 6 cancelled with fills. */
function statusOf(shown: ShownOrder): number {
  if (isActive(shown)) return shown.filled > 0n ? 4 : 2;
  if (shown.state === 'filled') return 3;
  return shown.filled > 0n ? 6 : 5;
}

/** Of one that waits for no price, all fields of those that do are empty. */
export function unifiedOrder(exchange: Exchange, shown: ShownOrder): Fields {
  const { order, filled, filledQuote } = shown;
  const { terms } = marketOf(exchange, order.marketKey);
  const isEnded = !isActive(shown);
  return {
    orderId: order.venueOrderId,
    symbol: symbolOf(terms),
    orderType: order.kind.toUpperCase(),
    side: order.side.toUpperCase(),
    size: plainText(order.quoteQuantity ?? order.quantity),
    price: order.price === null ? '' : plainText(order.price),
    timeInForce: LIFETIMES[order.lifetime],
    orderTime: nanoseconds(order.createdAtMs),
    stp: '',
    cancelAfter: null,
    postOnly: order.lifetime === 'post_only',
    reduceOnly: false,
    triggerDirection: '',
    triggerPrice: '',
    triggerPriceType: '',
    tpTriggerPrice: '',
    tpTriggerPriceType: '',
    slTriggerPrice: '',
    slTriggerPriceType: '',
    filledSize: plainText(filled),
    avgPrice: filled === 0n ? '0' : plainText(per(filledQuote, filled)),
    fee: plainText([...order.fees.values()].reduce((sum, each) => sum + each, 0n)),
    feeCurrency: terms.quote,
    tax: '0',
    updatedTime: nanoseconds(order.updatedAtMs),
    triggerOrderId: '',
    cancelReason: '',
    cancelSize: isEnded ? plainText(order.quantity - filled) : '0',
    clientOid: order.name,
    sizeUnit: order.quoteQuantity === null ? 'BASECCY' : 'QUOTECCY',
    status: statusOf(shown),
  };
}

/** Without the name of the order. */
export function unifiedFill(exchange: Exchange, fill: Fill): Fields {
  const { terms } = marketOf(exchange, fill.marketKey);
  return {
    orderId: fill.order?.venueOrderId ?? '',
    symbol: symbolOf(terms),
    orderType: (fill.order?.kind ?? 'limit').toUpperCase(),
    side: fill.side.toUpperCase(),
    tradeId: String(TRADE_BASE + BigInt(fill.id)),
    size: plainText(fill.quantity),
    price: plainText(fill.price),
    value: plainText(fill.quote),
    executionTime: nanoseconds(fill.atMs),
    fee: plainText(fill.fee),
    feeCurrency: fill.feeAsset,
    tax: '',
    liquidityRole: fill.isMaker ? 'MAKER' : 'TAKER',
    fillType: 'NORMAL',
  };
}

/** Order in a frame, whose fields have names of one or two letters. */
export function unifiedChange(exchange: Exchange, shown: ShownOrder): Fields {
  const order = unifiedOrder(exchange, shown);
  return {
    tT: 'SPOT',
    oi: order['orderId'],
    ci: order['clientOid'],
    os: order['status'],
    s: order['symbol'],
    S: order['side'],
    oT: order['orderType'],
    p: order['price'],
    q: order['size'],
    qU: order['sizeUnit'],
    fS: order['filledSize'],
    aP: order['avgPrice'],
    f: order['fee'],
    fC: order['feeCurrency'],
    cR: '',
    tD: '',
    tP: '',
    toi: '',
    tIF: order['timeInForce'],
    pO: order['postOnly'],
    O: order['orderTime'],
    U: order['updatedTime'],
  };
}
