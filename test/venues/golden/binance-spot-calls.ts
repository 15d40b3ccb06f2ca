// Every call of the dialect of Binance spot, and every shape of an order.

import { present } from '#lib/assert.ts';
import { decimal, ZERO } from '#lib/decimal.ts';
import { isLimitType } from '#venue-port/order/limit-type.ts';
import type { OrderType } from '#venue-port/order/order.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import { BINANCE_SPOT } from '#venues/dialects/binance-spot/binance-spot.ts';
import {
  CONTEXT,
  ETH_BTC,
  newOrder,
  OUR_NAME,
} from '#venues/dialects/binance-spot/binance-spot.fixture.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';
import type { GoldenDialect } from './golden-calls.ts';
import { numbered } from './golden-calls.ts';

const { account, candles, orders } = BINANCE_SPOT;
const NAME = { clientOrderId: OUR_NAME, venueOrderId: null, placedAtMs: CONTEXT.nowMs };
const KNOWN = { ...NAME, venueOrderId: '71' };

function place(wish: Partial<NewVenueOrder>): VenueCall {
  return orders.place(newOrder(wish), ETH_BTC, {
    ...CONTEXT,
    protectionPrice: null,
    marginMode: null,
  }).call;
}

const MARKET = { type: 'market', price: ZERO } as const;

/** An exit that waits for its price. */
function waiting(type: OrderType, side: 'buy' | 'sell'): VenueCall {
  const terms = { ...PLAIN_TERMS, triggerPrice: decimal('0.0451') };
  return place({ type, side, price: isLimitType(type) ? decimal('0.045') : ZERO, terms });
}
const POST_ONLY = { terms: { ...PLAIN_TERMS, isPostOnly: true } } as const;

export const BINANCE_SPOT_CALLS: GoldenDialect = {
  name: 'binance-spot',
  libraryId: BINANCE_SPOT.libraryId,
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
    'cancel by our name': orders.cancel(NAME, ETH_BTC, CONTEXT).call,
    'cancel by the id of the venue': orders.cancel(KNOWN, ETH_BTC, CONTEXT).call,
    ...numbered('look up by our name', orders.lookUp(NAME, ETH_BTC, CONTEXT)),
    ...numbered('look up by the id of the venue', orders.lookUp(KNOWN, ETH_BTC, CONTEXT)),
    ...numbered('open orders', orders.open(CONTEXT)),
    'fills from the first': account.fills(ETH_BTC, null, 500, CONTEXT).call,
    'fills after one': account.fills(ETH_BTC, '28457', 500, CONTEXT).call,
    'fills of an order': account.orderFills(KNOWN, ETH_BTC, CONTEXT).call,
    balances: account.balances(CONTEXT).call,
    ...numbered(
      'credentials',
      account.credentials(CONTEXT).calls.map((call) => ({ call })),
    ),
    time: BINANCE_SPOT.time().call,
    ...numbered('markets', BINANCE_SPOT.markets()),
    price: BINANCE_SPOT.price(ETH_BTC).call,
    'best prices': present(BINANCE_SPOT.bestPrices, 'a request of its own')(ETH_BTC).call,
    candles: candles.fetch(ETH_BTC, 1_699_999_980_000, 1_700_000_040_000).call,
  },
};
