// Binance spot as a dialect.

import { assert } from '#lib/assert.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type {
  CredentialReport,
  OrderName,
  PlacedOrder,
  VenueFill,
  VenueOrder,
} from '#ports/exchange/exchange.ts';
import { KEY_AND_SECRET } from '#ports/exchange/venue-credentials.ts';
import type {
  AccountQueries,
  CursorPage,
  ListedMarket,
  ListQuery,
  OrderQueries,
  Query,
  VenueDialect,
  Verdict,
} from '#adapters/venues/dialect.ts';
import {
  readCandles,
  readPrice,
  readBestPrices,
} from '#adapters/venues/dialects/binance/read-market-data.ts';
import { spotPlaceRequest } from '#adapters/venues/dialects/binance-spot/place-request.ts';
import {
  SPOT_BUDGET,
  SPOT_ORDER_SUPPORT,
  SPOT_PROMISES,
} from '#adapters/venues/dialects/binance-spot/promises.ts';
import {
  readSpotBalances,
  readSpotCredentials,
} from '#adapters/venues/dialects/binance-spot/read-account.ts';
import { readSpotTrades } from '#adapters/venues/dialects/binance-spot/read-fill.ts';
import type { SpotTrade } from '#adapters/venues/dialects/binance-spot/read-fill.ts';
import {
  BINANCE_CODE,
  readSpotMarkets,
} from '#adapters/venues/dialects/binance-spot/read-market.ts';
import {
  readSpotOrder,
  readSpotOrders,
} from '#adapters/venues/dialects/binance-spot/read-order.ts';
import {
  SPOT_MARKET_STREAM,
  SPOT_BEST_PRICE_STREAM,
} from '#adapters/venues/dialects/binance-spot/market-stream.ts';
import { spotRequest } from '#adapters/venues/dialects/binance-spot/requests.ts';
import { SPOT_STREAM } from '#adapters/venues/dialects/binance-spot/stream.ts';
import { spotVerdict } from '#adapters/venues/dialects/binance-spot/verdict.ts';
import { ownOrderName, plainOrderName } from '#adapters/venues/dialects/reply/own-order-name.ts';
import type { CallPurpose } from '#adapters/venues/dialects/reply/refusal-verdict.ts';
import {
  integerField,
  replyFields,
  UnreadableReply,
} from '#adapters/venues/dialects/reply/reply-fields.ts';
import type { VenueCall, WireOutcome } from '#adapters/venues/wire/venue-wire.ts';

const FILLS_PER_CALL_MAX = 1_000;
const CANDLES_PER_CALL_MAX = 1_000;

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
  credentialForm: KEY_AND_SECRET,
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
        ofName(name, readSpotOrder(body, context, name)),
      ),
    lookUp: (name, listed, context) => [
      query('look_up', spotRequest('findOrder', namedOrder(name, listed)), (body) =>
        ofName(name, readSpotOrder(body, context)),
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

/** By the venue's id where it is known: a name may have been used twice, an id was not. */
function namedOrder(
  { clientOrderId, venueOrderId }: OrderName,
  { symbol }: ListedMarket,
): VenueCall['parameters'] {
  return venueOrderId === null
    ? { symbol, origClientOrderId: plainOrderName(clientOrderId) }
    : { symbol, orderId: venueOrderId };
}

function ofName({ clientOrderId, venueOrderId }: OrderName, order: VenueOrder): VenueOrder {
  const isSame =
    venueOrderId === null
      ? order.clientOrderId === clientOrderId
      : order.venueOrderId === venueOrderId;
  if (!isSame) throw new UnreadableReply('The reply names another order.');
  return order;
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
      return fillsQuery(listed, cursor, limit);
    },
    orderFills: (name, listed) => orderFillsQuery(name, listed, null),
    marginEvents: null,
    credentials: () => ({
      calls: [spotRequest('account', { omitZeroBalances: 'true' }), spotRequest('keyRights')],
      read: readCredentials,
    }),
  };
}

/** The cursor is the last trade id. Trade ids rise, and lists begin with the one requested. */
function fillsQuery(
  listed: ListedMarket,
  cursor: string | null,
  limit: number,
): Query<CursorPage<VenueFill>> {
  const call = spotRequest('fills', {
    symbol: listed.symbol,
    fromId: cursor === null ? 0 : Number(cursor) + 1,
    limit: Math.min(limit, FILLS_PER_CALL_MAX),
  });
  return query('read', call, (body) => {
    const trades = readSpotTrades(body, listed, null);
    return { items: trades.map(({ fill }) => fill), cursor: lastId(trades) ?? cursor, rest: null };
  });
}

function lastId(trades: readonly SpotTrade[]): string | null {
  const last = trades.at(-1);
  return last === undefined ? null : String(last.tradeId);
}

function orderFillsQuery(
  name: OrderName,
  listed: ListedMarket,
  lastTradeId: string | null,
): ListQuery<VenueFill> {
  assert(name.venueOrderId !== null, 'fills of an order are listed by the id of the venue');
  const call = spotRequest('orderFills', {
    symbol: listed.symbol,
    orderId: name.venueOrderId,
    ...(lastTradeId === null ? {} : { fromId: Number(lastTradeId) + 1 }),
    limit: FILLS_PER_CALL_MAX,
  });
  return query('read', call, (body) => {
    const trades = readSpotTrades(body, listed, ownOrderName(name.clientOrderId));
    const isFull = trades.length >= FILLS_PER_CALL_MAX;
    return {
      items: trades.map(({ fill }) => fill),
      next: isFull ? orderFillsQuery(name, listed, lastId(trades)) : null,
    };
  });
}

/** Of the two calls, the one that failed first decides. */
function readCredentials(outcomes: readonly WireOutcome[]): Verdict<CredentialReport> {
  const [account, rights] = outcomes;
  assert(account !== undefined && rights !== undefined, 'both calls were made');
  const holder = spotVerdict('read', account, (body) => body);
  if (holder.kind !== 'done') return holder;
  return spotVerdict('read', rights, (body) => readSpotCredentials(holder.value, body));
}
