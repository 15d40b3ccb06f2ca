// Every call of the dialect of Binance USD-M futures, and every shape of an order.

import assert from 'node:assert/strict';
import { present } from '#lib/assert.ts';
import { decimal, ZERO } from '#lib/decimal.ts';
import { isLimitType } from '#venue-port/order/limit-type.ts';
import type { OrderType } from '#venue-port/order/order.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { Verdict } from '#venues/dialect.ts';
import { BINANCE_USDM } from '#venues/dialects/binance-usdm/binance-usdm.ts';
import {
  BTC_PERPETUAL,
  CONTEXT,
  newOrder,
  NOW_MS,
  OUR_NAME,
  reply,
} from '#venues/dialects/binance-usdm/binance-usdm.fixture.ts';
import type { VenueCall, WireOutcome } from '#venues/wire/venue-wire.ts';
import type { GoldenDialect } from './golden-calls.ts';
import { numbered } from './golden-calls.ts';

const { account, candles, funding, orders, stream } = BINANCE_USDM;
const NAME = { clientOrderId: OUR_NAME, venueOrderId: null, placedAtMs: NOW_MS };
const KNOWN = { ...NAME, venueOrderId: '22542179' };
const WAITING = { ...NAME, venueOrderId: 'algo-2146760' };
/** Nothing but what a fill says. */
const FILLED = { ...KNOWN, clientOrderId: '' };

function place(wish: Partial<NewVenueOrder>): VenueCall {
  const context = { ...CONTEXT, protectionPrice: null, marginMode: null };
  return orders.place(newOrder(wish), BTC_PERPETUAL, context).call;
}

type GoldenQuery<T> = {
  readonly call: VenueCall;
  readonly read: (outcome: WireOutcome) => Verdict<T>;
};
type FollowUp = {
  readonly next?: GoldenQuery<FollowUp> | null;
  readonly rest?: GoldenQuery<FollowUp> | null;
};

/** A request and all that follow it, with the replies by their paths. */
function followed(
  first: GoldenQuery<FollowUp>,
  replies: Readonly<Record<string, unknown>>,
): readonly { readonly call: VenueCall }[] {
  const requests = [first];
  for (const request of requests) {
    const verdict = request.read(reply(replies[request.call.path] ?? []));
    assert(verdict.kind === 'done', request.call.path);
    const following = verdict.value.next ?? verdict.value.rest ?? null;
    if (following !== null) requests.push(following);
  }
  return requests;
}

const MARKET = { type: 'market', price: ZERO } as const;

/** An exit that waits for its price. */
function waiting(type: OrderType, side: 'buy' | 'sell'): VenueCall {
  const terms = { ...PLAIN_TERMS, isReduceOnly: true, triggerPrice: decimal('33500.5') };
  return place({ type, side, price: isLimitType(type) ? decimal('33400') : ZERO, terms });
}
const POST_ONLY = { terms: { ...PLAIN_TERMS, isPostOnly: true } } as const;
const REDUCING = { terms: { ...PLAIN_TERMS, isReduceOnly: true } } as const;
const ISOLATED = {
  terms: { ...PLAIN_TERMS, margin: { leverage: decimal('5'), marginMode: 'isolated' } },
} as const;

const REPLIES = {
  symbolConfig: [{ symbol: 'BTCUSDT', marginType: 'CROSSED', leverage: 20 }],
  income: [
    {
      symbol: 'BTCUSDT',
      incomeType: 'FUNDING_FEE',
      income: '-0.06',
      asset: 'USDT',
      time: NOW_MS - 60_000,
      tranId: 7,
    },
  ],
  forceOrders: [
    {
      symbol: 'BTCUSDT',
      orderId: 9,
      side: 'SELL',
      executedQty: '0.012',
      avgPrice: '34000',
      time: NOW_MS - 50_000,
    },
  ],
  fundingRate: [
    {
      symbol: 'BTCUSDT',
      fundingTime: NOW_MS - 60_000,
      fundingRate: '0.0001',
      markPrice: '35000',
    },
  ],
};

const [SETTING] = orders.prepare(newOrder(ISOLATED), BTC_PERPETUAL);
const RECENT = `[${NOW_MS - 3_600_000},[]]`;
const MARGIN_EVENTS = account.marginEvents?.(RECENT, 500, CONTEXT);
assert(SETTING !== undefined && MARGIN_EVENTS !== undefined);

export const BINANCE_USDM_CALLS: GoldenDialect = {
  name: 'binance-usdm',
  libraryId: BINANCE_USDM.libraryId,
  calls: {
    'limit buy': place({}),
    'limit sell': place({ side: 'sell' }),
    'limit with the smallest steps': place({
      price: decimal('0.00000001'),
      amount: decimal('123456789.00000001'),
    }),
    'limit sell that only reduces': place({ ...REDUCING, side: 'sell' }),
    'post-only buy': place(POST_ONLY),
    'post-only sell': place({ ...POST_ONLY, side: 'sell' }),
    'market buy': place(MARKET),
    'market sell': place({ ...MARKET, side: 'sell' }),
    'market sell that only reduces': place({ ...MARKET, ...REDUCING, side: 'sell' }),
    'stop of a long position': waiting('stop_market', 'sell'),
    'stop of a short position': waiting('stop_market', 'buy'),
    'stop limit of a long position': waiting('stop_limit', 'sell'),
    'profit of a long position': waiting('take_profit_market', 'sell'),
    'profit limit of a long position': waiting('take_profit_limit', 'sell'),
    ...numbered('settings', followed(SETTING, REPLIES)),
    'cancel by our name': orders.cancel(NAME, BTC_PERPETUAL, CONTEXT).call,
    'cancel by the id of the venue': orders.cancel(KNOWN, BTC_PERPETUAL, CONTEXT).call,
    'cancel what waits': orders.cancel(WAITING, BTC_PERPETUAL, CONTEXT).call,
    ...numbered('look up by our name', orders.lookUp(NAME, BTC_PERPETUAL, CONTEXT)),
    ...numbered('look up by the id of the venue', orders.lookUp(KNOWN, BTC_PERPETUAL, CONTEXT)),
    ...numbered('look up what waits', orders.lookUp(WAITING, BTC_PERPETUAL, CONTEXT)),
    ...numbered('look up the order of a fill', orders.lookUp(FILLED, BTC_PERPETUAL, CONTEXT)),
    ...numbered('open orders', orders.open(CONTEXT)),
    'fills from the first': account.fills(BTC_PERPETUAL, null, 500, CONTEXT).call,
    'fills after one': account.fills(BTC_PERPETUAL, '28457', 500, CONTEXT).call,
    'fills of an order': account.orderFills(KNOWN, BTC_PERPETUAL, CONTEXT).call,
    ...numbered('margin events', followed(MARGIN_EVENTS, REPLIES)),
    balances: account.balances(CONTEXT).call,
    ...numbered('positions', account.positions(CONTEXT)),
    ...numbered(
      'credentials',
      account.credentials(CONTEXT).calls.map((call) => ({ call })),
    ),
    'open a stream': stream.token?.().call ?? assert.fail(),
    'keep a stream': stream.keepToken?.query('key').call ?? assert.fail(),
    time: BINANCE_USDM.time().call,
    ...numbered('markets', BINANCE_USDM.markets()),
    price: BINANCE_USDM.price(BTC_PERPETUAL).call,
    'best prices': present(BINANCE_USDM.bestPrices, 'a request of its own')(BTC_PERPETUAL).call,
    'funding rates': funding?.fetch(BTC_PERPETUAL, 1_699_956_000_000, NOW_MS).call ?? assert.fail(),
    candles: candles.fetch(BTC_PERPETUAL, 1_699_999_980_000, 1_700_000_040_000).call,
  },
};
