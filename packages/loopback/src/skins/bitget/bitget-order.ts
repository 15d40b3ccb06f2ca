// Orders and fills as Bitget writes them, in lists and in frames.

import { per, plainText, times } from '#loopback/amount.ts';
import type { Fill, Order } from '#loopback/book/order.ts';
import type { Exchange } from '#loopback/exchange/exchange.ts';
import { marketOf } from '#loopback/exchange/exchange.ts';
import type { ShownOrder } from '#loopback/exchange/order-as-of.ts';
import { symbolOf } from '#loopback/skins/bitget/bitget-endpoint.ts';

const TRADE_BASE = 1_171_775_539_946_520_000n;
export const FORCES = { gtc: 'gtc', ioc: 'ioc', fok: 'fok', post_only: 'post_only' } as const;

/** Order that has not ended. */
export function isPending({ state }: Pick<ShownOrder, 'state'>): boolean {
  return state === 'open' || state === 'accepted';
}

/** Number of a fill, from a range of its own. */
export function tradeIdOf({ id }: Fill): string {
  return String(TRADE_BASE + BigInt(id));
}

/** Status of an order as the venue words it. */
export function statusOf(shown: ShownOrder): string {
  if (isPending(shown)) return shown.filled > 0n ? 'partially_filled' : 'live';
  return shown.state === 'filled' ? 'filled' : 'cancelled';
}

/** A market buy is in quote. */
function sizeOf({ quantity, quoteQuantity }: Order): bigint {
  return quoteQuantity ?? quantity;
}

/** Average price of the fills; "0" without any. */
export function averageOf({ filled, filledQuote }: ShownOrder): string {
  return filled === 0n ? '0' : plainText(per(filledQuote, filled));
}

/** The same but for the average, which one list calls otherwise. */
function facts(exchange: Exchange, shown: ShownOrder): Record<string, unknown> {
  const { order, filled, filledQuote } = shown;
  const { terms } = marketOf(exchange, order.marketKey);
  return {
    userId: '4811111111',
    symbol: symbolOf(terms),
    orderId: order.venueOrderId,
    clientOid: order.name,
    size: plainText(sizeOf(order)),
    orderType: order.kind,
    side: order.side,
    status: statusOf(shown),
    baseVolume: plainText(filled),
    quoteVolume: plainText(filledQuote),
    enterPointSource: 'API',
    orderSource: order.kind === 'market' ? 'market' : 'normal',
    cTime: String(order.createdAtMs),
    uTime: String(order.updatedAtMs),
  };
}

/** As `orderInfo` and the list of ended orders show it. How long it may wait is not shown. */
export function bitgetOrder(exchange: Exchange, shown: ShownOrder): Record<string, unknown> {
  const { order } = shown;
  const [fee] = [...order.fees];
  const isCancelled = statusOf(shown) === 'cancelled';
  const detail = {
    newFees: { c: 0, d: 0, deduction: false, r: 0, t: 0, totalDeductionFee: 0 },
    ...(fee === undefined
      ? {}
      : {
          [fee[0]]: {
            deduction: false,
            feeCoinCode: fee[0],
            totalDeductionFee: 0,
            totalFee: -Number(plainText(fee[1])),
          },
        }),
  };
  return {
    ...facts(exchange, shown),
    price: order.price === null ? '0' : plainText(order.price),
    priceAvg: averageOf(shown),
    feeDetail: fee === undefined ? '' : JSON.stringify(detail),
    tpslType: 'normal',
    cancelReason: isCancelled ? 'normal_cancel' : '',
    triggerPrice: null,
  };
}

/** In the list of open ones `priceAvg` is the price of the order, and `basePrice` the average. */
export function bitgetOpenOrder(exchange: Exchange, shown: ShownOrder): Record<string, unknown> {
  const { order } = shown;
  return {
    ...facts(exchange, shown),
    priceAvg: order.price === null ? '0' : plainText(order.price),
    basePrice: averageOf(shown),
    presetTakeProfitPrice: '',
    executeTakeProfitPrice: '',
    presetStopLossPrice: '',
    executeStopLossPrice: '',
    tpslType: 'normal',
    triggerPrice: null,
  };
}

/** Fill of the classic interface; its fee is below zero, but above it in the venue's own token. */
export function bitgetFill(exchange: Exchange, fill: Fill): Record<string, unknown> {
  const { terms } = marketOf(exchange, fill.marketKey);
  const isDeducted = fill.feeAsset !== terms.base && fill.feeAsset !== terms.quote;
  // Of the venue's own token it is above zero, as its users have seen.
  const fee = plainText(isDeducted ? fill.fee : -fill.fee);
  return {
    userId: '4811111111',
    symbol: symbolOf(terms),
    orderId: fill.order?.venueOrderId ?? '',
    tradeId: tradeIdOf(fill),
    orderType: fill.order?.kind ?? 'limit',
    side: fill.side,
    priceAvg: plainText(fill.price),
    size: plainText(fill.quantity),
    amount: plainText(fill.quote),
    feeDetail: {
      deduction: isDeducted ? 'yes' : 'no',
      feeCoin: fill.feeAsset,
      totalDeductionFee: isDeducted ? '0' : '',
      totalFee: fee,
    },
    tradeScope: fill.isMaker ? 'maker' : 'taker',
    cTime: String(fill.atMs),
    uTime: String(fill.atMs),
  };
}

/** `size` and `notional` are no figures of the order; figures of a fill come with its frame. */
export function bitgetOrderFrame(
  exchange: Exchange,
  shown: ShownOrder,
  fill: Fill | null,
): Record<string, unknown> {
  const { order, filled } = shown;
  const { terms } = marketOf(exchange, order.marketKey);
  const notional = plainText(order.quoteQuantity ?? times(order.quantity, order.price ?? 0n));
  return {
    instId: symbolOf(terms),
    orderId: order.venueOrderId,
    clientOid: order.name,
    ...(order.price === null ? {} : { price: plainText(order.price) }),
    size: notional,
    newSize: plainText(sizeOf(order)),
    notional,
    orderType: order.kind,
    force: FORCES[order.lifetime],
    side: order.side,
    accBaseVolume: plainText(filled),
    priceAvg: averageOf(shown),
    status: statusOf(shown),
    cTime: String(order.createdAtMs),
    uTime: String(exchange.clock.nowMs()),
    stpMode: 'none',
    feeDetail: [...order.fees].map(([feeCoin, fee]) => ({ feeCoin, fee: plainText(-fee) })),
    enterPointSource: 'API',
    ...(fill === null ? {} : fillOf(fill)),
  };
}

function fillOf(fill: Fill): Record<string, string> {
  return {
    fillPrice: plainText(fill.price),
    tradeId: tradeIdOf(fill),
    baseVolume: plainText(fill.quantity),
    fillTime: String(fill.atMs),
    fillFee: plainText(-fill.fee),
    fillFeeCoin: fill.feeAsset,
    tradeScope: fill.isMaker ? 'M' : 'T',
  };
}
