// A market of Gate, an account there, and replies, for the tests of the dialect.

import { decimal } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, ListedMarket } from '#venues/dialect.ts';
import type { WireReply } from '#venues/wire/venue-wire.ts';

export const OUR_NAME = 'ord01jdq4v8e2f7k3m9n5p6r8t1wx';
/** The same in the spelling of the venue. */
export const OUR_TEXT = 't-tm01jdq4v8e2f7k3m9n5p6r8t1wx';
export const ORDER_ID = '1852454420';

export const NOW_MS = 1_700_000_000_000;

export const BTC_SPOT: ListedMarket = {
  symbol: 'BTC_USDT',
  market: {
    marketTag: 'GATE_BTC_USDT',
    exchange: 'gate',
    base: 'BTC',
    quote: 'USDT',
    marketType: 'spot',
    priceStep: decimal('0.1'),
    priceDecimals: 1,
    priceSignificantDigits: null,
    amountStep: decimal('0.000001'),
    amountDecimals: 6,
    makerFeePercent: decimal('0.2'),
    takerFeePercent: decimal('0.2'),
    minOrderAmount: decimal('0.000001'),
    minOrderValue: decimal('3'),
    maxOrderAmount: decimal('1000'),
    maxOrderValue: decimal('10000000'),
    isOpen: true,
    listedAtMs: null,
    marketBuyBy: 'quote_limit_ioc',
    contract: null,
  },
};

export const SPOT: AccountContext = {
  marketType: 'spot',
  findMarket: (marketType, symbol) =>
    marketType === 'spot' && symbol === BTC_SPOT.symbol ? BTC_SPOT : null,
  nowMs: NOW_MS,
};

export const PLACING = { ...SPOT, protectionPrice: decimal('35259.2'), marginMode: null };

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
  id: ORDER_ID,
  text: OUR_TEXT,
  amend_text: '-',
  create_time: '1699999999',
  update_time: '1699999999',
  create_time_ms: 1_699_999_999_123,
  update_time_ms: 1_699_999_999_123,
  status: 'open',
  currency_pair: 'BTC_USDT',
  type: 'limit',
  account: 'spot',
  side: 'buy',
  amount: '0.0125',
  price: '34567.8',
  time_in_force: 'gtc',
  iceberg: '0',
  left: '0.0125',
  filled_amount: '0',
  fill_price: '0',
  filled_total: '0',
  avg_deal_price: '0',
  fee: '0',
  fee_currency: 'BTC',
  point_fee: '0',
  gt_fee: '0',
  gt_maker_fee: '0',
  gt_taker_fee: '0',
  gt_discount: false,
  rebated_fee: '0',
  rebated_fee_currency: 'USDT',
  finish_as: 'open',
};

/** As the venue shows it when it has ended. */
export const FILLED = {
  ...RESTING,
  status: 'closed',
  update_time: '1699999999',
  update_time_ms: 1_699_999_999_500,
  left: '0',
  filled_amount: '0.0125',
  fill_price: '432.0975',
  filled_total: '432.0975',
  avg_deal_price: '34567.8',
  fee: '0.000025',
  finish_as: 'filled',
};

/** As the venue lists a fill of it. */
export const FILL = {
  id: '1232893232',
  create_time: '1699999999',
  create_time_ms: '1699999999432.109',
  currency_pair: 'BTC_USDT',
  order_id: ORDER_ID,
  side: 'buy',
  role: 'maker',
  amount: '0.0125',
  price: '34567.8',
  fee: '0.000025',
  fee_currency: 'BTC',
  point_fee: '0',
  gt_fee: '0',
  sequence_id: '588018',
  text: OUR_TEXT,
  deal: '432.0975',
};

export function failure(status: number, label: string, message = 'a message'): WireReply {
  return reply({ label, message }, { status });
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
