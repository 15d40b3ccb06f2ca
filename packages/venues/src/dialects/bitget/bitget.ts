// Bitget as a dialect: spot, of classic accounts by the v2 interface, and of unified ones by v3.

import { present } from '#lib/assert.ts';
import { DAY_MS } from '#lib/time.ts';
import { KEY_WITH_PASSPHRASE } from '#venue-port/exchange/venue-credentials.ts';
import type {
  AccountContext,
  AccountQueries,
  CandleQueries,
  OrderQueries,
  Query,
  VenueDialect,
} from '#venues/dialect.ts';
import {
  BITGET_ACCOUNT_MODES,
  isUnified,
  MODE_QUERY,
} from '#venues/dialects/bitget/account-mode.ts';
import { fillsAfter, orderFills } from '#venues/dialects/bitget/fill-list.ts';
import {
  BITGET_BEST_PRICE_STREAM,
  BITGET_MARKET_STREAM,
} from '#venues/dialects/bitget/market-stream.ts';
import { CLASSIC_ORDER_QUERIES } from '#venues/dialects/bitget/order-queries.ts';
import {
  BITGET_BUDGET,
  BITGET_ORDER_SUPPORT,
  BITGET_PROMISES,
} from '#venues/dialects/bitget/promises.ts';
import { readBalances, readCredentials } from '#venues/dialects/bitget/read-account.ts';
import {
  BITGET_CODE,
  readCandles,
  readMarkets,
  readPrice,
} from '#venues/dialects/bitget/read-market.ts';
import { bitgetRequest } from '#venues/dialects/bitget/requests.ts';
import { BITGET_STREAM } from '#venues/dialects/bitget/stream.ts';
import {
  readUnifiedBalances,
  readUnifiedCredentials,
} from '#venues/dialects/bitget/unified-account.ts';
import type { SpotOrderQueries } from '#venues/dialects/bitget/spot-orders.ts';
import { unifiedFillsAfter, unifiedOrderFills } from '#venues/dialects/bitget/unified-fills.ts';
import { UNIFIED_ORDER_QUERIES } from '#venues/dialects/bitget/unified-orders.ts';
import { bitgetVerdict, publicVerdict } from '#venues/dialects/bitget/verdict.ts';
import { ownOrderName, plainOrderName } from '#venues/dialects/reply/own-order-name.ts';
import { integerField, replyFields } from '#venues/dialects/reply/reply-fields.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

/** The documented maximum of the list of older ones. */
const CANDLES_LISTED_MAX = 200;
/** Whether the last instant belongs to a list is not documented. */
const CANDLES_PER_CALL_MAX = CANDLES_LISTED_MAX - 1;
/** The list of recent minutes has a month of them; the margin is for short ones. */
const RECENT_MS = 27 * DAY_MS;

export const BITGET: VenueDialect = {
  code: BITGET_CODE,
  name: 'Bitget',
  libraryId: 'bitget',
  marketTypes: ['spot'],
  leftOut:
    'futures: another interface (`v2/mix`) with modes of positions and of margin for each of three products, and no test net to measure it at',
  hosts: ['api.bitget.com', 'ws.bitget.com'],
  promises: BITGET_PROMISES,
  orderSupport: BITGET_ORDER_SUPPORT,
  credentialForm: {
    ...KEY_WITH_PASSPHRASE,
    rights:
      '"Read-write" and "Spot trade"; of a unified account "Unified account: trade" and "management"',
  },
  accountModes: BITGET_ACCOUNT_MODES,
  budget: BITGET_BUDGET,
  orderName: plainOrderName,
  ownName: ownOrderName,
  time: () =>
    query(bitgetRequest('time'), (data) => ({
      venueTimeMs: integerField(replyFields(data, 'The time'), 'serverTime'),
    })),
  markets: () => [
    query(bitgetRequest('markets'), (data) => ({ items: readMarkets(data), next: null })),
  ],
  price: (listed) =>
    query(bitgetRequest('price', { symbol: listed.symbol }), (data) => readPrice(data, listed)),
  candles: {
    perCallMax: CANDLES_PER_CALL_MAX,
    fetch: candlesFrom('olderCandles'),
    recent: { reachMs: RECENT_MS, fetch: candlesFrom('candles') },
  },
  funding: null,
  orders: orderQueries(),
  account: accountQueries(),
  stream: BITGET_STREAM,
  marketStream: BITGET_MARKET_STREAM,
  bestPriceStream: BITGET_BEST_PRICE_STREAM,
};

/** Of nobody's: too many of them stop the address. */
function query<T>(call: VenueCall, read: (data: unknown) => T): Query<T> {
  return { call, read: (outcome) => publicVerdict(outcome, read) };
}

/** Older ones are those before an instant, however many there are. */
function candlesFrom(list: 'candles' | 'olderCandles'): CandleQueries['fetch'] {
  return (listed, fromMs, toMs) =>
    query(
      bitgetRequest(list, {
        symbol: listed.symbol,
        granularity: '1min',
        ...(list === 'candles' ? { startTime: fromMs } : {}),
        endTime: toMs,
        limit: CANDLES_LISTED_MAX,
      }),
      (data) => readCandles(data, listed, fromMs, toMs),
    );
}

function ordersIn(context: AccountContext): SpotOrderQueries {
  return isUnified(context) ? UNIFIED_ORDER_QUERIES : CLASSIC_ORDER_QUERIES;
}

function orderQueries(): OrderQueries {
  return {
    prepare: () => [],
    place: (order, listed, context) => ordersIn(context).place(order, listed, context),
    cancel: (name, listed, context) => ordersIn(context).cancel(name, listed, context),
    lookUp: (name, listed, context) => ordersIn(context).lookUp(name, listed, context),
    placedBetween: (fromMs, toMs, listed, context) =>
      ordersIn(context).placedBetween(fromMs, toMs, listed, context),
    open: (context) => ordersIn(context).open(context),
  };
}

function accountQueries(): AccountQueries {
  return {
    mode: MODE_QUERY,
    balances: (context) => ({
      call: bitgetRequest(isUnified(context) ? 'unifiedBalances' : 'balances'),
      read: (outcome) =>
        bitgetVerdict('read', outcome, (data) =>
          (isUnified(context) ? readUnifiedBalances : readBalances)(data, context.nowMs),
        ),
    }),
    positions: () => [],
    fills: (_listed, cursor, limit, context, sinceMs) =>
      (isUnified(context) ? unifiedFillsAfter : fillsAfter)(cursor, limit, context, sinceMs),
    orderFills: (name, listed, context) =>
      isUnified(context) ? unifiedOrderFills(name, context) : orderFills(name, listed, context),
    marginEvents: null,
    credentials: (context) => ({
      calls: [bitgetRequest(isUnified(context) ? 'unifiedAccount' : 'account')],
      read: ([outcome]) =>
        bitgetVerdict(
          'read',
          present(outcome, 'the call was made'),
          isUnified(context) ? readUnifiedCredentials : readCredentials,
        ),
    }),
  };
}
