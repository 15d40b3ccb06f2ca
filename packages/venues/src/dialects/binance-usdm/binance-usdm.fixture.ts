// A market of Binance USD-M futures, an account there, and replies, for the tests of the dialect.

import { decimal, ONE, ZERO } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, ListedMarket } from '#venues/dialect.ts';
import type { WireReply } from '#venues/wire/venue-wire.ts';

export const OUR_NAME = 'ord01jdq4v8e2f7k3m9n5p6r8t1wxz'.slice(0, 29);

export const NOW_MS = 1_700_000_000_000;

export const BTC_PERPETUAL: ListedMarket = {
  symbol: 'BTCUSDT',
  market: {
    marketTag: 'BINANCEUSDM_BTC_USDT_PERP',
    exchange: 'binanceusdm',
    base: 'BTC',
    quote: 'USDT',
    marketType: 'futures',
    priceStep: decimal('0.1'),
    priceDecimals: 1,
    priceSignificantDigits: null,
    amountStep: decimal('0.001'),
    amountDecimals: 3,
    makerFeePercent: decimal('0.02'),
    takerFeePercent: decimal('0.05'),
    minOrderAmount: decimal('0.001'),
    minOrderValue: decimal('100'),
    maxOrderAmount: decimal('120'),
    maxOrderValue: ZERO,
    isOpen: true,
    listedAtMs: 1_569_398_400_000,
    marketBuyBy: 'base',
    contract: {
      name: 'BTCUSDT',
      type: 'vanilla',
      marginCurrency: 'USDT',
      displayName: 'BTCUSDT',
      contractValue: ONE,
      contractValueCurrency: 'BTC',
      lowestLeverage: ONE,
      highestLeverage: decimal('125'),
    },
  },
};

export const CONTEXT: AccountContext = {
  marketType: 'futures',
  findMarket: (marketType, symbol) =>
    marketType === 'futures' && symbol === BTC_PERPETUAL.symbol ? BTC_PERPETUAL : null,
  nowMs: NOW_MS,
};

export function newOrder(wish: Partial<NewVenueOrder> = {}): NewVenueOrder {
  return {
    clientOrderId: OUR_NAME,
    marketTag: BTC_PERPETUAL.market.marketTag,
    side: 'buy',
    type: 'limit',
    price: decimal('34567.8'),
    amount: decimal('0.012'),
    terms: PLAIN_TERMS,
    decidedAtMs: NOW_MS,
    sendByMs: Number.MAX_SAFE_INTEGER,
    ...wish,
  };
}

/** As the venue replies to a placement: without a price of the fills, and without its instant. */
export const PLACED = {
  clientOrderId: OUR_NAME,
  cumQty: '0',
  executedQty: '0',
  orderId: 22_542_179,
  origQty: '0.012',
  price: '34567.8',
  reduceOnly: false,
  side: 'BUY',
  positionSide: 'BOTH',
  status: 'NEW',
  stopPrice: '0',
  closePosition: false,
  symbol: 'BTCUSDT',
  timeInForce: 'GTC',
  type: 'LIMIT',
  origType: 'LIMIT',
  updateTime: 1_699_999_999_500,
  workingType: 'CONTRACT_PRICE',
  priceProtect: false,
};

/** As the venue shows an order that rests. */
export const RESTING = {
  ...PLACED,
  avgPrice: '0.00000',
  cumQuote: '0',
  time: 1_699_999_999_000,
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
    receivedAtMs: NOW_MS,
  };
}
