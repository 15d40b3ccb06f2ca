// Every call of the dialect of Coinbase, and every shape of an order.

import { generateKeyPairSync } from 'node:crypto';
import { present } from '#lib/assert.ts';
import { decimal, ZERO } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import { COINBASE } from '#venues/dialects/coinbase/coinbase.ts';
import {
  BTC_SPOT,
  newOrder,
  NOW_MS,
  openInBook,
  ORDER_ID,
  OUR_NAME,
  SPOT,
} from '#venues/dialects/coinbase/coinbase.fixture.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';
import type { GoldenDialect } from './golden-calls.ts';
import { numbered } from './golden-calls.ts';

const { account, candles, orders } = COINBASE;
const KNOWN = { clientOrderId: OUR_NAME, venueOrderId: ORDER_ID, placedAtMs: NOW_MS };
const MARKET = { type: 'market', price: ZERO } as const;
const POST_ONLY = { terms: { ...PLAIN_TERMS, isPostOnly: true } } as const;
const FROM_MS = 1_699_999_980_000;
const PROTECTION = decimal('35259.24');

const STOP = {
  price: decimal('33400'),
  terms: { ...PLAIN_TERMS, triggerPrice: decimal('33500.5') },
} as const;

function place(wish: Partial<NewVenueOrder>): VenueCall {
  return orders.place(newOrder(wish), BTC_SPOT, {
    ...SPOT,
    protectionPrice: PROTECTION,
    marginMode: null,
  }).call;
}

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

export const COINBASE_CALLS: GoldenDialect = {
  name: 'coinbase',
  libraryId: COINBASE.libraryId,
  // A key; its signatures are different each time, and the golden file has none.
  secret: privateKey.export({ type: 'sec1', format: 'pem' }),
  calls: {
    'limit buy': place({}),
    'limit sell': place({ side: 'sell' }),
    'limit with the smallest steps': place({
      price: decimal('0.00000001'),
      amount: decimal('123456789.00000001'),
    }),
    'post-only buy': place(POST_ONLY),
    'post-only sell': place({ ...POST_ONLY, side: 'sell' }),
    'stop limit of a short position': place({ type: 'stop_limit', ...STOP }),
    'stop limit of a long position': place({ type: 'stop_limit', ...STOP, side: 'sell' }),
    'market buy': place(MARKET),
    'market sell': place({ ...MARKET, side: 'sell' }),
    'cancel by the id of the venue': orders.cancel(KNOWN, BTC_SPOT, SPOT).call,
    ...numbered('look up by the id of the venue', orders.lookUp(KNOWN, BTC_SPOT, SPOT)),
    ...numbered(
      'orders of a minute',
      orders.placedBetween?.(FROM_MS, FROM_MS + 60_000, BTC_SPOT, SPOT) ?? [],
    ),
    ...numbered('open orders', [...orders.open(SPOT), openInBook()]),
    'fills from the first': account.fills(null, null, 500, SPOT).call,
    'fills after one': account.fills(null, `[${NOW_MS - 60_000},[]]`, 500, SPOT).call,
    'fills of an order': account.orderFills(KNOWN, BTC_SPOT, SPOT).call,
    balances: account.balances(SPOT).call,
    ...numbered(
      'credentials',
      account.credentials(SPOT).calls.map((call) => ({ call })),
    ),
    time: COINBASE.time().call,
    ...numbered('markets', COINBASE.markets()),
    price: COINBASE.price(BTC_SPOT).call,
    'best prices': present(COINBASE.bestPrices, 'a request of its own')(BTC_SPOT).call,
    candles: candles.fetch(BTC_SPOT, FROM_MS, FROM_MS + 60_000).call,
  },
};
