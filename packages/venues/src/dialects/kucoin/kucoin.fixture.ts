// A market of KuCoin, an account there, and replies, for the tests of the dialect.

import { assert } from '#lib/assert.ts';
import { decimal, ZERO } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder, VenueOrder } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, ListedMarket, ListQuery } from '#venues/dialect.ts';
import { CLASSIC_ORDER_QUERIES } from '#venues/dialects/kucoin/order-queries.ts';
import type { WireReply } from '#venues/wire/venue-wire.ts';

export const OUR_NAME = 'ord01jdq4v8e2f7k3m9n5p6r8t1wx';

export const NOW_MS = 1_700_000_000_000;

export const BTC_SPOT: ListedMarket = {
  symbol: 'BTC-USDT',
  market: {
    marketTag: 'KUCOIN_BTC_USDT',
    exchange: 'kucoin',
    base: 'BTC',
    quote: 'USDT',
    marketType: 'spot',
    priceStep: decimal('0.1'),
    priceDecimals: 1,
    priceSignificantDigits: null,
    amountStep: decimal('0.00000001'),
    amountDecimals: 8,
    makerFeePercent: decimal('0.1'),
    takerFeePercent: decimal('0.1'),
    minOrderAmount: decimal('0.00001'),
    minOrderValue: decimal('0.1'),
    maxOrderAmount: decimal('10000000000'),
    maxOrderValue: ZERO,
    isOpen: true,
    listedAtMs: null,
    marketBuyBy: 'base',
    contract: null,
  },
};

/** As the venue lists it. */
export const SYMBOL = {
  symbol: 'BTC-USDT',
  name: 'BTC-USDT',
  baseCurrency: 'BTC',
  quoteCurrency: 'USDT',
  feeCurrency: 'USDT',
  market: 'USDS',
  baseMinSize: '0.00001',
  quoteMinSize: '0.1',
  baseMaxSize: '10000000000',
  quoteMaxSize: '99999999',
  baseIncrement: '0.00000001',
  quoteIncrement: '0.000001',
  priceIncrement: '0.1',
  priceLimitRate: '0.1',
  minFunds: '0.1',
  isMarginEnabled: true,
  enableTrading: true,
  feeCategory: 1,
  makerFeeCoefficient: '1.00',
  takerFeeCoefficient: '1.00',
  st: false,
};

export const SPOT: AccountContext = {
  marketType: 'spot',
  findMarket: (marketType, symbol) =>
    marketType === 'spot' && symbol === BTC_SPOT.symbol ? BTC_SPOT : null,
  nowMs: NOW_MS,
};

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

export const ORDER_ID = '6717422bd51c29000775ea03';
export const RECEIPT = { orderId: ORDER_ID, clientOid: OUR_NAME };

/** As the venue shows an order that rests. */
export const RESTING = {
  id: ORDER_ID,
  clientOid: OUR_NAME,
  symbol: 'BTC-USDT',
  opType: 'DEAL',
  type: 'limit',
  side: 'buy',
  price: '34567.8',
  size: '0.0125',
  funds: '432.0975',
  dealSize: '0',
  dealFunds: '0',
  remainSize: '0.0125',
  remainFunds: '432.0975',
  cancelledSize: '0',
  cancelledFunds: '0',
  fee: '0',
  feeCurrency: 'USDT',
  stp: null,
  timeInForce: 'GTC',
  postOnly: false,
  hidden: false,
  iceberg: false,
  visibleSize: '0',
  cancelAfter: 0,
  channel: 'API',
  remark: null,
  tags: null,
  cancelExist: false,
  tradeType: 'TRADE',
  inOrderBook: true,
  active: true,
  tax: '0',
  createdAt: 1_699_999_999_123,
  lastUpdatedAt: 1_699_999_999_456,
};

/** As the venue shows it when it has ended. */
export const FILLED = {
  ...RESTING,
  active: false,
  inOrderBook: false,
  dealSize: '0.0125',
  dealFunds: '432.09625',
  remainSize: '0',
  fee: '0.43209625',
};

/** As the venue lists a fill of it. */
export const FILL = {
  id: 19_814_995_255_305,
  orderId: ORDER_ID,
  counterOrderId: '67174228135f9e000709da8c',
  tradeId: 11_029_373_945_659_392,
  symbol: 'BTC-USDT',
  side: 'buy',
  liquidity: 'taker',
  type: 'limit',
  forceTaker: false,
  price: '34567.7',
  size: '0.0125',
  funds: '432.09625',
  fee: '0.43209625',
  feeRate: '0.001',
  feeCurrency: 'USDT',
  stop: '',
  tradeType: 'TRADE',
  taxRate: '0',
  tax: '0',
  createdAt: 1_699_999_999_432,
};

/** The list of open orders of the market, after the one of markets that have any. */
export function openOfMarket(): ListQuery<VenueOrder> {
  const [markets] = CLASSIC_ORDER_QUERIES.open(SPOT);
  const verdict = markets?.read(success({ symbols: [BTC_SPOT.symbol] }));
  assert(verdict?.kind === 'done' && verdict.value.next !== null, 'the market has open orders');
  return verdict.value.next;
}

/** A reply with these data. */
export function success(content: unknown, changes: Partial<WireReply> = {}): WireReply {
  return reply({ code: '200000', data: content }, changes);
}

export function refusal(code: string, msg = '', status = 200): WireReply {
  return reply({ code, msg }, { status });
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

/** An account in the unified mode. */
export const UNIFIED: AccountContext = { ...SPOT, mode: 'UNIFIED' };

export const UNIFIED_ORDER_ID = '426319129738321920';
export const UNIFIED_RECEIPT = {
  orderId: UNIFIED_ORDER_ID,
  tradeType: 'SPOT',
  // As documented, in nanoseconds: JSON readers round it.
  ts: '1699999999123000000',
  clientOid: OUR_NAME,
};

/** As the venue shows an order of a unified account that rests. */
export const UNIFIED_RESTING = {
  orderId: UNIFIED_ORDER_ID,
  symbol: 'BTC-USDT',
  orderType: 'LIMIT',
  side: 'BUY',
  size: '0.0125',
  price: '34567.8',
  timeInForce: 'GTC',
  orderTime: '1699999999123794617',
  stp: '',
  cancelAfter: null,
  postOnly: false,
  reduceOnly: false,
  triggerDirection: '',
  triggerPrice: '',
  triggerPriceType: '',
  filledSize: '0',
  avgPrice: '0',
  fee: '0',
  feeCurrency: 'USDT',
  tax: '0',
  updatedTime: '1699999999456028819',
  triggerOrderId: '',
  cancelReason: '',
  cancelSize: '0',
  clientOid: OUR_NAME,
  sizeUnit: 'BASECCY',
  tradeType: 'SPOT',
  status: 2,
};

/** As the venue shows it when it has ended. */
export const UNIFIED_FILLED = {
  ...UNIFIED_RESTING,
  status: 3,
  filledSize: '0.0125',
  avgPrice: '34567.7',
  fee: '0.43209625',
};

/** As the venue lists a fill of it. */
export const UNIFIED_FILL = {
  orderId: UNIFIED_ORDER_ID,
  symbol: 'BTC-USDT',
  orderType: 'LIMIT',
  side: 'BUY',
  tradeId: '11029373945659392',
  size: '0.0125',
  price: '34567.7',
  value: '432.09625',
  executionTime: '1699999999432000000',
  fee: '0.43209625',
  feeCurrency: 'USDT',
  tax: '',
  liquidityRole: 'TAKER',
  fillType: 'NORMAL',
};

/** Page of a list of a unified account. */
export function unifiedPage(items: readonly unknown[], lastId = '17'): WireReply {
  return success({ tradeType: 'SPOT', lastId, pageNumber: 1, items });
}
