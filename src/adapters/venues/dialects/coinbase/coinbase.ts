// Coinbase as a dialect: spot, by the third version of its Advanced interface.

import { present } from '#lib/assert.ts';
import { KEY_AND_SECRET } from '#ports/exchange/venue-credentials.ts';
import type { AccountQueries, BalancePage, Query, VenueDialect } from '#adapters/venues/dialect.ts';
import { fillsAfter, orderFills } from '#adapters/venues/dialects/coinbase/fill-list.ts';
import { ORDER_QUERIES } from '#adapters/venues/dialects/coinbase/order-queries.ts';
import {
  COINBASE_BUDGET,
  COINBASE_ORDER_SUPPORT,
  COINBASE_PROMISES,
} from '#adapters/venues/dialects/coinbase/promises.ts';
import { readBalances, readCredentials } from '#adapters/venues/dialects/coinbase/read-account.ts';
import {
  COINBASE_CODE,
  readCandles,
  readMarkets,
  readPrice,
  readBestPrices,
} from '#adapters/venues/dialects/coinbase/read-market.ts';
import { coinbaseRequest } from '#adapters/venues/dialects/coinbase/requests.ts';
import { COINBASE_STREAM } from '#adapters/venues/dialects/coinbase/stream.ts';
import { coinbaseVerdict, publicVerdict } from '#adapters/venues/dialects/coinbase/verdict.ts';
import { balancePage } from '#adapters/venues/dialects/reply/balance-page.ts';
import {
  flagField,
  integerField,
  textField,
} from '#adapters/venues/dialects/reply/reply-fields.ts';
import type { ReplyFields } from '#adapters/venues/dialects/reply/reply-fields.ts';
import { ownUuidName, uuidOrderName } from '#adapters/venues/dialects/reply/uuid-order-name.ts';
import type { VenueCall } from '#adapters/venues/wire/venue-wire.ts';

/** Less than the documented 350: both ends of what is requested may be listed. */
const CANDLES_PER_CALL_MAX = 300;
const WALLETS_PER_CALL_MAX = 250;

export const COINBASE: VenueDialect = {
  code: COINBASE_CODE,
  name: 'Coinbase',
  libraryId: 'coinbase',
  marketTypes: ['spot'],
  leftOut: 'futures: wallets of their own, which depend on where the customer lives',
  hosts: ['api.coinbase.com', 'advanced-trade-ws-user.coinbase.com'],
  promises: COINBASE_PROMISES,
  orderSupport: COINBASE_ORDER_SUPPORT,
  credentialForm: { ...KEY_AND_SECRET, apiKey: 'Name of the API key', secret: 'Private key' },
  budget: COINBASE_BUDGET,
  orderName: uuidOrderName,
  ownName: ownUuidName,
  time: () =>
    query(coinbaseRequest('time'), (fields) => ({
      venueTimeMs: integerField(fields, 'epochMillis'),
    })),
  markets: () => [
    query(coinbaseRequest('markets', { product_type: 'SPOT' }), (fields) => ({
      items: readMarkets(fields),
      next: null,
    })),
  ],
  price: (listed) =>
    query(coinbaseRequest('price', { product_id: listed.symbol }), (fields) => ({
      price: readPrice(fields, listed),
    })),
  bestPrices: (listed) =>
    query(coinbaseRequest('book', { product_id: listed.symbol, limit: 1 }), (fields) =>
      readBestPrices(fields, listed),
    ),
  candles: {
    perCallMax: CANDLES_PER_CALL_MAX,
    fetch: (listed, fromMs, toMs) =>
      query(
        coinbaseRequest('candles', {
          product_id: listed.symbol,
          granularity: 'ONE_MINUTE',
          start: Math.floor(fromMs / 1_000),
          end: Math.ceil(toMs / 1_000) - 1,
          limit: CANDLES_PER_CALL_MAX,
        }),
        (fields) => readCandles(fields, listed, fromMs, toMs),
      ),
  },
  funding: null,
  orders: ORDER_QUERIES,
  account: accountQueries(),
  stream: COINBASE_STREAM,
};

/** Of nobody's: too many of them stop the address. */
function query<T>(call: VenueCall, read: (fields: ReplyFields) => T): Query<T> {
  return { call, read: (outcome) => publicVerdict(outcome, read) };
}

function accountQueries(): AccountQueries {
  return {
    balances: ({ nowMs }) => walletPage(nowMs, null),
    positions: () => [],
    fills: (_listed, ...list) => fillsAfter(...list),
    orderFills,
    marginEvents: null,
    credentials: () => ({
      calls: [coinbaseRequest('key')],
      read: ([outcome]) =>
        coinbaseVerdict('read', present(outcome, 'the call was made'), readCredentials),
    }),
  };
}

/** `nowMs`: when the first page was requested. */
function walletPage(nowMs: number, page: string | null): Query<BalancePage> {
  const call = coinbaseRequest('balances', {
    limit: WALLETS_PER_CALL_MAX,
    ...(page === null ? {} : { cursor: page }),
  });
  return {
    call,
    read: (outcome) =>
      coinbaseVerdict('read', outcome, (fields) => {
        const isLast = !flagField(fields, 'has_next');
        return {
          ...balancePage(nowMs, readBalances(fields)),
          rest: isLast ? null : walletPage(nowMs, textField(fields, 'cursor')),
        };
      }),
  };
}
