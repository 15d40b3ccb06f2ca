// OKX as a dialect: spot, by the v5 interface.

import { MINUTE_MS } from '#lib/time.ts';
import type {
  AccountQueries,
  CandleQueries,
  Query,
  VenueDialect,
} from '#adapters/venues/dialect.ts';
import { fillsAfter, orderFills } from '#adapters/venues/dialects/okx/fill-list.ts';
import { OKX_MARKET_STREAM } from '#adapters/venues/dialects/okx/market-stream.ts';
import { ORDER_QUERIES } from '#adapters/venues/dialects/okx/order-queries.ts';
import { okxOrderName } from '#adapters/venues/dialects/okx/place-request.ts';
import {
  OKX_BUDGET,
  OKX_ORDER_SUPPORT,
  OKX_PROMISES,
} from '#adapters/venues/dialects/okx/promises.ts';
import { readBalances, readCredentials } from '#adapters/venues/dialects/okx/read-account.ts';
import {
  OKX_CODE,
  readCandles,
  readMarkets,
  readPrice,
} from '#adapters/venues/dialects/okx/read-market.ts';
import { okxRequest } from '#adapters/venues/dialects/okx/requests.ts';
import { OKX_STREAM } from '#adapters/venues/dialects/okx/stream.ts';
import { okxVerdict } from '#adapters/venues/dialects/okx/verdict.ts';
import { present } from '#lib/assert.ts';
import { ownOrderName } from '#adapters/venues/dialects/reply/own-order-name.ts';
import { integerField, replyFields } from '#adapters/venues/dialects/reply/reply-fields.ts';
import type { VenueCall } from '#adapters/venues/wire/venue-wire.ts';

/** The documented maximum of the list of recent minutes. */
const CANDLES_PER_CALL_MAX = 300;
/** The list of recent minutes has 1,440; the margin is for the time that a request takes. */
const RECENT_MS = 1_430 * MINUTE_MS;

export const OKX: VenueDialect = {
  code: OKX_CODE,
  name: 'OKX',
  libraryId: 'okx',
  marketTypes: ['spot'],
  hosts: ['www.okx.com', 'ws.okx.com'],
  // The same host: a header says that a request is of the test net.
  testNetHosts: ['www.okx.com'],
  promises: OKX_PROMISES,
  orderSupport: OKX_ORDER_SUPPORT,
  budget: OKX_BUDGET,
  orderName: okxOrderName,
  ownName: ownOrderName,
  time: () =>
    query(okxRequest('time'), ([item]) => ({
      venueTimeMs: integerField(replyFields(item, 'The time'), 'ts'),
    })),
  markets: () => [
    query(okxRequest('markets', { instType: 'SPOT' }), (data) => ({
      items: readMarkets(data),
      next: null,
    })),
  ],
  price: (listed) =>
    query(okxRequest('price', { instId: listed.symbol }), (data) => ({
      price: readPrice(data, listed),
    })),
  candles: {
    perCallMax: CANDLES_PER_CALL_MAX,
    fetch: candlesFrom('olderCandles'),
    recent: { reachMs: RECENT_MS, fetch: candlesFrom('candles') },
  },
  funding: null,
  orders: ORDER_QUERIES,
  account: accountQueries(),
  stream: OKX_STREAM,
  marketStream: OKX_MARKET_STREAM,
};

function query<T>(call: VenueCall, read: (data: readonly unknown[]) => T): Query<T> {
  return { call, read: (outcome) => okxVerdict('read', outcome, read) };
}

/** `before` and `after` are of a list from the newest on: newer, and older, than an instant. */
function candlesFrom(list: 'candles' | 'olderCandles'): CandleQueries['fetch'] {
  return (listed, fromMs, toMs) =>
    query(
      okxRequest(list, {
        instId: listed.symbol,
        bar: '1m',
        before: fromMs - 1,
        after: toMs,
        limit: CANDLES_PER_CALL_MAX,
      }),
      (data) => readCandles(data, listed),
    );
}

function accountQueries(): AccountQueries {
  return {
    balances: ({ nowMs }) => query(okxRequest('balances'), (data) => readBalances(data, nowMs)),
    positions: () => [],
    fills: (_listed, ...list) => fillsAfter(...list),
    orderFills,
    marginEvents: null,
    credentials: () => ({
      calls: [okxRequest('settings')],
      read: ([outcome]) =>
        okxVerdict('read', present(outcome, 'the call was made'), readCredentials),
    }),
  };
}
