// KuCoin as a dialect: spot, of classic accounts by the high-frequency interface, and of unified
// ones by theirs.

import { present } from '#lib/assert.ts';
import { KEY_WITH_PASSPHRASE } from '#venue-port/exchange/venue-credentials.ts';
import type {
  AccountContext,
  AccountQueries,
  BalancePage,
  OrderQueries,
  Query,
  VenueDialect,
} from '#venues/dialect.ts';
import {
  isUnified,
  KUCOIN_ACCOUNT_MODES,
  MODE_QUERY,
} from '#venues/dialects/kucoin/account-mode.ts';
import { fillsAfter, orderFills } from '#venues/dialects/kucoin/fill-list.ts';
import { CLASSIC_ORDER_QUERIES } from '#venues/dialects/kucoin/order-queries.ts';
import {
  KUCOIN_BUDGET,
  KUCOIN_ORDER_SUPPORT,
  KUCOIN_PROMISES,
} from '#venues/dialects/kucoin/promises.ts';
import {
  readBalances,
  readCredentials,
  readUnifiedBalances,
} from '#venues/dialects/kucoin/read-account.ts';
import {
  KUCOIN_CODE,
  readCandles,
  readMarkets,
  readPrice,
} from '#venues/dialects/kucoin/read-market.ts';
import { kucoinRequest } from '#venues/dialects/kucoin/requests.ts';
import { KUCOIN_STREAM } from '#venues/dialects/kucoin/stream.ts';
import { unifiedFillsAfter, unifiedOrderFills } from '#venues/dialects/kucoin/unified-fills.ts';
import { UNIFIED_ORDER_QUERIES } from '#venues/dialects/kucoin/unified-orders.ts';
import { kucoinVerdict, publicVerdict } from '#venues/dialects/kucoin/verdict.ts';
import { ownOrderName, plainOrderName } from '#venues/dialects/reply/own-order-name.ts';
import { flagField, integerField } from '#venues/dialects/reply/reply-fields.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

const CANDLES_PER_CALL_MAX = 1_500;

export const KUCOIN: VenueDialect = {
  code: KUCOIN_CODE,
  name: 'KuCoin',
  libraryId: 'kucoin',
  marketTypes: ['spot'],
  leftOut:
    'futures: another interface at a host of its own, with other names of markets (`XBTUSDTM`) and a wallet that money is moved to',
  hosts: ['api.kucoin.com', 'ws-api-spot.kucoin.com', 'wsapi-push.kucoin.com'],
  promises: KUCOIN_PROMISES,
  orderSupport: KUCOIN_ORDER_SUPPORT,
  credentialForm: {
    ...KEY_WITH_PASSPHRASE,
    rights: '"General" and "Spot"; of a unified account "General" and "Unified"',
  },
  accountModes: KUCOIN_ACCOUNT_MODES,
  budget: KUCOIN_BUDGET,
  orderName: plainOrderName,
  ownName: ownOrderName,
  time: () =>
    query(kucoinRequest('time'), (data) => ({ venueTimeMs: integerField({ data }, 'data') })),
  markets: () => [
    query(kucoinRequest('markets'), (data) => ({ items: readMarkets(data), next: null })),
  ],
  price: ({ symbol }) => query(kucoinRequest('price', { symbol }), readPrice),
  candles: {
    perCallMax: CANDLES_PER_CALL_MAX,
    // In seconds, without the second instant.
    fetch: (listed, fromMs, toMs) =>
      query(
        kucoinRequest('candles', {
          symbol: listed.symbol,
          type: '1min',
          startAt: Math.floor(fromMs / 1_000),
          endAt: Math.ceil(toMs / 1_000),
        }),
        (data) => readCandles(data, listed, fromMs, toMs),
      ),
  },
  funding: null,
  orders: orderQueries(),
  account: accountQueries(),
  stream: KUCOIN_STREAM,
};

/** Of nobody's: too many of them stop the address. */
function query<T>(call: VenueCall, read: (data: unknown) => T): Query<T> {
  return { call, read: (outcome) => publicVerdict(outcome, read) };
}

function ordersIn(context: AccountContext): typeof UNIFIED_ORDER_QUERIES {
  return isUnified(context) ? UNIFIED_ORDER_QUERIES : CLASSIC_ORDER_QUERIES;
}

function orderQueries(): OrderQueries {
  return {
    prepare: () => [],
    place: (order, listed, context) => ordersIn(context).place(order, listed, context),
    cancel: (name, listed, context) => ordersIn(context).cancel(name, listed, context),
    lookUp: (name, listed, context) => ordersIn(context).lookUp(name, listed, context),
    open: (context) => ordersIn(context).open(context),
  };
}

/** How requests are refused to an account of another mode is not documented. */
function balances(context: AccountContext): Query<BalancePage> {
  const [endpoint, readPage] = isUnified(context)
    ? (['unifiedBalances', readUnifiedBalances] as const)
    : (['balances', readBalances] as const);
  return {
    call: kucoinRequest(endpoint),
    read(outcome) {
      const verdict = kucoinVerdict('read', outcome, (data) => readPage(data, context.nowMs));
      const isUnclear = verdict.kind === 'not_done' && verdict.failure === 'unavailable';
      return isUnclear ? { ...verdict, isOtherMode: true } : verdict;
    },
  };
}

function accountQueries(): AccountQueries {
  return {
    mode: MODE_QUERY,
    balances,
    positions: () => [],
    fills: (listed, cursor, limit, context, sinceMs) =>
      (isUnified(context) ? unifiedFillsAfter : fillsAfter)(
        listed,
        cursor,
        limit,
        context,
        sinceMs,
      ),
    orderFills: (name, listed, context) =>
      (isUnified(context) ? unifiedOrderFills : orderFills)(name, listed, context),
    marginEvents: null,
    credentials: (context) => ({
      calls: [kucoinRequest('key'), ...(isUnified(context) ? [] : [kucoinRequest('accountType')])],
      read([ofKey, ofType]) {
        const key = present(ofKey, 'the call was made');
        if (isUnified(context))
          return kucoinVerdict('read', key, (data) => readCredentials(data, 'unified'));
        const type = kucoinVerdict('read', present(ofType, 'the call was made'), (data) =>
          flagField({ data }, 'data'),
        );
        if (type.kind !== 'done') return type;
        const kind = type.value ? 'high frequency' : 'low frequency';
        return kucoinVerdict('read', key, (data) => readCredentials(data, kind));
      },
    }),
  };
}
