// A market of OKX, an account there, and replies, for the tests of the dialect.

import { decimal, ZERO } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, ListedMarket } from '#venues/dialect.ts';
import type { WireReply } from '#venues/wire/venue-wire.ts';

export const OUR_NAME = 'ord01jdq4v8e2f7k3m9n5p6r8t1wxz'.slice(0, 29);

export const NOW_MS = 1_700_000_000_000;

export const BTC_SPOT: ListedMarket = {
  symbol: 'BTC-USDT',
  market: {
    marketTag: 'OKX_BTC_USDT',
    exchange: 'okx',
    base: 'BTC',
    quote: 'USDT',
    marketType: 'spot',
    priceStep: decimal('0.1'),
    priceDecimals: 1,
    priceSignificantDigits: null,
    amountStep: decimal('0.00000001'),
    amountDecimals: 8,
    makerFeePercent: decimal('0.08'),
    takerFeePercent: decimal('0.1'),
    minOrderAmount: decimal('0.00001'),
    minOrderValue: ZERO,
    maxOrderAmount: decimal('9999999999'),
    maxOrderValue: ZERO,
    isOpen: true,
    listedAtMs: 1_548_133_413_000,
    marketBuyBy: 'base',
    contract: null,
  },
};

/** One contract is a hundredth of a bitcoin. */
export const BTC_SWAP: ListedMarket = {
  symbol: 'BTC-USDT-SWAP',
  market: {
    ...BTC_SPOT.market,
    marketTag: 'OKX_BTC_USDT_PERP',
    marketType: 'futures',
    amountStep: decimal('0.01'),
    amountDecimals: 2,
    makerFeePercent: decimal('0.02'),
    takerFeePercent: decimal('0.05'),
    minOrderAmount: decimal('0.01'),
    maxOrderAmount: decimal('12000'),
    listedAtMs: 1_573_557_408_000,
    contract: {
      name: 'BTC-USDT-SWAP',
      type: 'vanilla',
      marginCurrency: 'USDT',
      displayName: 'BTC-USDT-SWAP',
      contractValue: decimal('0.01'),
      contractValueCurrency: 'BTC',
      lowestLeverage: decimal('1'),
      highestLeverage: decimal('100'),
    },
  },
};

export const FUTURES: AccountContext = {
  marketType: 'futures',
  findMarket: (marketType, symbol) =>
    marketType === 'futures' && symbol === BTC_SWAP.symbol ? BTC_SWAP : null,
  nowMs: NOW_MS,
};

export const SPOT: AccountContext = {
  marketType: 'spot',
  findMarket: (marketType, symbol) =>
    marketType === 'spot' && symbol === BTC_SPOT.symbol ? BTC_SPOT : null,
  nowMs: NOW_MS,
};

/** Where spot is traded on margin. */
export const SPOT_ON_MARGIN: AccountContext = { ...SPOT, mode: '3' };

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
  accFillSz: '0',
  avgPx: '',
  cTime: '1699999999000',
  cancelSource: '',
  cancelSourceReason: '',
  category: 'normal',
  ccy: '',
  clOrdId: OUR_NAME,
  fee: '0',
  feeCcy: 'BTC',
  fillPx: '',
  fillSz: '0',
  fillTime: '',
  instId: 'BTC-USDT',
  instType: 'SPOT',
  ordId: '680800019749904384',
  ordType: 'limit',
  px: '34567.8',
  reduceOnly: 'false',
  side: 'buy',
  state: 'live',
  sz: '0.0125',
  tdMode: 'cash',
  tgtCcy: '',
  tradeId: '',
  uTime: '1699999999500',
};

/** As the venue lists a fill of it. */
export const FILL = {
  instType: 'SPOT',
  instId: 'BTC-USDT',
  tradeId: '744876980',
  ordId: RESTING.ordId,
  clOrdId: OUR_NAME,
  billId: '680800019754098688',
  fillPx: '34567.8',
  fillSz: '0.0125',
  side: 'buy',
  execType: 'T',
  feeCcy: 'BTC',
  fee: '-0.0000125',
  ts: '1699999999400',
};

/** A reply with this list. */
export function list(data: readonly unknown[], changes: Partial<WireReply> = {}): WireReply {
  return reply({ code: '0', msg: '', data }, changes);
}

/** A refusal of the request as a whole. */
export function refusal(code: number, msg: string, changes: Partial<WireReply> = {}): WireReply {
  return reply({ code: String(code), msg, data: [] }, changes);
}

/** A refusal of the order in the request. */
export function refusedOrder(sCode: number, sMsg: string): WireReply {
  const item = { clOrdId: OUR_NAME, ordId: '', tag: '', sCode: String(sCode), sMsg };
  return reply({ code: '1', msg: 'All operations failed', data: [item] });
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
