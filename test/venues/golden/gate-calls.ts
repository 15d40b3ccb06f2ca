// Every call of the dialect of Gate, and every shape of an order.

import { decimal, ZERO } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { ListQuery } from '#venues/dialect.ts';
import { GATE } from '#venues/dialects/gate/gate.ts';
import {
  BTC_SPOT,
  newOrder,
  NOW_MS,
  ORDER_ID,
  OUR_NAME,
  PLACING,
  reply,
  SPOT,
} from '#venues/dialects/gate/gate.fixture.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';
import type { GoldenDialect } from './golden-calls.ts';
import { numbered } from './golden-calls.ts';

const { account, candles, orders } = GATE;
const NAME = { clientOrderId: OUR_NAME, venueOrderId: null, placedAtMs: NOW_MS };
const KNOWN = { ...NAME, venueOrderId: ORDER_ID };
const MARKET = { type: 'market', price: ZERO } as const;
const POST_ONLY = { terms: { ...PLAIN_TERMS, isPostOnly: true } } as const;
const FROM_MS = 1_699_999_980_000;

function place(wish: Partial<NewVenueOrder>): VenueCall {
  return orders.place(newOrder(wish), BTC_SPOT, PLACING).call;
}

const UNIFIED = { ...SPOT, mode: '2' };

/** Of accounts in the unified mode: what names the account whose money it is. */
const UNIFIED_CALLS: GoldenDialect['calls'] = {
  'unified: limit buy': orders.place(newOrder(), BTC_SPOT, { ...PLACING, mode: '2' }).call,
  'unified: cancel': orders.cancel(KNOWN, BTC_SPOT, UNIFIED).call,
  ...numbered('unified: look up', orders.lookUp(KNOWN, BTC_SPOT, UNIFIED)),
  ...numbered('unified: open orders', orders.open(UNIFIED)),
  ...numbered(
    'unified: orders of a minute',
    orders.placedBetween?.(FROM_MS, FROM_MS + 60_000, BTC_SPOT, UNIFIED) ?? [],
  ),
  'unified: balances': account.balances(UNIFIED).call,
};

/** And those that follow, where a page is empty. */
function pages<T>(list: ListQuery<T> | undefined): readonly ListQuery<T>[] {
  if (list === undefined) return [];
  const verdict = list.read(reply([]));
  const next = verdict.kind === 'done' ? verdict.value.next : null;
  return [list, ...pages(next ?? undefined)];
}

export const GATE_CALLS: GoldenDialect = {
  name: 'gate',
  libraryId: GATE.libraryId,
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
      pages(orders.placedBetween?.(FROM_MS, FROM_MS + 60_000, BTC_SPOT, SPOT)[0]),
    ),
    ...numbered('open orders', orders.open(SPOT)),
    'fills from the first': account.fills(null, null, 500, SPOT).call,
    'fills after one': account.fills(null, `[${NOW_MS - 60_000},[]]`, 500, SPOT).call,
    ...numbered('fills of an order', pages(account.orderFills(KNOWN, BTC_SPOT, SPOT))),
    ...numbered(
      'fills of an order of last month',
      pages(account.orderFills({ ...KNOWN, placedAtMs: NOW_MS - 40 * 86_400_000 }, BTC_SPOT, SPOT)),
    ),
    balances: account.balances(SPOT).call,
    ...(account.mode === undefined ? {} : { mode: account.mode.call }),
    ...UNIFIED_CALLS,
    ...numbered(
      'credentials',
      account.credentials(SPOT).calls.map((call) => ({ call })),
    ),
    time: GATE.time().call,
    ...numbered('markets', GATE.markets()),
    price: GATE.price(BTC_SPOT).call,
    candles: candles.fetch(BTC_SPOT, FROM_MS, FROM_MS + 60_000).call,
  },
};
