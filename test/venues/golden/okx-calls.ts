// Every call of the dialect of OKX, and every shape of an order.

import { decimal, ZERO } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#domain/order/order-terms.ts';
import type { NewVenueOrder } from '#ports/exchange/exchange.ts';
import { OKX } from '#adapters/venues/dialects/okx/okx.ts';
import {
  BTC_SPOT,
  list,
  newOrder,
  NOW_MS,
  OUR_NAME,
  RESTING,
  SPOT,
} from '#adapters/venues/dialects/okx/okx.fixture.ts';
import type { VenueCall } from '#adapters/venues/wire/venue-wire.ts';
import type { GoldenDialect } from './golden-calls.ts';
import { numbered } from './golden-calls.ts';

const { account, candles, orders } = OKX;
const NAME = { clientOrderId: OUR_NAME, venueOrderId: null, placedAtMs: NOW_MS };
const KNOWN = { ...NAME, venueOrderId: RESTING.ordId };
const OLD = { ...NAME, placedAtMs: NOW_MS - 30 * 86_400_000 };
const MARKET = { type: 'market', price: ZERO } as const;
const POST_ONLY = { terms: { ...PLAIN_TERMS, isPostOnly: true } } as const;
const FROM_MS = 1_699_999_980_000;

function place(wish: Partial<NewVenueOrder>): VenueCall {
  return orders.place(newOrder(wish), BTC_SPOT, { ...SPOT, protectionPrice: null }).call;
}

/** Both lists, where the first one has nothing. */
function fillsOfOrder(): readonly { readonly call: VenueCall }[] {
  const first = account.orderFills(KNOWN, BTC_SPOT, SPOT);
  const verdict = first.read(list([]));
  return verdict.kind === 'done' && verdict.value.next !== null
    ? [first, verdict.value.next]
    : [first];
}

export const OKX_CALLS: GoldenDialect = {
  name: 'okx',
  libraryId: OKX.libraryId,
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
    ...numbered('look up an old order', orders.lookUp(OLD, BTC_SPOT, SPOT)),
    ...numbered('open orders', orders.open(SPOT)),
    'fills from the first': account.fills(null, null, 500, SPOT).call,
    'fills after one': account.fills(null, `[${NOW_MS - 60_000},[]]`, 500, SPOT).call,
    ...numbered('fills of an order', fillsOfOrder()),
    balances: account.balances(SPOT).call,
    ...numbered(
      'credentials',
      account.credentials(SPOT).calls.map((call) => ({ call })),
    ),
    time: OKX.time().call,
    ...numbered('markets', OKX.markets()),
    price: OKX.price(BTC_SPOT).call,
    'older candles': candles.fetch(BTC_SPOT, FROM_MS, FROM_MS + 60_000).call,
    ...numbered(
      'recent candles',
      candles.recent === undefined
        ? []
        : [candles.recent.fetch(BTC_SPOT, FROM_MS, FROM_MS + 60_000)],
    ),
  },
};
