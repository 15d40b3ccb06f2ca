// A market of Binance spot, an account there, and replies, for the tests of the dialect.

import { decimal, ZERO } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, ListedMarket } from '#venues/dialect.ts';
import type { WireReply } from '#venues/wire/venue-wire.ts';

export const OUR_NAME = 'ord01jdq4v8e2f7k3m9n5p6r8t1wxz'.slice(0, 29);

export const ETH_BTC: ListedMarket = {
  symbol: 'ETHBTC',
  market: {
    marketTag: 'BINANCE_ETH_BTC',
    exchange: 'binance',
    base: 'ETH',
    quote: 'BTC',
    marketType: 'spot',
    priceStep: decimal('0.000001'),
    priceDecimals: 6,
    priceSignificantDigits: null,
    amountStep: decimal('0.001'),
    amountDecimals: 3,
    makerFeePercent: decimal('0.1'),
    takerFeePercent: decimal('0.1'),
    minOrderAmount: decimal('0.001'),
    minOrderValue: decimal('0.0001'),
    maxOrderAmount: decimal('100000'),
    maxOrderValue: ZERO,
    isOpen: true,
    listedAtMs: null,
    marketBuyBy: 'base',
    contract: null,
  },
};

export const CONTEXT: AccountContext = {
  marketType: 'spot',
  findMarket: (marketType, symbol) =>
    marketType === 'spot' && symbol === ETH_BTC.symbol ? ETH_BTC : null,
  nowMs: 1_700_000_000_000,
};

export function newOrder(wish: Partial<NewVenueOrder> = {}): NewVenueOrder {
  return {
    clientOrderId: OUR_NAME,
    marketTag: ETH_BTC.market.marketTag,
    side: 'buy',
    type: 'limit',
    price: decimal('0.0345'),
    amount: decimal('1.25'),
    terms: PLAIN_TERMS,
    decidedAtMs: CONTEXT.nowMs,
    sendByMs: Number.MAX_SAFE_INTEGER,
    ...wish,
  };
}

/** As the venue shows an order that rests. */
export const RESTING = {
  symbol: 'ETHBTC',
  orderId: 71,
  clientOrderId: OUR_NAME,
  price: '0.03450000',
  origQty: '1.25000000',
  executedQty: '0.00000000',
  cummulativeQuoteQty: '0.00000000',
  status: 'NEW',
  timeInForce: 'GTC',
  type: 'LIMIT',
  side: 'BUY',
  stopPrice: '0.00000000',
  time: 1_699_999_999_000,
  updateTime: 1_699_999_999_500,
};

export function reply(
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): WireReply {
  return {
    kind: 'reply',
    status,
    headers: new Map(Object.entries(headers)),
    body: typeof body === 'string' ? body : JSON.stringify(body),
    receivedAtMs: CONTEXT.nowMs,
  };
}
