// A market of Bitget, an account there, and replies, for the tests of the dialect.

import { decimal, ZERO } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, ListedMarket } from '#venues/dialect.ts';
import type { WireReply } from '#venues/wire/venue-wire.ts';

export const OUR_NAME = 'ord01jdq4v8e2f7k3m9n5p6r8t1wx';
export const ORDER_ID = '1171779081105780739';

export const NOW_MS = 1_700_000_000_000;

export const BTC_SPOT: ListedMarket = {
  symbol: 'BTCUSDT',
  market: {
    marketTag: 'BITGET_BTC_USDT',
    exchange: 'bitget',
    base: 'BTC',
    quote: 'USDT',
    marketType: 'spot',
    priceStep: decimal('0.01'),
    priceDecimals: 2,
    priceSignificantDigits: null,
    amountStep: decimal('0.000001'),
    amountDecimals: 6,
    makerFeePercent: decimal('0.2'),
    takerFeePercent: decimal('0.2'),
    minOrderAmount: ZERO,
    minOrderValue: decimal('1'),
    maxOrderAmount: ZERO,
    maxOrderValue: ZERO,
    isOpen: true,
    listedAtMs: null,
    marketBuyBy: 'quote_limit_ioc',
    contract: null,
  },
};

/** As the venue lists it. */
export const SYMBOL = {
  symbol: 'BTCUSDT',
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  minTradeAmount: '0',
  maxTradeAmount: '900000000000000000000',
  takerFeeRate: '0.002',
  makerFeeRate: '0.002',
  pricePrecision: '2',
  quantityPrecision: '6',
  quotePrecision: '8',
  status: 'online',
  minTradeUSDT: '1',
  buyLimitPriceRatio: '0.05',
  sellLimitPriceRatio: '0.05',
  areaSymbol: 'no',
  orderQuantity: '200',
  openTime: '1532454360000',
  offTime: '',
};

export const SPOT: AccountContext = {
  marketType: 'spot',
  findMarket: (marketType, symbol) =>
    marketType === 'spot' && symbol === BTC_SPOT.symbol ? BTC_SPOT : null,
  nowMs: NOW_MS,
};

/** An account in the unified mode. */
export const UNIFIED: AccountContext = { ...SPOT, mode: 'unified' };

export const PLACING = { ...SPOT, protectionPrice: decimal('35259.16'), marginMode: null };

export function newOrder(wish: Partial<NewVenueOrder> = {}): NewVenueOrder {
  return {
    clientOrderId: OUR_NAME,
    marketTag: BTC_SPOT.market.marketTag,
    side: 'buy',
    type: 'limit',
    price: decimal('34567.81'),
    amount: decimal('0.0125'),
    terms: PLAIN_TERMS,
    decidedAtMs: NOW_MS,
    sendByMs: Number.MAX_SAFE_INTEGER,
    ...wish,
  };
}

export const RECEIPT = { orderId: ORDER_ID, clientOid: OUR_NAME };

/** As the look-up and the list of ended orders show an order that rests. */
export const RESTING = {
  userId: '4811111111',
  symbol: 'BTCUSDT',
  orderId: ORDER_ID,
  clientOid: OUR_NAME,
  price: '34567.8100000000000000',
  size: '0.0125000000000000',
  orderType: 'limit',
  side: 'buy',
  status: 'live',
  priceAvg: '0',
  baseVolume: '0.0000000000000000',
  quoteVolume: '0.0000000000000000',
  enterPointSource: 'API',
  feeDetail: '',
  orderSource: 'normal',
  cTime: '1699999999123',
  uTime: '1699999999456',
  tpslType: 'normal',
  cancelReason: '',
  triggerPrice: null,
};

/** As they show it when it has ended. */
export const FILLED = {
  ...RESTING,
  status: 'filled',
  priceAvg: '34567.7000000000000000',
  baseVolume: '0.0125000000000000',
  quoteVolume: '432.0962500000000000',
};

/** As the list of open orders shows it: the price has the name of the average elsewhere. */
export const OPEN = {
  userId: '4811111111',
  symbol: 'BTCUSDT',
  orderId: ORDER_ID,
  clientOid: OUR_NAME,
  priceAvg: '34567.81',
  size: '0.0125',
  orderType: 'limit',
  side: 'buy',
  status: 'live',
  basePrice: '0',
  baseVolume: '0',
  quoteVolume: '0',
  enterPointSource: 'API',
  orderSource: 'normal',
  cTime: '1699999999123',
  tpslType: 'normal',
  triggerPrice: null,
};

/** As the venue lists a fill of it. */
export const FILL = {
  userId: '4811111111',
  symbol: 'BTCUSDT',
  orderId: ORDER_ID,
  tradeId: '1171775539946520779',
  orderType: 'limit',
  side: 'buy',
  priceAvg: '34567.7',
  size: '0.0125',
  amount: '432.09625',
  feeDetail: { deduction: 'no', feeCoin: 'BTC', totalDeductionFee: '', totalFee: '-0.000025' },
  tradeScope: 'taker',
  cTime: '1699999999432',
  uTime: '1699999999501',
};

/** As each list of a unified account shows an order that rests. */
export const UNIFIED_RESTING = {
  orderId: ORDER_ID,
  clientOid: OUR_NAME,
  category: 'SPOT',
  symbol: 'BTCUSDT',
  orderType: 'limit',
  side: 'buy',
  price: '34567.81',
  qty: '0.0125',
  amount: '0',
  cumExecQty: '0',
  cumExecValue: '0',
  avgPrice: '0',
  timeInForce: 'gtc',
  orderStatus: 'live',
  posSide: '',
  holdMode: '',
  reduceOnly: 'NO',
  feeDetail: [{ feeCoin: null, fee: null }],
  cancelReason: '',
  createdTime: '1699999999123',
  updatedTime: '1699999999456',
};

/** As it shows one that has filled. */
export const UNIFIED_FILLED = {
  ...UNIFIED_RESTING,
  orderStatus: 'filled',
  cumExecQty: '0.0125',
  cumExecValue: '432.09625',
  avgPrice: '34567.7',
};

export const UNIFIED_FILL = {
  execId: '1171775539946520779',
  orderId: ORDER_ID,
  category: 'SPOT',
  symbol: 'BTCUSDT',
  orderType: 'limit',
  side: 'buy',
  execPrice: '34567.7',
  execQty: '0.0125',
  execValue: '432.09625',
  tradeScope: 'taker',
  feeDetail: [{ feeCoin: 'BTC', fee: '0.000025' }],
  createdTime: '1699999999432',
  updatedTime: '1699999999501',
  execPnl: '0',
};

/** A page of a list of a unified account. */
export function unifiedPage(list: readonly unknown[], cursor: string | null = null): WireReply {
  return success({ list, cursor });
}

/** A reply with these data. */
export function success(data: unknown, changes: Partial<WireReply> = {}): WireReply {
  return reply({ code: '00000', msg: 'success', requestTime: NOW_MS, data }, changes);
}

export function refusal(code: string, msg = '', status = 400): WireReply {
  return reply({ code, msg, requestTime: NOW_MS, data: null }, { status });
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
