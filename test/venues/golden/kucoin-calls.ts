// Every call of the dialect of KuCoin, and every shape of an order.

import { decimal, ZERO } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import { KUCOIN } from '#venues/dialects/kucoin/kucoin.ts';
import {
  BTC_SPOT,
  success,
  FILL,
  newOrder,
  NOW_MS,
  openOfMarket,
  ORDER_ID,
  OUR_NAME,
  SPOT,
  UNIFIED,
  UNIFIED_FILL,
  UNIFIED_ORDER_ID,
  UNIFIED_RESTING,
  unifiedPage,
} from '#venues/dialects/kucoin/kucoin.fixture.ts';
import type { ListQuery } from '#venues/dialect.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';
import type { GoldenDialect } from './golden-calls.ts';
import { numbered } from './golden-calls.ts';

const { account, candles, orders, stream } = KUCOIN;
const NAME = { clientOrderId: OUR_NAME, venueOrderId: null, placedAtMs: NOW_MS };
const KNOWN = { ...NAME, venueOrderId: ORDER_ID };
const MARKET = { type: 'market', price: ZERO } as const;
const POST_ONLY = { terms: { ...PLAIN_TERMS, isPostOnly: true } } as const;
const FROM_MS = 1_699_999_980_000;

function place(wish: Partial<NewVenueOrder>): VenueCall {
  return orders.place(newOrder(wish), BTC_SPOT, {
    ...SPOT,
    protectionPrice: null,
    marginMode: null,
  }).call;
}

/** A page that is full, and the one after it. */
function fillsOfOrder(): readonly { readonly call: VenueCall }[] {
  const first = account.orderFills(KNOWN, BTC_SPOT, SPOT);
  const items = Array.from({ length: 100 }, (_, index) => ({ ...FILL, id: FILL.id + index }));
  const verdict = first.read(success({ items, lastId: FILL.id }));
  return verdict.kind === 'done' && verdict.value.next !== null ? [first, verdict.value.next] : [];
}

function placeUnified(wish: Partial<NewVenueOrder>): VenueCall {
  return orders.place(newOrder(wish), BTC_SPOT, {
    ...UNIFIED,
    protectionPrice: null,
    marginMode: null,
  }).call;
}

/** A page that is full, and the one after it. */
function unifiedPages<T>(
  list: ListQuery<T> | undefined,
  row: object,
  count: number,
): readonly { readonly call: VenueCall }[] {
  const verdict = list?.read(unifiedPage(Array.from({ length: count }, () => row)));
  if (list === undefined || verdict?.kind !== 'done' || verdict.value.next === null) return [];
  return [list, verdict.value.next];
}

const UNIFIED_KNOWN = { ...NAME, venueOrderId: UNIFIED_ORDER_ID };

/** Of accounts in the unified mode. */
const UNIFIED_CALLS: GoldenDialect['calls'] = {
  'unified: limit buy': placeUnified({}),
  'unified: limit sell': placeUnified({ side: 'sell' }),
  'unified: post-only sell': placeUnified({ ...POST_ONLY, side: 'sell' }),
  'unified: market buy': placeUnified(MARKET),
  'unified: market sell': placeUnified({ ...MARKET, side: 'sell' }),
  'unified: cancel by our name': orders.cancel(NAME, BTC_SPOT, UNIFIED).call,
  'unified: cancel by the id of the venue': orders.cancel(UNIFIED_KNOWN, BTC_SPOT, UNIFIED).call,
  ...numbered('unified: look up by our name', orders.lookUp(NAME, BTC_SPOT, UNIFIED)),
  ...numbered(
    'unified: look up by the id of the venue',
    orders.lookUp(UNIFIED_KNOWN, BTC_SPOT, UNIFIED),
  ),
  ...numbered('unified: open orders', unifiedPages(orders.open(UNIFIED)[0], UNIFIED_RESTING, 50)),
  'unified: fills from the first': account.fills(BTC_SPOT, null, 500, UNIFIED).call,
  'unified: fills after one': account.fills(BTC_SPOT, `[${NOW_MS - 60_000},[]]`, 500, UNIFIED).call,
  ...numbered(
    'unified: fills of an order',
    unifiedPages(account.orderFills(UNIFIED_KNOWN, BTC_SPOT, UNIFIED), UNIFIED_FILL, 200),
  ),
  'unified: balances': account.balances(UNIFIED).call,
  ...numbered(
    'unified: credentials',
    account.credentials(UNIFIED).calls.map((call) => ({ call })),
  ),
};

export const KUCOIN_CALLS: GoldenDialect = {
  name: 'kucoin',
  libraryId: KUCOIN.libraryId,
  calls: {
    'limit buy': place({}),
    'limit sell': place({ side: 'sell' }),
    'limit with the smallest steps': place({
      price: decimal('0.00000001'),
      amount: decimal('123456789.00000001'),
    }),
    'post-only buy': place(POST_ONLY),
    'post-only sell': place({ ...POST_ONLY, side: 'sell' }),
    'market buy': place(MARKET),
    'market sell': place({ ...MARKET, side: 'sell' }),
    'cancel by our name': orders.cancel(NAME, BTC_SPOT, SPOT).call,
    'cancel by the id of the venue': orders.cancel(KNOWN, BTC_SPOT, SPOT).call,
    ...numbered('look up by our name', orders.lookUp(NAME, BTC_SPOT, SPOT)),
    ...numbered('look up by the id of the venue', orders.lookUp(KNOWN, BTC_SPOT, SPOT)),
    ...numbered('open orders', [...orders.open(SPOT), openOfMarket()]),
    'fills from the first': account.fills(BTC_SPOT, null, 500, SPOT).call,
    'fills after one': account.fills(BTC_SPOT, `[${NOW_MS - 60_000},[]]`, 500, SPOT).call,
    ...numbered('fills of an order', fillsOfOrder()),
    balances: account.balances(SPOT).call,
    ...numbered(
      'credentials',
      account.credentials(SPOT).calls.map((call) => ({ call })),
    ),
    ...(account.mode === undefined ? {} : { mode: account.mode.call }),
    ...UNIFIED_CALLS,
    ...numbered('token of the stream', stream.token === null ? [] : [stream.token()]),
    time: KUCOIN.time().call,
    ...numbered('markets', KUCOIN.markets()),
    price: KUCOIN.price(BTC_SPOT).call,
    candles: candles.fetch(BTC_SPOT, FROM_MS, FROM_MS + 60_000).call,
  },
};
