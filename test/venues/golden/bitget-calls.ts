// Every call of the dialect of Bitget, and every shape of an order.

import { decimal, ZERO } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#domain/order/order-terms.ts';
import type { NewVenueOrder } from '#ports/exchange/exchange.ts';
import type { ListQuery } from '#adapters/venues/dialect.ts';
import { BITGET } from '#adapters/venues/dialects/bitget/bitget.ts';
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
} from '#adapters/venues/dialects/bitget/bitget.fixture.ts';
import type { VenueCall } from '#adapters/venues/wire/venue-wire.ts';
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
