// Binance spot as a dialect.

import { assert } from '#lib/assert.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { CredentialReport, PlacedOrder } from '#venue-port/exchange/exchange.ts';
import { KEY_AND_SECRET } from '#venue-port/exchange/venue-credentials.ts';
import type {
  AccountQueries,
  ListedMarket,
  ListQuery,
  OrderQueries,
  Query,
  VenueDialect,
  Verdict,
} from '#venues/dialect.ts';
import {
  readCandles,
  readPrice,
  readBestPrices,
} from '#venues/dialects/binance/read-market-data.ts';
import type { TradeSource } from '#venues/dialects/binance/fill-list.ts';
import { fillsQuery, orderFillsQuery } from '#venues/dialects/binance/fill-list.ts';
import { namedOrder } from '#venues/dialects/binance/name-order.ts';
import { spotPlaceRequest } from '#venues/dialects/binance-spot/place-request.ts';
import {
  SPOT_BUDGET,
  SPOT_ORDER_SUPPORT,
  SPOT_PROMISES,
} from '#venues/dialects/binance-spot/promises.ts';
import {
  readSpotBalances,
  readSpotCredentials,
  readSpotTestNetCredentials,
} from '#venues/dialects/binance-spot/read-account.ts';
import { BINANCE_CODE, readSpotMarkets } from '#venues/dialects/binance-spot/read-market.ts';
import { readSpotOrder, readSpotOrders } from '#venues/dialects/binance-spot/read-order.ts';
import {
  SPOT_MARKET_STREAM,
  SPOT_BEST_PRICE_STREAM,
} from '#venues/dialects/binance-spot/market-stream.ts';
import { spotRequest } from '#venues/dialects/binance-spot/requests.ts';
import { SPOT_STREAM } from '#venues/dialects/binance-spot/stream.ts';
import { spotVerdict } from '#venues/dialects/binance-spot/verdict.ts';
import { ownOrderName, plainOrderName } from '#venues/dialects/reply/own-order-name.ts';
import { insistOnName } from '#venues/dialects/reply/named-order.ts';
import type { CallPurpose } from '#venues/dialects/reply/refusal-verdict.ts';
import {
  flagField,
  integerField,
  replyFields,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';
import type { VenueCall, WireOutcome } from '#venues/wire/venue-wire.ts';

const CANDLES_PER_CALL_MAX = 1_000;

const SPOT_TRADES: TradeSource = {
  words: {
    side: (fields) => (flagField(fields, 'isBuyer') ? 'buy' : 'sell'),
    isMaker: (fields) => flagField(fields, 'isMaker'),
  },
  request: (parameters) => spotRequest('fills', parameters),
  requestOfOrder: (parameters) => spotRequest('orderFills', parameters),
  read: (outcome, read) => spotVerdict('read', outcome, read),
};

export const BINANCE_SPOT: VenueDialect = {
  code: BINANCE_CODE,
  name: 'Binance',
  libraryId: 'binance',
  marketTypes: ['spot'],
  leftOut: 'futures: they are the exchange `binanceusdm`',
  hosts: ['api.binance.com', 'ws-api.binance.com', 'stream.binance.com'],
  testNetHosts: ['testnet.binance.vision'],
  promises: SPOT_PROMISES,
  orderSupport: SPOT_ORDER_SUPPORT,
  credentialForm: {
    ...KEY_AND_SECRET,
    rights: '"Enable Reading" and "Enable Spot & Margin Trading"',
  },
  budget: SPOT_BUDGET,
  orderName: plainOrderName,
  ownName: ownOrderName,
  time: () =>
    query('read', spotRequest('time'), (body) => ({
      venueTimeMs: integerField(replyFields(body, 'The time'), 'serverTime'),
    })),
  // The sets of permissions are most of a list of 3,000 markets, and what remains is open to all.
  markets: () => [
    onePage(
      spotRequest('markets', { permissions: 'SPOT', showPermissionSets: 'false' }),
      readSpotMarkets,
    ),
  ],
  price: (listed) =>
    query('read', spotRequest('price', { symbol: listed.symbol }), (body) => ({
      price: readPrice(body, listed),
    })),
  bestPrices: (listed) =>
    query('read', spotRequest('bestPrices', { symbol: listed.symbol }), (body) =>
      readBestPrices(body, listed),
    ),
  candles: {
    perCallMax: CANDLES_PER_CALL_MAX,
    fetch: (listed, fromMs, toMs) =>
      query('read', candleRequest(listed, fromMs, toMs), (body) => readCandles(body, listed)),
  },
  funding: null,
  orders: orderQueries(),
  account: accountQueries(),
  testNetAccount: { credentials: testNetCredentials },
  stream: SPOT_STREAM,
  marketStream: SPOT_MARKET_STREAM,
  bestPriceStream: SPOT_BEST_PRICE_STREAM,
};

function query<T>(purpose: CallPurpose, call: VenueCall, read: (body: unknown) => T): Query<T> {
  return { call, read: (outcome) => spotVerdict(purpose, outcome, read) };
}

function onePage<T>(call: VenueCall, read: (body: unknown) => readonly T[]): ListQuery<T> {
  return query('read', call, (body) => ({ items: read(body), next: null }));
}

/** The venue's window includes its end. */
function candleRequest({ symbol }: ListedMarket, fromMs: number, toMs: number): VenueCall {
  return spotRequest('candles', {
    symbol,
    interval: '1m',
    startTime: Math.ceil(fromMs / MINUTE_MS) * MINUTE_MS,
    endTime: toMs - 1,
    limit: CANDLES_PER_CALL_MAX,
  });
}

function orderQueries(): OrderQueries {
  return {
    prepare: () => [],
    place: (order, listed, context) =>
      query('place', spotPlaceRequest(order, listed), (body): PlacedOrder => {
        const placed = readSpotOrder(body, context);
        if (placed.clientOrderId !== order.clientOrderId)
          throw new UnreadableReply('The reply names another order.');
        return placed;
      }),
    cancel: (name, listed, context) =>
      query('cancel', spotRequest('cancelOrder', namedOrder(name, listed)), (body) =>
        insistOnName(name, readSpotOrder(body, context, name)),
      ),
    lookUp: (name, listed, context) => [
      query('look_up', spotRequest('findOrder', namedOrder(name, listed)), (body) =>
        insistOnName(name, readSpotOrder(body, context)),
      ),
    ],
    open: (context) => [
      query('read', spotRequest('openOrders'), (body) => ({
        ...readSpotOrders(body, context),
        next: null,
      })),
    ],
  };
}

function accountQueries(): AccountQueries {
  return {
    balances: ({ nowMs }) =>
      query('read', spotRequest('account', { omitZeroBalances: 'true' }), (body) =>
        readSpotBalances(body, nowMs),
      ),
    positions: () => [],
    fills(listed, cursor, limit) {
      assert(listed !== null, 'fills are listed by market');
      return fillsQuery(SPOT_TRADES, listed, cursor, limit);
    },
    orderFills: (name, listed) => orderFillsQuery(SPOT_TRADES, name, listed),
    marginEvents: null,
    credentials: () => ({
      calls: [spotRequest('account', { omitZeroBalances: 'true' }), spotRequest('keyRights')],
      read: readCredentials,
    }),
  };
}

/** The test net has no interface for the rights of keys, and nothing that could be withdrawn. */
function testNetCredentials(): ReturnType<AccountQueries['credentials']> {
  return {
    calls: [spotRequest('account', { omitZeroBalances: 'true' })],
    read([account]) {
      assert(account !== undefined, 'the call was made');
      return spotVerdict('read', account, readSpotTestNetCredentials);
    },
  };
}

/** Of the two calls, the one that failed first decides. */
function readCredentials(outcomes: readonly WireOutcome[]): Verdict<CredentialReport> {
  const [account, rights] = outcomes;
  assert(account !== undefined && rights !== undefined, 'both calls were made');
  const holder = spotVerdict('read', account, (body) => body);
  if (holder.kind !== 'done') return holder;
  return spotVerdict('read', rights, (body) => readSpotCredentials(holder.value, body));
}
