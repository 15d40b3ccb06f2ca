// Every call of the dialect of Hyperliquid, and every shape of an order.

import assert from 'node:assert/strict';
import { present } from '#lib/assert.ts';
import { decimal, ZERO } from '#lib/decimal.ts';
import type { OrderType } from '#venue-port/order/order.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import { HYPERLIQUID } from '#venues/dialects/hyperliquid/hyperliquid.ts';
import {
  BTC_PERP,
  CREDENTIALS,
  FUTURES,
  newOrder,
  NOW_MS,
  ORDER_ID,
  OUR_NAME,
  reply,
  state,
} from '#venues/dialects/hyperliquid/hyperliquid.fixture.ts';
import type { BalancePage, Query } from '#venues/dialect.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';
import type { GoldenDialect } from './golden-calls.ts';
import { numbered } from './golden-calls.ts';

const { account, candles, funding, orders } = HYPERLIQUID;
const NAME = { clientOrderId: OUR_NAME, venueOrderId: null, placedAtMs: NOW_MS };
const KNOWN = { ...NAME, venueOrderId: ORDER_ID };
const MARKET = { type: 'market', price: ZERO } as const;
const POST_ONLY = { terms: { ...PLAIN_TERMS, isPostOnly: true } } as const;
const REDUCING = { terms: { ...PLAIN_TERMS, isReduceOnly: true } } as const;
const ISOLATED = {
  terms: { ...PLAIN_TERMS, margin: { leverage: decimal('5'), marginMode: 'isolated' } },
} as const;
const FROM_MS = 1_699_999_980_000;

function place(wish: Partial<NewVenueOrder>, protection: string | null = null): VenueCall {
  const protectionPrice = protection === null ? null : decimal(protection);
  const context = { ...FUTURES, protectionPrice, marginMode: null };
  return orders.place(newOrder(wish), BTC_PERP, context).call;
}

/** An exit that waits for its price. */
function waiting(type: OrderType, side: 'buy' | 'sell'): VenueCall {
  const terms = { ...PLAIN_TERMS, isReduceOnly: true, triggerPrice: decimal('33501') };
  return place({ type, side, price: ZERO, terms });
}

/** All requests before an order whose leverage is another one. */
function settings(): readonly { readonly call: VenueCall }[] {
  const leverage = { type: 'cross', value: 20 };
  const outcomes = [state(), reply({ coin: BTC_PERP.symbol, leverage })];
  const requests = [...orders.prepare(newOrder(ISOLATED), BTC_PERP)];
  for (const [index, outcome] of outcomes.entries()) {
    const verdict = requests[index]?.read(outcome);
    if (verdict?.kind === 'done' && verdict.value.next !== null) requests.push(verdict.value.next);
  }
  return requests;
}

/** Payments, and fills that may be of liquidations. */
function marginEvents(): readonly { readonly call: VenueCall }[] {
  const first = account.marginEvents?.(null, 500, FUTURES, NOW_MS - 3_600_000);
  const verdict = first?.read(reply([]));
  assert(first !== undefined && verdict?.kind === 'done' && verdict.value.rest !== null);
  return [first, verdict.value.rest];
}

/** Both of its requests. */
function unifiedBalances(): readonly Pick<Query<BalancePage>, 'call'>[] {
  const first = account.balances({ ...FUTURES, mode: 'unifiedAccount' });
  const verdict = first.read(state([]));
  const rest = verdict.kind === 'done' ? (verdict.value.rest ?? null) : null;
  return rest === null ? [first] : [first, rest];
}

export const HYPERLIQUID_CALLS: GoldenDialect = {
  name: 'hyperliquid',
  libraryId: HYPERLIQUID.libraryId,
  apiKey: CREDENTIALS.apiKey,
  secret: CREDENTIALS.secret,
  calls: {
    'limit buy': place({}),
    'limit sell': place({ side: 'sell' }),
    'limit with the smallest steps': place({
      price: decimal('0.00000001'),
      amount: decimal('123456789.00000001'),
    }),
    'post-only buy': place(POST_ONLY),
    'post-only sell': place({ ...POST_ONLY, side: 'sell' }),
    'market buy': place(MARKET, '35258'),
    'market sell': place({ ...MARKET, side: 'sell' }, '33876'),
    'market sell that only reduces': place({ ...MARKET, ...REDUCING, side: 'sell' }, '33876'),
    'limit sell that only reduces': place({ ...REDUCING, side: 'sell' }),
    'stop of a long position': waiting('stop_market', 'sell'),
    'stop of a short position': waiting('stop_market', 'buy'),
    'profit of a long position': waiting('take_profit_market', 'sell'),
    'market buy that brings its stop': place(
      { ...MARKET, terms: { ...PLAIN_TERMS, attachedStop: decimal('33501') } },
      '35258',
    ),
    ...numbered('settings', settings()),
    'cancel by our name': orders.cancel(NAME, BTC_PERP, FUTURES).call,
    'cancel by the id of the venue': orders.cancel(KNOWN, BTC_PERP, FUTURES).call,
    ...numbered('look up by our name', orders.lookUp(NAME, BTC_PERP, FUTURES)),
    ...numbered('look up by the id of the venue', orders.lookUp(KNOWN, BTC_PERP, FUTURES)),
    ...numbered('open orders', orders.open(FUTURES)),
    'fills from the first': account.fills(null, null, 500, FUTURES).call,
    'fills after one': account.fills(null, `[${NOW_MS - 60_000},[]]`, 500, FUTURES).call,
    'fills of an order': account.orderFills(KNOWN, BTC_PERP, FUTURES).call,
    ...numbered('margin events', marginEvents()),
    balances: account.balances(FUTURES).call,
    ...(account.mode === undefined ? {} : { mode: account.mode.call }),
    ...numbered('unified: balances', unifiedBalances()),
    ...numbered('positions', account.positions(FUTURES)),
    ...numbered(
      'credentials',
      account.credentials(FUTURES).calls.map((call) => ({ call })),
    ),
    time: HYPERLIQUID.time().call,
    ...numbered('markets', HYPERLIQUID.markets()),
    price: HYPERLIQUID.price(BTC_PERP).call,
    'best prices': present(HYPERLIQUID.bestPrices, 'a request of its own')(BTC_PERP).call,
    candles: candles.fetch(BTC_PERP, FROM_MS, FROM_MS + 60_000).call,
    'funding rates': funding?.fetch(BTC_PERP, FROM_MS, NOW_MS).call ?? assert.fail(),
  },
};
