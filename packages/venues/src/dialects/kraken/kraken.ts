// Kraken as a dialect: spot, by its REST interface and the second version of its streams.

import { present } from '#lib/assert.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { KEY_AND_SECRET } from '#venue-port/exchange/venue-credentials.ts';
import type { AccountQueries, Query, VenueDialect } from '#venues/dialect.ts';
import { fillsAfter, orderFills } from '#venues/dialects/kraken/fill-list.ts';
import { ORDER_QUERIES } from '#venues/dialects/kraken/order-queries.ts';
import {
  CANDLES_LISTED_MS,
  KRAKEN_BUDGET,
  KRAKEN_ORDER_SUPPORT,
  KRAKEN_PROMISES,
} from '#venues/dialects/kraken/promises.ts';
import { readBalances, readCredentials } from '#venues/dialects/kraken/read-account.ts';
import {
  KRAKEN_CODE,
  readCandles,
  readMarkets,
  readPrice,
} from '#venues/dialects/kraken/read-market.ts';
import { krakenRequest } from '#venues/dialects/kraken/requests.ts';
import { KRAKEN_STREAM } from '#venues/dialects/kraken/stream.ts';
import { krakenVerdict } from '#venues/dialects/kraken/verdict.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import { integerField } from '#venues/dialects/reply/reply-fields.ts';
import { ownUuidName, uuidOrderName } from '#venues/dialects/reply/uuid-order-name.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

/** The venue lists the newest 720 minutes, whatever is requested; the last one has not closed. */
const CANDLES_PER_CALL_MAX = 719;
/** The venue's time is in whole seconds, so on average it is so much later. */
const HALF_SECOND_MS = 500;

export const KRAKEN: VenueDialect = {
  code: KRAKEN_CODE,
  name: 'Kraken',
  libraryId: 'kraken',
  marketTypes: ['spot'],
  leftOut:
    'futures: another exchange (`futures.kraken.com`) with other keys, which finds orders by its own id alone',
  hosts: ['api.kraken.com', 'ws-auth.kraken.com'],
  promises: KRAKEN_PROMISES,
  orderSupport: KRAKEN_ORDER_SUPPORT,
  credentialForm: {
    ...KEY_AND_SECRET,
    secret: 'Private key',
    rights:
      '"Query" of funds, "Query open orders & trades", "Query closed orders & trades", ' +
      '"Create & modify orders", "Cancel & close orders" and "WebSocket interface"',
  },
  budget: KRAKEN_BUDGET,
  orderName: uuidOrderName,
  ownName: ownUuidName,
  time: () =>
    query(krakenRequest('time'), (result) => ({
      venueTimeMs: integerField(result, 'unixtime') * 1_000 + HALF_SECOND_MS,
    })),
  markets: () => [
    query(krakenRequest('markets'), (result) => ({ items: readMarkets(result), next: null })),
  ],
  price: ({ symbol }) => query(krakenRequest('price', { pair: symbol }), readPrice),
  candles: {
    perCallMax: CANDLES_PER_CALL_MAX,
    listedMs: CANDLES_LISTED_MS,
    // What is listed begins after the instant.
    fetch: (listed, fromMs, toMs) =>
      query(
        krakenRequest('candles', {
          pair: listed.symbol,
          interval: 1,
          since: Math.floor((fromMs - MINUTE_MS) / 1_000),
        }),
        (result) => readCandles(result, listed, fromMs, toMs),
      ),
  },
  orders: ORDER_QUERIES,
  account: accountQueries(),
  funding: null,
  stream: KRAKEN_STREAM,
};

function query<T>(call: VenueCall, read: (result: ReplyFields) => T): Query<T> {
  return { call, read: (outcome) => krakenVerdict('read', outcome, read) };
}

function accountQueries(): AccountQueries {
  return {
    balances: ({ nowMs }) =>
      query(krakenRequest('balances'), (result) => readBalances(result, nowMs)),
    positions: () => [],
    fills: (_listed, ...list) => fillsAfter(...list),
    orderFills,
    marginEvents: null,
    credentials: () => ({
      calls: [krakenRequest('key')],
      read: ([outcome]) =>
        krakenVerdict('read', present(outcome, 'the call was made'), readCredentials),
    }),
  };
}
