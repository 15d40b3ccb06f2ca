// OKX as a dialect: spot and linear perpetual swaps, by the v5 interface.

import { HOUR_MS, MINUTE_MS } from '#lib/time.ts';
import type { MarketType } from '#venue-port/market/market.ts';
import { KEY_WITH_PASSPHRASE } from '#venue-port/exchange/venue-credentials.ts';
import type {
  AccountQueries,
  CandleQueries,
  ListedMarket,
  ListQuery,
  Query,
  VenueDialect,
} from '#venues/dialect.ts';
import { MODE_QUERY, OKX_ACCOUNT_MODES } from '#venues/dialects/okx/account-mode.ts';
import { fillsAfter, orderFills } from '#venues/dialects/okx/fill-list.ts';
import { marginEventsAfter } from '#venues/dialects/okx/margin-events.ts';
import { OKX_MARKET_STREAM, OKX_BEST_PRICE_STREAM } from '#venues/dialects/okx/market-stream.ts';
import { ORDER_QUERIES } from '#venues/dialects/okx/order-queries.ts';
import { okxOrderName } from '#venues/dialects/okx/place-request.ts';
import { positionQueries } from '#venues/dialects/okx/position-queries.ts';
import { OKX_BUDGET, OKX_ORDER_SUPPORT, OKX_PROMISES } from '#venues/dialects/okx/promises.ts';
import { readBalances, readCredentials } from '#venues/dialects/okx/read-account.ts';
import {
  OKX_CODE,
  readCandles,
  readFundingRates,
  readMarkets,
  readPrice,
} from '#venues/dialects/okx/read-market.ts';
import { instTypeOf, okxRequest } from '#venues/dialects/okx/requests.ts';
import { OKX_STREAM } from '#venues/dialects/okx/stream.ts';
import { okxVerdict } from '#venues/dialects/okx/verdict.ts';
import { present } from '#lib/assert.ts';
import { ownOrderName } from '#venues/dialects/reply/own-order-name.ts';
import { integerField, replyFields } from '#venues/dialects/reply/reply-fields.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

/** The documented maximum of the list of recent minutes. */
const CANDLES_PER_CALL_MAX = 300;
/** One an hour at most. */
const FUNDING_PER_CALL_MAX = 400;
/** The list of recent minutes has 1,440; the margin is for the time that a request takes. */
const RECENT_MS = 1_430 * MINUTE_MS;

export const OKX: VenueDialect = {
  code: OKX_CODE,
  name: 'OKX',
  libraryId: 'okx',
  marketTypes: ['spot', 'futures'],
  leftOut:
    'swaps settled in coins: amounts in dollars, margin and profit in coins, of which no recorded replies to an account were to be had',
  hosts: ['www.okx.com', 'ws.okx.com'],
  // The same host: a header says that a request is of the test net.
  testNetHosts: ['www.okx.com'],
  promises: OKX_PROMISES,
  orderSupport: OKX_ORDER_SUPPORT,
  credentialForm: {
    ...KEY_WITH_PASSPHRASE,
    rights: '"Read" and "Trade"',
  },
  accountModes: OKX_ACCOUNT_MODES,
  budget: OKX_BUDGET,
  orderName: okxOrderName,
  ownName: ownOrderName,
  time: () =>
    query(okxRequest('time'), ([item]) => ({
      venueTimeMs: integerField(replyFields(item, 'The time'), 'ts'),
    })),
  markets: () => [marketList('spot'), marketList('futures')],
  price: (listed) =>
    query(okxRequest('price', { instId: listed.symbol }), (data) => readPrice(data, listed)),
  candles: {
    perCallMax: CANDLES_PER_CALL_MAX,
    fetch: candlesFrom('olderCandles'),
    recent: { reachMs: RECENT_MS, fetch: candlesFrom('candles') },
  },
  funding: {
    windowMsMax: FUNDING_PER_CALL_MAX * HOUR_MS,
    fetch: (listed, fromMs, toMs) =>
      query(fundingRequest(listed, fromMs, toMs), (data) => readFundingRates(data, listed.symbol)),
  },
  orders: ORDER_QUERIES,
  account: accountQueries(),
  stream: OKX_STREAM,
  marketStream: OKX_MARKET_STREAM,
  bestPriceStream: OKX_BEST_PRICE_STREAM,
};

function query<T>(call: VenueCall, read: (data: readonly unknown[]) => T): Query<T> {
  return { call, read: (outcome) => okxVerdict('read', outcome, read) };
}

function marketList(marketType: MarketType): ListQuery<ListedMarket> {
  const call = okxRequest('markets', { instType: instTypeOf({ marketType }) });
  return query(call, (data) => ({ items: readMarkets(data, marketType), next: null }));
}

/** Neither instant is part of the venue's window. */
function fundingRequest({ symbol }: ListedMarket, fromMs: number, toMs: number): VenueCall {
  return okxRequest('fundingRates', {
    instId: symbol,
    before: fromMs - 1,
    after: toMs,
    limit: FUNDING_PER_CALL_MAX,
  });
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
    mode: MODE_QUERY,
    balances: ({ marketType, nowMs }) =>
      query(okxRequest('balances'), (data) => readBalances(data, marketType, nowMs)),
    positions: positionQueries,
    fills: (_listed, ...list) => fillsAfter(...list),
    orderFills,
    marginEvents: marginEventsAfter,
    credentials: ({ marketType }) => ({
      calls: [okxRequest('settings')],
      read: ([outcome]) =>
        okxVerdict('read', present(outcome, 'the call was made'), (data) =>
          readCredentials(data, marketType),
        ),
    }),
  };
}
