// Binance USD-M futures as a dialect.

import { assert } from '#lib/assert.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/time.ts';
import type { CredentialReport } from '#venue-port/exchange/exchange.ts';
import { KEY_AND_SECRET } from '#venue-port/exchange/venue-credentials.ts';
import type {
  AccountQueries,
  ListedMarket,
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
import { marginEventsAfter } from '#venues/dialects/binance-usdm/margin-events.ts';
import { ORDER_QUERIES } from '#venues/dialects/binance-usdm/order-queries.ts';
import { positionQueries } from '#venues/dialects/binance-usdm/position-queries.ts';
import {
  USDM_BUDGET,
  USDM_ORDER_SUPPORT,
  USDM_PROMISES,
} from '#venues/dialects/binance-usdm/promises.ts';
import {
  USDM_ACCOUNT_MODES,
  readUsdmBalances,
  readUsdmCredentials,
} from '#venues/dialects/binance-usdm/read-account.ts';
import { SIDES } from '#venues/dialects/binance-usdm/read-order.ts';
import {
  readFundingRates,
  readUsdmMarkets,
  USDM_CODE,
} from '#venues/dialects/binance-usdm/read-market.ts';
import { usdmRequest } from '#venues/dialects/binance-usdm/requests.ts';
import {
  USDM_MARKET_STREAM,
  USDM_BEST_PRICE_STREAM,
} from '#venues/dialects/binance-usdm/market-stream.ts';
import { USDM_STREAM } from '#venues/dialects/binance-usdm/stream.ts';
import { usdmVerdict } from '#venues/dialects/binance-usdm/verdict.ts';
import { ownOrderName, plainOrderName } from '#venues/dialects/reply/own-order-name.ts';
import {
  flagField,
  integerField,
  knownWord,
  replyFields,
  textField,
} from '#venues/dialects/reply/reply-fields.ts';
import type { VenueCall, WireOutcome } from '#venues/wire/venue-wire.ts';

const CANDLES_PER_CALL_MAX = 1_000;
/** One an hour at most. */
const FUNDING_PER_CALL_MAX = 900;

const USDM_TRADES: TradeSource = {
  words: {
    side: (fields) => knownWord(SIDES, textField(fields, 'side'), 'side'),
    isMaker: (fields) => flagField(fields, 'maker'),
  },
  request: (parameters) => usdmRequest('fills', parameters),
  requestOfOrder: (parameters) => usdmRequest('fills', parameters),
  read: (outcome, read) => usdmVerdict('read', outcome, read),
};

export const BINANCE_USDM: VenueDialect = {
  code: USDM_CODE,
  name: 'Binance USD-M futures',
  libraryId: 'binance',
  marketTypes: ['futures'],
  leftOut:
    'contracts settled in coins: another interface (`dapi`), of which no recorded replies to an account were to be had',
  // The rights of a key are stated at the host of spot.
  hosts: ['fapi.binance.com', 'fstream.binance.com', 'api.binance.com'],
  testNetHosts: ['testnet.binancefuture.com'],
  promises: USDM_PROMISES,
  orderSupport: USDM_ORDER_SUPPORT,
  credentialForm: {
    ...KEY_AND_SECRET,
    rights: '"Enable Reading" and "Enable Futures"',
  },
  accountModes: USDM_ACCOUNT_MODES,
  budget: USDM_BUDGET,
  orderName: plainOrderName,
  ownName: ownOrderName,
  time: () =>
    query(usdmRequest('time'), (body) => ({
      venueTimeMs: integerField(replyFields(body, 'The time'), 'serverTime'),
    })),
  markets: () => [
    query(usdmRequest('markets'), (body) => ({ items: readUsdmMarkets(body), next: null })),
  ],
  price: (listed) =>
    query(usdmRequest('price', { symbol: listed.symbol }), (body) => ({
      price: readPrice(body, listed),
    })),
  bestPrices: (listed) =>
    query(usdmRequest('bestPrices', { symbol: listed.symbol }), (body) =>
      readBestPrices(body, listed),
    ),
  candles: {
    perCallMax: CANDLES_PER_CALL_MAX,
    fetch: (listed, fromMs, toMs) =>
      query(candleRequest(listed, fromMs, toMs), (body) => readCandles(body, listed)),
  },
  funding: {
    windowMsMax: FUNDING_PER_CALL_MAX * HOUR_MS,
    fetch: (listed, fromMs, toMs) =>
      query(fundingRequest(listed, fromMs, toMs), (body) => readFundingRates(body, listed)),
  },
  orders: ORDER_QUERIES,
  account: accountQueries(),
  stream: USDM_STREAM,
  marketStream: USDM_MARKET_STREAM,
  bestPriceStream: USDM_BEST_PRICE_STREAM,
};

function query<T>(call: VenueCall, read: (body: unknown) => T): Query<T> {
  return { call, read: (outcome) => usdmVerdict('read', outcome, read) };
}

/** The venue's window includes its end. */
function candleRequest({ symbol }: ListedMarket, fromMs: number, toMs: number): VenueCall {
  return usdmRequest('candles', {
    symbol,
    interval: '1m',
    startTime: Math.ceil(fromMs / MINUTE_MS) * MINUTE_MS,
    endTime: toMs - 1,
    limit: CANDLES_PER_CALL_MAX,
  });
}

/** The venue's window includes its end. */
function fundingRequest({ symbol }: ListedMarket, fromMs: number, toMs: number): VenueCall {
  return usdmRequest('fundingRates', {
    symbol,
    startTime: fromMs,
    endTime: toMs - 1,
    limit: FUNDING_PER_CALL_MAX,
  });
}

function accountQueries(): AccountQueries {
  return {
    balances: ({ nowMs }) => query(usdmRequest('account'), (body) => readUsdmBalances(body, nowMs)),
    positions: positionQueries,
    fills(listed, cursor, limit) {
      assert(listed !== null, 'fills are listed by market');
      return fillsQuery(USDM_TRADES, listed, cursor, limit);
    },
    orderFills: (name, listed) => orderFillsQuery(USDM_TRADES, name, listed),
    marginEvents: marginEventsAfter,
    credentials: () => ({
      calls: [
        usdmRequest('keyRights'),
        usdmRequest('accountKinds'),
        usdmRequest('wallets'),
        usdmRequest('accountSetup'),
      ],
      read: readCredentials,
    }),
  };
}

/** Of the calls, the one that failed first decides. */
function readCredentials(outcomes: readonly WireOutcome[]): Verdict<CredentialReport> {
  const bodies: unknown[] = [];
  for (const outcome of outcomes) {
    const verdict = usdmVerdict('read', outcome, (body) => body);
    if (verdict.kind !== 'done') return verdict;
    bodies.push(verdict.value);
  }
  const [last] = outcomes.slice(-1);
  assert(last !== undefined, 'all calls were made');
  const [rights, kinds, wallets] = bodies;
  return usdmVerdict('read', last, (setup) =>
    readUsdmCredentials({ rights, kinds, wallets, setup }),
  );
}
