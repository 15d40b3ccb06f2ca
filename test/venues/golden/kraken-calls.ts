// Every call of the dialect of Kraken, and every shape of an order.

import { decimal, ZERO } from '#lib/decimal.ts';
import { isLimitType } from '#venue-port/order/limit-type.ts';
import type { OrderType } from '#venue-port/order/order.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import { KRAKEN } from '#venues/dialects/kraken/kraken.ts';
import {
  BTC_SPOT,
  FILL_ID,
  FILLED,
  newOrder,
  NOW_MS,
  ORDER_ID,
  OUR_NAME,
  result,
  SPOT,
} from '#venues/dialects/kraken/kraken.fixture.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';
import type { GoldenDialect } from './golden-calls.ts';
import { numbered } from './golden-calls.ts';

const { account, candles, orders, stream } = KRAKEN;
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

/** An exit that waits for its price. */
function waiting(type: OrderType, side: 'buy' | 'sell'): VenueCall {
  const terms = { ...PLAIN_TERMS, triggerPrice: decimal('33500.5') };
  return place({ type, side, price: isLimitType(type) ? decimal('33400') : ZERO, terms });
}

/** The order, and then the fills that it names. */
function fillsOfOrder(): readonly { readonly call: VenueCall }[] {
  const first = account.orderFills(KNOWN, BTC_SPOT, SPOT);
  const verdict = first.read(result({ [ORDER_ID]: { ...FILLED, trades: [FILL_ID, 'TB'] } }));
  return verdict.kind === 'done' && verdict.value.next !== null
    ? [first, verdict.value.next]
    : [first];
}

export const KRAKEN_CALLS: GoldenDialect = {
  name: 'kraken',
  libraryId: KRAKEN.libraryId,
  // Secrets are in base64.
  secret: Buffer.from('secret-of-a-test').toString('base64'),
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
    'stop of a long position': waiting('stop_market', 'sell'),
    'stop of a short position': waiting('stop_market', 'buy'),
    'stop limit of a long position': waiting('stop_limit', 'sell'),
    'profit of a long position': waiting('take_profit_market', 'sell'),
    'profit limit of a long position': waiting('take_profit_limit', 'sell'),
    'cancel by our name': orders.cancel(NAME, BTC_SPOT, SPOT).call,
    'cancel by the id of the venue': orders.cancel(KNOWN, BTC_SPOT, SPOT).call,
    ...numbered('look up by our name', orders.lookUp(NAME, BTC_SPOT, SPOT)),
    ...numbered('look up by the id of the venue', orders.lookUp(KNOWN, BTC_SPOT, SPOT)),
    ...numbered('open orders', orders.open(SPOT)),
    'fills from the first': account.fills(null, null, 500, SPOT).call,
    'fills after one': account.fills(null, `[${NOW_MS - 60_000},[]]`, 500, SPOT).call,
    ...numbered('fills of an order', fillsOfOrder()),
    balances: account.balances(SPOT).call,
    ...numbered(
      'credentials',
      account.credentials(SPOT).calls.map((call) => ({ call })),
    ),
    ...numbered('token of the stream', stream.token === null ? [] : [stream.token()]),
    time: KRAKEN.time().call,
    ...numbered('markets', KRAKEN.markets()),
    price: KRAKEN.price(BTC_SPOT).call,
    candles: candles.fetch(BTC_SPOT, FROM_MS, FROM_MS + 60_000).call,
  },
};
