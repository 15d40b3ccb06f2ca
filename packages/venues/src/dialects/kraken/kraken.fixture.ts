// A market of Kraken, an account there, and replies, for the tests of the dialect.

import { decimal, ZERO } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, ListedMarket } from '#venues/dialect.ts';
import type { WireReply } from '#venues/wire/venue-wire.ts';

export const OUR_NAME = 'ord01jdq4v8e2f7k3m9n5p6r8t1wx';
/** The same in the spelling of the venue. */
export const OUR_UUID = '01936e4d-a1c2-79e6-3a26-a5b1b08d079d';

export const NOW_MS = 1_700_000_000_000;

export const BTC_SPOT: ListedMarket = {
  symbol: 'XBTUSD',
  market: {
    marketTag: 'KRAKEN_BTC_USD',
    exchange: 'kraken',
    base: 'BTC',
    quote: 'USD',
    marketType: 'spot',
    priceStep: decimal('0.1'),
    priceDecimals: 1,
    priceSignificantDigits: null,
    amountStep: decimal('0.00000001'),
    amountDecimals: 8,
    makerFeePercent: decimal('0.25'),
    takerFeePercent: decimal('0.4'),
    minOrderAmount: decimal('0.00005'),
    minOrderValue: decimal('0.5'),
    maxOrderAmount: ZERO,
    maxOrderValue: ZERO,
    isOpen: true,
    listedAtMs: null,
    marketBuyBy: 'base',
    contract: null,
  },
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

export const ORDER_ID = 'OUF4EM-FRGI2-MQMWZD';
export const FILL_ID = 'TZX2WP-XSEOP-FP7WYR';

/** As the venue shows an order that rests. */
export const RESTING = {
  refid: null,
  userref: null,
  cl_ord_id: OUR_UUID,
  status: 'open',
  opentm: 1_699_999_999.1234,
  starttm: 0,
  expiretm: 0,
  descr: {
    pair: 'XBTUSD',
    type: 'buy',
    ordertype: 'limit',
    price: '34567.8',
    price2: '0',
    leverage: 'none',
    order: 'buy 0.01250000 XBTUSD @ limit 34567.8',
    close: '',
  },
  vol: '0.01250000',
  vol_exec: '0.00000000',
  cost: '0.00000',
  fee: '0.00000',
  price: '0.00000',
  stopprice: '0.00000',
  limitprice: '0.00000',
  misc: '',
  oflags: 'fciq',
};

/** As the venue shows it when it has ended. */
export const FILLED = {
  ...RESTING,
  status: 'closed',
  reason: null,
  closetm: 1_699_999_999.5,
  vol_exec: '0.01250000',
  price: '34567.8',
};

/** As the venue lists a fill of it: with the first names of the market. */
export const FILL = {
  ordertxid: ORDER_ID,
  postxid: 'TKH2SE-M7IF5-CFI7LT',
  pair: 'XXBTZUSD',
  time: 1_699_999_999.4321,
  type: 'buy',
  ordertype: 'limit',
  price: '34567.80000',
  cost: '432.09750',
  fee: '1.72839',
  vol: '0.01250000',
  margin: '0.00000',
  misc: '',
  trade_id: 40_274_859,
  maker: false,
};

export const RECEIPT = { descr: { order: RESTING.descr.order }, txid: [ORDER_ID] };

/** A reply with this result. */
export function result(content: unknown, changes: Partial<WireReply> = {}): WireReply {
  return reply({ error: [], result: content }, changes);
}

export function refusal(...errors: readonly string[]): WireReply {
  return reply({ error: errors });
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
