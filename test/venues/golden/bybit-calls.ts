// Every call of the dialect of Bybit, and every shape of an order.

import assert from 'node:assert/strict';
import { decimal, ZERO } from '#lib/decimal.ts';
import { isLimitType } from '#venue-port/order/limit-type.ts';
import type { OrderType } from '#venue-port/order/order.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import { BYBIT } from '#venues/dialects/bybit/bybit.ts';
import {
  BTC_PERPETUAL,
  BTC_SPOT,
  FUTURES,
  newOrder,
  NOW_MS,
  OUR_NAME,
  RESTING,
  result,
  SPOT,
} from '#venues/dialects/bybit/bybit.fixture.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';
import type { GoldenDialect } from './golden-calls.ts';
import { numbered } from './golden-calls.ts';

const { account, candles, funding, orders } = BYBIT;
const NAME = { clientOrderId: OUR_NAME, venueOrderId: null, placedAtMs: NOW_MS };
const KNOWN = { ...NAME, venueOrderId: RESTING.orderId };
const OLD = { ...KNOWN, placedAtMs: NOW_MS - 30 * 86_400_000 };

function place(wish: Partial<NewVenueOrder>): VenueCall {
  return orders.place(newOrder(wish), BTC_SPOT, {
    ...SPOT,
    protectionPrice: null,
    marginMode: null,
  }).call;
}

function placeFutures(wish: Partial<NewVenueOrder>): VenueCall {
  const context = { ...FUTURES, protectionPrice: null, marginMode: null };
  return orders.place(newOrder(wish), BTC_PERPETUAL, context).call;
}

const ISOLATED = {
  terms: { ...PLAIN_TERMS, margin: { leverage: decimal('2.5'), marginMode: 'isolated' } },
} as const;
const REDUCING = { terms: { ...PLAIN_TERMS, isReduceOnly: true } } as const;
/** All requests of the settings, where the account is in the other margin mode and empty. */
function settings(order: NewVenueOrder): readonly { readonly call: VenueCall }[] {
  const outcome = result({ marginMode: 'REGULAR_MARGIN', list: [], reasons: [] });
  return orders.prepare(order, BTC_PERPETUAL).flatMap((setting) => {
    const requests = [setting];
    for (const request of requests) {
      const verdict = request.read(outcome);
      if (verdict.kind === 'done' && verdict.value.next !== null) requests.push(verdict.value.next);
    }
    return requests;
  });
}

const MARKET = { type: 'market', price: ZERO } as const;

/** An exit that waits for its price. */
function waiting(type: OrderType, side: 'buy' | 'sell'): VenueCall {
  const terms = { ...PLAIN_TERMS, isReduceOnly: true, triggerPrice: decimal('33500.5') };
  const price = isLimitType(type) ? decimal('33400') : ZERO;
  return placeFutures({ type, side, price, terms });
}
const POST_ONLY = { terms: { ...PLAIN_TERMS, isPostOnly: true } } as const;

export const BYBIT_CALLS: GoldenDialect = {
  name: 'bybit',
  libraryId: BYBIT.libraryId,
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
    'fills of an order': account.orderFills(KNOWN, BTC_SPOT, SPOT).call,
    balances: account.balances(SPOT).call,
    ...numbered(
      'credentials',
      account.credentials(SPOT).calls.map((call) => ({ call })),
    ),
    time: BYBIT.time().call,
    ...numbered('markets', BYBIT.markets()),
    price: BYBIT.price(BTC_SPOT).call,
    'derivatives: limit buy': placeFutures(ISOLATED),
    'derivatives: post-only sell': placeFutures({ ...POST_ONLY, side: 'sell' }),
    'derivatives: market buy': placeFutures(MARKET),
    'derivatives: market sell that only reduces': placeFutures({
      ...MARKET,
      ...REDUCING,
      side: 'sell',
    }),
    'derivatives: limit sell that only reduces': placeFutures({ ...REDUCING, side: 'sell' }),
    'derivatives: market buy that brings its stop': placeFutures({
      ...MARKET,
      terms: { ...PLAIN_TERMS, attachedStop: decimal('33500.5') },
    }),
    ...numbered(
      'derivatives: look up a stop by that of its entry',
      orders.lookUp({ ...NAME, isAttached: true }, BTC_PERPETUAL, FUTURES),
    ),
    'derivatives: stop of a long position': waiting('stop_market', 'sell'),
    'derivatives: stop of a short position': waiting('stop_market', 'buy'),
    'derivatives: stop limit of a long position': waiting('stop_limit', 'sell'),
    'derivatives: stop limit of a short position': waiting('stop_limit', 'buy'),
    'derivatives: profit of a long position': waiting('take_profit_market', 'sell'),
    'derivatives: profit of a short position': waiting('take_profit_market', 'buy'),
    'derivatives: profit limit of a long position': waiting('take_profit_limit', 'sell'),
    ...numbered('derivatives: settings', settings(newOrder(ISOLATED))),
    'derivatives: cancel': orders.cancel(NAME, BTC_PERPETUAL, FUTURES).call,
    ...numbered('derivatives: look up', orders.lookUp(NAME, BTC_PERPETUAL, FUTURES)),
    ...numbered('derivatives: open orders', orders.open(FUTURES)),
    'derivatives: fills': account.fills(null, null, 500, FUTURES).call,
    'derivatives: fills of an order': account.orderFills(KNOWN, BTC_PERPETUAL, FUTURES).call,
    'derivatives: margin events': account.marginEvents?.(null, 500, FUTURES).call ?? assert.fail(),
    ...numbered('derivatives: positions', account.positions(FUTURES)),
    ...numbered(
      'derivatives: credentials',
      account.credentials(FUTURES).calls.map((call) => ({ call })),
    ),
    'derivatives: price': BYBIT.price(BTC_PERPETUAL).call,
    'derivatives: funding rates':
      funding?.fetch(BTC_PERPETUAL, 1_699_956_000_000, NOW_MS).call ?? assert.fail(),
    'derivatives: candles': candles.fetch(BTC_PERPETUAL, 1_699_999_980_000, 1_700_000_040_000).call,
    candles: candles.fetch(BTC_SPOT, 1_699_999_980_000, 1_700_000_040_000).call,
  },
};
