// Every call of the dialect of OKX, and every shape of an order.

import assert from 'node:assert/strict';
import { decimal, ZERO } from '#lib/decimal.ts';
import { isLimitType } from '#venue-port/order/limit-type.ts';
import type { OrderType } from '#venue-port/order/order.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { MarginMode } from '#venues/dialect.ts';
import { OKX } from '#venues/dialects/okx/okx.ts';
import {
  BTC_SPOT,
  BTC_SWAP,
  FUTURES,
  list,
  newOrder,
  NOW_MS,
  OUR_NAME,
  RESTING,
  SPOT,
  SPOT_ON_MARGIN,
} from '#venues/dialects/okx/okx.fixture.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';
import type { GoldenDialect } from './golden-calls.ts';
import { numbered } from './golden-calls.ts';

const { account, candles, funding, orders } = OKX;
const NAME = { clientOrderId: OUR_NAME, venueOrderId: null, placedAtMs: NOW_MS };
const KNOWN = { ...NAME, venueOrderId: RESTING.ordId };
const WAITING = { ...NAME, venueOrderId: 'algo-1753184812254216192' };
const OLD = { ...NAME, placedAtMs: NOW_MS - 30 * 86_400_000 };
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

function placeOnMargin(wish: Partial<NewVenueOrder>): VenueCall {
  const protectionPrice = decimal('34680.4');
  const context = { ...SPOT_ON_MARGIN, protectionPrice, marginMode: null };
  return orders.place(newOrder(wish), BTC_SPOT, context).call;
}

function placeSwap(wish: Partial<NewVenueOrder>, marginMode: MarginMode): VenueCall {
  const context = { ...FUTURES, protectionPrice: null, marginMode };
  return orders.place(newOrder(wish), BTC_SWAP, context).call;
}

const ISOLATED = {
  terms: { ...PLAIN_TERMS, margin: { leverage: decimal('2.5'), marginMode: 'isolated' } },
} as const;
const REDUCING = { terms: { ...PLAIN_TERMS, isReduceOnly: true } } as const;

/** An exit that waits for its price. */
function waiting(type: OrderType, side: 'buy' | 'sell', isSpot = false): VenueCall {
  const terms = { ...PLAIN_TERMS, isReduceOnly: !isSpot, triggerPrice: decimal('33500.5') };
  const price = isLimitType(type) ? decimal('33400') : ZERO;
  const wish = { type, side, price, terms };
  return isSpot ? place(wish) : placeSwap(wish, 'cross');
}

/** All requests before an order whose leverage is another one. */
function settings(): readonly { readonly call: VenueCall }[] {
  const symbol = BTC_SWAP.symbol;
  const outcomes = [
    list([]),
    list([]),
    list([{ instId: symbol, mgnMode: 'isolated', lever: '10' }]),
  ];
  const requests = [...orders.prepare(newOrder(ISOLATED), BTC_SWAP)];
  for (const [index, outcome] of outcomes.entries()) {
    const verdict = requests[index]?.read(outcome);
    if (verdict?.kind === 'done' && verdict.value.next !== null) requests.push(verdict.value.next);
  }
  return requests;
}

/** Both lists of bills, and the rates of one that was found. */
function marginEvents(): readonly { readonly call: VenueCall }[] {
  const first = account.marginEvents?.(`[${NOW_MS - 60_000},[]]`, 500, FUTURES);
  assert(first !== undefined);
  const bill = { billId: '1', ts: String(NOW_MS), type: '8', pnl: '1', sz: '1', ccy: 'USDT' };
  const requests = [first];
  for (const outcome of [list([{ ...bill, instId: BTC_SWAP.symbol }]), list([])]) {
    const verdict = requests.at(-1)?.read(outcome);
    if (verdict?.kind === 'done' && verdict.value.rest !== null) requests.push(verdict.value.rest);
  }
  return requests;
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
    'stop of a long position': waiting('stop_market', 'sell', true),
    'stop of a short position': waiting('stop_market', 'buy', true),
    'stop limit of a long position': waiting('stop_limit', 'sell', true),
    'profit of a long position': waiting('take_profit_market', 'sell', true),
    'profit limit of a long position': waiting('take_profit_limit', 'sell', true),
    'swap: stop of a long position': waiting('stop_market', 'sell'),
    'swap: stop limit of a short position': waiting('stop_limit', 'buy'),
    'swap: profit of a long position': waiting('take_profit_market', 'sell'),
    'on margin: limit buy': placeOnMargin({}),
    'on margin: market buy': placeOnMargin(MARKET),
    'on margin: market sell': placeOnMargin({ ...MARKET, side: 'sell' }),
    'on margin: stop of a long position': placeOnMargin({
      ...MARKET,
      type: 'stop_market',
      side: 'sell',
      terms: { ...PLAIN_TERMS, triggerPrice: decimal('33500.5') },
    }),
    'cancel what waits': orders.cancel(WAITING, BTC_SPOT, SPOT).call,
    ...numbered('look up what waits', orders.lookUp(WAITING, BTC_SPOT, SPOT)),
    'cancel by our name': orders.cancel(NAME, BTC_SPOT, SPOT).call,
    'cancel by the id of the venue': orders.cancel(KNOWN, BTC_SPOT, SPOT).call,
    ...numbered('look up by our name', orders.lookUp(NAME, BTC_SPOT, SPOT)),
    ...numbered('look up by the id of the venue', orders.lookUp(KNOWN, BTC_SPOT, SPOT)),
    ...numbered('look up an old order', orders.lookUp(OLD, BTC_SPOT, SPOT)),
    ...numbered('open orders', orders.open(SPOT)),
    'fills from the first': account.fills(null, null, 500, SPOT).call,
    'fills after one': account.fills(null, `[${NOW_MS - 60_000},[]]`, 500, SPOT).call,
    ...numbered('fills of an order', fillsOfOrder()),
    ...(account.mode === undefined ? {} : { mode: account.mode.call }),
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
    'swaps: limit buy': placeSwap(ISOLATED, 'isolated'),
    'swaps: post-only sell': placeSwap({ ...POST_ONLY, side: 'sell' }, 'cross'),
    'swaps: market buy': placeSwap(MARKET, 'cross'),
    'swaps: market sell that only reduces': placeSwap(
      { ...MARKET, ...REDUCING, side: 'sell' },
      'cross',
    ),
    'swaps: limit sell that only reduces': placeSwap({ ...REDUCING, side: 'sell' }, 'isolated'),
    ...numbered('swaps: settings', settings()),
    'swaps: cancel': orders.cancel(NAME, BTC_SWAP, FUTURES).call,
    ...numbered('swaps: look up an old order', orders.lookUp(OLD, BTC_SWAP, FUTURES)),
    ...numbered('swaps: open orders', orders.open(FUTURES)),
    'swaps: fills': account.fills(null, null, 500, FUTURES).call,
    'swaps: fills of an order': account.orderFills(KNOWN, BTC_SWAP, FUTURES).call,
    ...numbered('swaps: margin events', marginEvents()),
    'swaps: older margin events': account.marginEvents?.(null, 500, FUTURES).call ?? assert.fail(),
    ...numbered('swaps: positions', account.positions(FUTURES)),
    'swaps: price': OKX.price(BTC_SWAP).call,
    'swaps: funding rates': funding?.fetch(BTC_SWAP, FROM_MS, NOW_MS).call ?? assert.fail(),
    'swaps: candles': candles.fetch(BTC_SWAP, FROM_MS, FROM_MS + 60_000).call,
  },
};
