// Markets of Bybit, an account there, and replies, for the tests of the dialect.

import { decimal, ONE, ZERO } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, ListedMarket } from '#venues/dialect.ts';
import type { WireReply } from '#venues/wire/venue-wire.ts';

export const OUR_NAME = 'ord01jdq4v8e2f7k3m9n5p6r8t1wxz'.slice(0, 29);

export const NOW_MS = 1_700_000_000_000;

export const BTC_SPOT: ListedMarket = {
  symbol: 'BTCUSDT',
  market: {
    marketTag: 'BYBIT_BTC_USDT',
    exchange: 'bybit',
    base: 'BTC',
    quote: 'USDT',
    marketType: 'spot',
    priceStep: decimal('0.1'),
    priceDecimals: 1,
    priceSignificantDigits: null,
    amountStep: decimal('0.000001'),
    amountDecimals: 6,
    makerFeePercent: decimal('0.1'),
    takerFeePercent: decimal('0.1'),
    minOrderAmount: decimal('0.000011'),
    minOrderValue: decimal('5'),
    maxOrderAmount: decimal('41.5'),
    maxOrderValue: ZERO,
    isOpen: true,
    listedAtMs: null,
    marketBuyBy: 'base',
    contract: null,
  },
};

export const BTC_PERPETUAL: ListedMarket = {
  symbol: 'BTCUSDT',
  market: {
    ...BTC_SPOT.market,
    marketTag: 'BYBIT_BTC_USDT_PERP',
    marketType: 'futures',
    amountStep: decimal('0.001'),
    amountDecimals: 3,
    makerFeePercent: decimal('0.02'),
    takerFeePercent: decimal('0.055'),
    minOrderAmount: decimal('0.001'),
    maxOrderAmount: decimal('500'),
    listedAtMs: 1_585_526_400_000,
    contract: {
      name: 'BTCUSDT',
      type: 'vanilla',
      marginCurrency: 'USDT',
      displayName: 'BTCUSDT',
      contractValue: ONE,
      contractValueCurrency: 'BTC',
      lowestLeverage: ONE,
      highestLeverage: decimal('100'),
    },
  },
};

const LISTED: readonly ListedMarket[] = [BTC_SPOT, BTC_PERPETUAL];

export const SPOT: AccountContext = {
  marketType: 'spot',
  findMarket: (marketType, symbol) =>
    LISTED.find((each) => each.symbol === symbol && each.market.marketType === marketType) ?? null,
  nowMs: NOW_MS,
};

export const FUTURES: AccountContext = { ...SPOT, marketType: 'futures' };

export function newOrder(wish: Partial<NewVenueOrder> = {}): NewVenueOrder {
  return {
    clientOrderId: OUR_NAME,
    marketTag: BTC_SPOT.market.marketTag,
    side: 'buy',
    type: 'limit',
    price: decimal('34567.8'),
    amount: decimal('0.0125'),
    terms: PLAIN_TERMS,
    decidedAtMs: NOW_MS,
    sendByMs: Number.MAX_SAFE_INTEGER,
    ...wish,
  };
}

/** As the venue shows an order that rests. */
export const RESTING = {
  orderId: '1321003749386327552',
  orderLinkId: OUR_NAME,
  symbol: 'BTCUSDT',
  price: '34567.8',
  qty: '0.012500',
  side: 'Buy',
  orderStatus: 'New',
  cancelType: 'UNKNOWN',
  rejectReason: 'EC_NoError',
  avgPrice: '',
  leavesQty: '0.012500',
  cumExecQty: '0.000000',
  cumExecValue: '0.0000000',
  timeInForce: 'GTC',
  orderType: 'Limit',
  stopOrderType: '',
  marketUnit: '',
  triggerPrice: '0.0',
  reduceOnly: false,
  createdTime: '1699999999000',
  updatedTime: '1699999999500',
};

/** As the venue shows a trade of it. */
export const EXECUTION = {
  symbol: 'BTCUSDT',
  orderId: RESTING.orderId,
  orderLinkId: OUR_NAME,
  side: 'Buy',
  execFee: '0.0000125',
  execId: '2100000000007764263',
  execPrice: '34567.8',
  execQty: '0.0125',
  execType: 'Trade',
  execTime: '1699999999400',
  feeCurrency: 'BTC',
  isMaker: false,
  leavesQty: '0',
  seq: 4_688_002_127,
};

/** A reply with this result. */
export function result(value: unknown, changes: Partial<WireReply> = {}): WireReply {
  return reply({ retCode: 0, retMsg: 'OK', result: value, retExtInfo: {}, time: NOW_MS }, changes);
}

export function page(list: readonly unknown[], nextPageCursor = ''): WireReply {
  return result({ list, nextPageCursor });
}

/** A refusal: most have status 200. */
export function refusal(retCode: number, retMsg: string, changes: Partial<WireReply> = {}) {
  return reply({ retCode, retMsg, result: {}, retExtInfo: {}, time: NOW_MS }, changes);
}

export function reply(body: unknown, changes: Partial<WireReply> = {}): WireReply {
  return {
    kind: 'reply',
    status: 200,
    headers: new Map(),
    body: typeof body === 'string' ? body : JSON.stringify(body),
    receivedAtMs: NOW_MS,
    ...changes,
  };
}
