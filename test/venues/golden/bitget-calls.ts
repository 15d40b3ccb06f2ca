// Every call of the dialect of Bitget, and every shape of an order.

import { decimal, ZERO } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { ListQuery } from '#venues/dialect.ts';
import { BITGET } from '#venues/dialects/bitget/bitget.ts';
import {
  BTC_SPOT,
  FILL,
  newOrder,
  NOW_MS,
  OPEN,
  ORDER_ID,
  OUR_NAME,
  PLACING,
  SPOT,
  success,
  UNIFIED,
  UNIFIED_FILL,
  UNIFIED_RESTING,
  unifiedPage,
} from '#venues/dialects/bitget/bitget.fixture.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';
import type { GoldenDialect } from './golden-calls.ts';
import { numbered } from './golden-calls.ts';

const { account, candles, orders } = BITGET;
const NAME = { clientOrderId: OUR_NAME, venueOrderId: null, placedAtMs: NOW_MS };
const KNOWN = { ...NAME, venueOrderId: ORDER_ID };
const MARKET = { type: 'market', price: ZERO } as const;
const POST_ONLY = { terms: { ...PLAIN_TERMS, isPostOnly: true } } as const;
const FROM_MS = 1_699_999_980_000;

function place(wish: Partial<NewVenueOrder>): VenueCall {
  return orders.place(newOrder(wish), BTC_SPOT, PLACING).call;
}

/** What follows a page that is full, and then one that is empty. */
function pages<T>(list: ListQuery<T> | undefined, row: object): readonly ListQuery<T>[] {
  const found: ListQuery<T>[] = [];
  let next: ListQuery<T> | null = list ?? null;
  while (next !== null) {
    found.push(next);
    const isFull = next.call.parameters['idLessThan'] === undefined;
    const verdict: ReturnType<ListQuery<T>['read']> = next.read(
      success(Array.from({ length: isFull ? 100 : 0 }, () => row)),
    );
    next = verdict.kind === 'done' ? verdict.value.next : null;
  }
  return found;
}

function placeUnified(wish: Partial<NewVenueOrder>): VenueCall {
  return orders.place(newOrder(wish), BTC_SPOT, { ...PLACING, mode: 'unified' }).call;
}

/** The same of a unified account; the first page is full. */
function unifiedPages<T>(list: ListQuery<T> | undefined, row: object): readonly ListQuery<T>[] {
  const found: ListQuery<T>[] = [];
  let next: ListQuery<T> | null = list ?? null;
  while (next !== null) {
    found.push(next);
    const isFull = next.call.parameters['cursor'] === undefined;
    const rows = Array.from({ length: isFull ? 100 : 0 }, () => row);
    const verdict: ReturnType<ListQuery<T>['read']> = next.read(unifiedPage(rows, '17'));
    next = verdict.kind === 'done' ? verdict.value.next : null;
  }
  return found;
}

/** Of accounts in the unified mode. */
const UNIFIED_CALLS: GoldenDialect['calls'] = {
  'unified: limit buy': placeUnified({}),
  'unified: post-only sell': placeUnified({ ...POST_ONLY, side: 'sell' }),
  'unified: market buy': placeUnified(MARKET),
  'unified: market sell': placeUnified({ ...MARKET, side: 'sell' }),
  'unified: cancel by our name': orders.cancel(NAME, BTC_SPOT, UNIFIED).call,
  'unified: cancel by the id of the venue': orders.cancel(KNOWN, BTC_SPOT, UNIFIED).call,
  ...numbered('unified: look up by the id of the venue', orders.lookUp(KNOWN, BTC_SPOT, UNIFIED)),
  ...numbered(
    'unified: orders of a minute',
    unifiedPages(
      orders.placedBetween?.(FROM_MS, FROM_MS + 60_000, BTC_SPOT, UNIFIED)[0],
      UNIFIED_RESTING,
    ),
  ),
  ...numbered('unified: open orders', unifiedPages(orders.open(UNIFIED)[0], UNIFIED_RESTING)),
  'unified: fills from the first': account.fills(null, null, 500, UNIFIED).call,
  'unified: fills after one': account.fills(null, `[${NOW_MS - 60_000},[]]`, 500, UNIFIED).call,
  ...numbered(
    'unified: fills of an order',
    unifiedPages(account.orderFills(KNOWN, BTC_SPOT, UNIFIED), UNIFIED_FILL),
  ),
  'unified: balances': account.balances(UNIFIED).call,
  ...numbered(
    'unified: credentials',
    account.credentials(UNIFIED).calls.map((call) => ({ call })),
  ),
};

export const BITGET_CALLS: GoldenDialect = {
  name: 'bitget',
  libraryId: BITGET.libraryId,
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
    ...numbered('look up by the id of the venue', orders.lookUp(KNOWN, BTC_SPOT, SPOT)),
    ...numbered(
      'orders of a minute',
      pages(orders.placedBetween?.(FROM_MS, FROM_MS + 60_000, BTC_SPOT, SPOT)[0], OPEN),
    ),
    ...numbered('open orders', pages(orders.open(SPOT)[0], OPEN)),
    'fills from the first': account.fills(null, null, 500, SPOT).call,
    'fills after one': account.fills(null, `[${NOW_MS - 60_000},[]]`, 500, SPOT).call,
    ...numbered('fills of an order', pages(account.orderFills(KNOWN, BTC_SPOT, SPOT), FILL)),
    balances: account.balances(SPOT).call,
    ...numbered(
      'credentials',
      account.credentials(SPOT).calls.map((call) => ({ call })),
    ),
    ...(account.mode === undefined ? {} : { mode: account.mode.call }),
    ...UNIFIED_CALLS,
    time: BITGET.time().call,
    ...numbered('markets', BITGET.markets()),
    price: BITGET.price(BTC_SPOT).call,
    'older candles': candles.fetch(BTC_SPOT, FROM_MS, FROM_MS + 60_000).call,
    ...numbered(
      'recent candles',
      candles.recent === undefined
        ? []
        : [candles.recent.fetch(BTC_SPOT, FROM_MS, FROM_MS + 60_000)],
    ),
  },
};
