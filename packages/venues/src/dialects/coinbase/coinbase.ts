// Coinbase as a dialect: spot, by the third version of its Advanced interface.

import { present } from '#lib/assert.ts';
import { KEY_AND_SECRET } from '#venue-port/exchange/venue-credentials.ts';
import type { AccountQueries, BalancePage, Query, VenueDialect } from '#venues/dialect.ts';
import { fillsAfter, orderFills } from '#venues/dialects/coinbase/fill-list.ts';
import { ORDER_QUERIES } from '#venues/dialects/coinbase/order-queries.ts';
import {
  COINBASE_BUDGET,
  COINBASE_ORDER_SUPPORT,
  COINBASE_PROMISES,
} from '#venues/dialects/coinbase/promises.ts';
import { readBalances, readCredentials } from '#venues/dialects/coinbase/read-account.ts';
import {
  COINBASE_CODE,
  readCandles,
  readMarkets,
  readPrice,
  readBestPrices,
} from '#venues/dialects/coinbase/read-market.ts';
import { coinbaseRequest } from '#venues/dialects/coinbase/requests.ts';
import { COINBASE_STREAM } from '#venues/dialects/coinbase/stream.ts';
import { coinbaseVerdict, publicVerdict } from '#venues/dialects/coinbase/verdict.ts';
import { balancePage } from '#venues/dialects/reply/balance-page.ts';
import type { ReadRows } from '#venues/dialects/reply/read-rows.ts';
import { flagField, integerField, textField } from '#venues/dialects/reply/reply-fields.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import { ownUuidName, uuidOrderName } from '#venues/dialects/reply/uuid-order-name.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

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
  credentialForm: {
    ...KEY_AND_SECRET,
    apiKey: 'Name of the API key',
    secret: 'Private key',
    rights: '"View" and "Trade"',
  },
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
        const wallets = readBalances(fields);
        return {
          ...balancePage(nowMs, wallets),
          rest: hasMore(fields, wallets) ? walletPage(nowMs, textField(fields, 'cursor')) : null,
        };
      }),
  };
}

/** Where a list does not say whether there is more, its cursor does; an empty one has to say so. */
function hasMore(fields: ReplyFields, { items, unreadable }: ReadRows<unknown>): boolean {
  const isSilent = fields['has_next'] === undefined && items.length + unreadable.length > 0;
  return isSilent ? (fields['cursor'] ?? '') !== '' : flagField(fields, 'has_next');
}
