// Bitget as a dialect: spot of classic accounts, by the v2 interface.

import { present } from '#lib/assert.ts';
import { DAY_MS } from '#lib/time.ts';
import { KEY_WITH_PASSPHRASE } from '#ports/exchange/venue-credentials.ts';
import type {
  AccountQueries,
  CandleQueries,
  Query,
  VenueDialect,
} from '#adapters/venues/dialect.ts';
import { fillsAfter, orderFills } from '#adapters/venues/dialects/bitget/fill-list.ts';
import {
  BITGET_BEST_PRICE_STREAM,
  BITGET_MARKET_STREAM,
} from '#adapters/venues/dialects/bitget/market-stream.ts';
import { ORDER_QUERIES } from '#adapters/venues/dialects/bitget/order-queries.ts';
import {
  BITGET_BUDGET,
  BITGET_ORDER_SUPPORT,
  BITGET_PROMISES,
} from '#adapters/venues/dialects/bitget/promises.ts';
import { readBalances, readCredentials } from '#adapters/venues/dialects/bitget/read-account.ts';
import {
  BITGET_CODE,
  readCandles,
  readMarkets,
  readPrice,
} from '#adapters/venues/dialects/bitget/read-market.ts';
import { bitgetRequest } from '#adapters/venues/dialects/bitget/requests.ts';
import { BITGET_STREAM } from '#adapters/venues/dialects/bitget/stream.ts';
import { bitgetVerdict, publicVerdict } from '#adapters/venues/dialects/bitget/verdict.ts';
import { ownOrderName, plainOrderName } from '#adapters/venues/dialects/reply/own-order-name.ts';
import { integerField, replyFields } from '#adapters/venues/dialects/reply/reply-fields.ts';
import type { VenueCall } from '#adapters/venues/wire/venue-wire.ts';

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
  credentialForm: KEY_WITH_PASSPHRASE,
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
  orders: ORDER_QUERIES,
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

function accountQueries(): AccountQueries {
  return {
    balances: ({ nowMs }) => ({
      call: bitgetRequest('balances'),
      read: (outcome) => bitgetVerdict('read', outcome, (data) => readBalances(data, nowMs)),
    }),
    positions: () => [],
    fills: (_listed, ...list) => fillsAfter(...list),
    orderFills,
    marginEvents: null,
    credentials: () => ({
      calls: [bitgetRequest('account')],
      read: ([outcome]) =>
        bitgetVerdict('read', present(outcome, 'the call was made'), readCredentials),
    }),
  };
}
