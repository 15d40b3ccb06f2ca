// A market of Coinbase, an account there, and replies, for the tests of the dialect.

import { present } from '#lib/assert.ts';
import { decimal } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder, VenueOrder } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, ListedMarket, ListQuery } from '#venues/dialect.ts';
import { ORDER_QUERIES } from '#venues/dialects/coinbase/order-queries.ts';
import type { WireReply } from '#venues/wire/venue-wire.ts';

export const OUR_NAME = 'ord01jdq4v8e2f7k3m9n5p6r8t1wx';
/** The same in the spelling of the venue. */
export const OUR_UUID = '01936e4d-a1c2-79e6-3a26-a5b1b08d079d';
export const ORDER_ID = '554c0a44-e8f6-45a0-9df4-8f02cec2d309';

export const NOW_MS = 1_700_000_000_000;

export const BTC_SPOT: ListedMarket = {
  symbol: 'BTC-USD',
  market: {
    marketTag: 'COINBASE_BTC_USD',
    exchange: 'coinbase',
    base: 'BTC',
    quote: 'USD',
    marketType: 'spot',
    priceStep: decimal('0.01'),
    priceDecimals: 2,
    priceSignificantDigits: null,
    amountStep: decimal('0.00000001'),
    amountDecimals: 8,
    makerFeePercent: decimal('0.6'),
    takerFeePercent: decimal('1.2'),
    minOrderAmount: decimal('0.00000001'),
    minOrderValue: decimal('1'),
    maxOrderAmount: decimal('3400'),
    maxOrderValue: decimal('150000000'),
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

export function newOrder(wish: Partial<NewVenueOrder> = {}): NewVenueOrder {
  return {
    clientOrderId: OUR_NAME,
    marketTag: BTC_SPOT.market.marketTag,
    side: 'buy',
    type: 'limit',
    price: decimal('34567.89'),
    amount: decimal('0.0125'),
    terms: PLAIN_TERMS,
    decidedAtMs: NOW_MS,
    sendByMs: Number.MAX_SAFE_INTEGER,
    ...wish,
  };
}

/** As the venue shows an order that rests. */
export const RESTING = {
  order_id: ORDER_ID,
  product_id: 'BTC-USD',
  user_id: '1111111-1111-1111-1111-111111111111',
  order_configuration: {
    limit_limit_gtc: { base_size: '0.0125', limit_price: '34567.89', post_only: false },
  },
  side: 'BUY',
  client_order_id: OUR_UUID,
  status: 'OPEN',
  time_in_force: 'GOOD_UNTIL_CANCELLED',
  created_time: '2023-11-14T22:13:19.123456Z',
  completion_percentage: '0',
  filled_size: '0',
  average_filled_price: '0',
  fee: '',
  number_of_fills: '0',
  filled_value: '0',
  pending_cancel: false,
  size_in_quote: false,
  total_fees: '0',
  size_inclusive_of_fees: false,
  total_value_after_fees: '0',
  trigger_status: 'INVALID_ORDER_TYPE',
  order_type: 'LIMIT',
  reject_reason: 'REJECT_REASON_UNSPECIFIED',
  settled: false,
  product_type: 'SPOT',
  reject_message: '',
  cancel_message: '',
  last_fill_time: null,
};

/** As the venue shows it when it has ended. */
export const FILLED = {
  ...RESTING,
  status: 'FILLED',
  filled_size: '0.0125',
  average_filled_price: '34567.89',
  last_fill_time: '2023-11-14T22:13:19.5Z',
};

/** As the venue lists a fill of it. */
export const FILL = {
  entry_id: 'b88b82cc89e326a2778874795102cbafd08dd979a2a7a3c69603fc4c23c2e010',
  trade_id: 'cdc39e45-bbd3-44ec-bf02-61742dfb16a1',
  order_id: ORDER_ID,
  trade_time: '2023-11-14T22:13:19.432109876Z',
  trade_type: 'FILL',
  price: '34567.89',
  size: '0.0125',
  commission: '2.59259175',
  product_id: 'BTC-USD',
  sequence_timestamp: '2023-11-14T22:13:19.43252Z',
  liquidity_indicator: 'MAKER',
  size_in_quote: false,
  user_id: '1111111-1111-1111-1111-111111111111',
  side: 'BUY',
};

export const RECEIPT = {
  success: true,
  failure_reason: 'UNKNOWN_FAILURE_REASON',
  order_id: ORDER_ID,
  success_response: {
    order_id: ORDER_ID,
    product_id: 'BTC-USD',
    side: 'BUY',
    client_order_id: OUR_UUID,
  },
  order_configuration: RESTING.order_configuration,
};

/** What the venue says of an order that it has not created. */
export function refusal(reasons: {
  readonly error?: string;
  readonly preview?: string;
  readonly newOrder?: string;
}): WireReply {
  const { error = 'UNKNOWN_FAILURE_REASON', preview, newOrder: reason } = reasons;
  return reply({
    success: false,
    failure_reason: 'UNKNOWN_FAILURE_REASON',
    order_id: '',
    error_response: {
      error,
      message: 'a message',
      error_details: '',
      preview_failure_reason: preview ?? 'UNKNOWN_PREVIEW_FAILURE_REASON',
      ...(reason === undefined ? {} : { new_order_failure_reason: reason }),
    },
    order_configuration: RESTING.order_configuration,
  });
}

/** What the venue says of the cancellation of the order. */
export function cancelled(changes: object = {}): WireReply {
  const failure_reason = 'UNKNOWN_CANCEL_FAILURE_REASON';
  return reply({ results: [{ success: true, failure_reason, order_id: ORDER_ID, ...changes }] });
}

/** The only page of a list of orders. */
export function orderPage(orders: readonly unknown[]): WireReply {
  return reply({ orders, has_next: false, cursor: '' });
}

/** The list of orders in the book, which follows that of those on their way. */
export function openInBook(): ListQuery<VenueOrder> {
  const [onTheWay] = ORDER_QUERIES.open(SPOT);
  const verdict = onTheWay?.read(orderPage([]));
  const next = verdict?.kind === 'done' ? verdict.value.next : null;
  return present(next, 'another list follows');
}

/** A request that failed as a whole. */
export function failure(status: number, error: string, text = 'a message'): WireReply {
  return reply({ error, error_details: text, message: text }, { status });
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
