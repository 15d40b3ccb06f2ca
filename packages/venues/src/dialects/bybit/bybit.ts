// Bybit as a dialect: the v5 interface for unified accounts.

import { BYBIT_ACCOUNT_MODES } from '#venues/dialects/bybit/margin-mode.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/time.ts';
import type { MarketType } from '#venue-port/market/market.ts';
import { KEY_AND_SECRET } from '#venue-port/exchange/venue-credentials.ts';
import type {
  AccountQueries,
  ListedMarket,
  ListQuery,
  Query,
  VenueDialect,
} from '#venues/dialect.ts';
import { executionsAfter } from '#venues/dialects/bybit/execution-list.ts';
import {
  BYBIT_MARKET_STREAM,
  BYBIT_BEST_PRICE_STREAM,
} from '#venues/dialects/bybit/market-stream.ts';
import { orderFills, ORDER_QUERIES } from '#venues/dialects/bybit/order-queries.ts';
import {
  BYBIT_BUDGET,
  BYBIT_ORDER_SUPPORT,
  BYBIT_PROMISES,
} from '#venues/dialects/bybit/promises.ts';
import { credentialsQuery } from '#venues/dialects/bybit/credentials-query.ts';
import { MARGIN_EVENT_TYPES, readMarginEvent } from '#venues/dialects/bybit/read-margin-event.ts';
import { positionQueries } from '#venues/dialects/bybit/position-queries.ts';
import { readBalances } from '#venues/dialects/bybit/read-account.ts';
import { readExecution, readFill } from '#venues/dialects/bybit/read-execution.ts';
import {
  BYBIT_CODE,
  readCandles,
  readFundingRates,
  readMarkets,
  readPrice,
} from '#venues/dialects/bybit/read-market.ts';
import { readPage } from '#venues/dialects/bybit/read-page.ts';
import { bybitRequest, categoryOf } from '#venues/dialects/bybit/requests.ts';
import { BYBIT_STREAM } from '#venues/dialects/bybit/stream.ts';
import type { ReadResult } from '#venues/dialects/bybit/verdict.ts';
import { bybitVerdict } from '#venues/dialects/bybit/verdict.ts';
import { ownOrderName, plainOrderName } from '#venues/dialects/reply/own-order-name.ts';
import { integerField } from '#venues/dialects/reply/reply-fields.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

const CANDLES_PER_CALL_MAX = 1_000;
const MARKETS_PER_CALL_MAX = 1_000;
/** One an hour at most. */
const FUNDING_PER_CALL_MAX = 200;

export const BYBIT: VenueDialect = {
  code: BYBIT_CODE,
  name: 'Bybit',
  libraryId: 'bybit',
  marketTypes: ['spot', 'futures'],
  leftOut:
    'inverse contracts: amounts in dollars, margin and profit in coins, of which no recorded replies to an account were to be had',
  hosts: ['api.bybit.com', 'stream.bybit.com'],
  testNetHosts: ['api-testnet.bybit.com'],
  promises: BYBIT_PROMISES,
  orderSupport: BYBIT_ORDER_SUPPORT,
  credentialForm: {
    ...KEY_AND_SECRET,
    rights:
      '"Read-Write" and "SPOT – Trade"; for futures "Contract – Orders" and "Contract – Positions"',
  },
  accountModes: BYBIT_ACCOUNT_MODES,
  budget: BYBIT_BUDGET,
  orderName: plainOrderName,
  ownName: ownOrderName,
  time: () =>
    query(bybitRequest('time'), (_result, time) => ({
      venueTimeMs: integerField({ time }, 'time'),
    })),
  markets: () => [marketList('spot', null), marketList('futures', null)],
  price: (listed) =>
    query(bybitRequest('price', marketParameters(listed)), (result) => readPrice(result, listed)),
  candles: {
    perCallMax: CANDLES_PER_CALL_MAX,
    fetch: (listed, fromMs, toMs) =>
      query(candleRequest(listed, fromMs, toMs), (result) => readCandles(result, listed)),
  },
  funding: {
    windowMsMax: FUNDING_PER_CALL_MAX * HOUR_MS,
    fetch: (listed, fromMs, toMs) =>
      query(fundingRequest(listed, fromMs, toMs), (result) => readFundingRates(result, listed)),
  },
  orders: ORDER_QUERIES,
  account: accountQueries(),
  stream: BYBIT_STREAM,
  marketStream: BYBIT_MARKET_STREAM,
  bestPriceStream: BYBIT_BEST_PRICE_STREAM,
};

function query<T>(call: VenueCall, read: ReadResult<T>): Query<T> {
  return { call, read: (outcome) => bybitVerdict('read', outcome, read) };
}

function marketList(marketType: MarketType, cursor: string | null): ListQuery<ListedMarket> {
  const call = bybitRequest('markets', {
    category: categoryOf(marketType),
    limit: MARKETS_PER_CALL_MAX,
    ...(cursor === null ? {} : { cursor }),
  });
  return query(call, (result) => {
    const { list, nextCursor } = readPage(result, 'The list of markets');
    return {
      items: readMarkets(list, marketType),
      next: nextCursor === null ? null : marketList(marketType, nextCursor),
    };
  });
}

function marketParameters({ symbol, market }: ListedMarket): VenueCall['parameters'] {
  return { category: categoryOf(market.marketType), symbol };
}

/** Both ends of the venue's window are starts of candles. */
function candleRequest(listed: ListedMarket, fromMs: number, toMs: number): VenueCall {
  return bybitRequest('candles', {
    ...marketParameters(listed),
    interval: '1',
    start: Math.ceil(fromMs / MINUTE_MS) * MINUTE_MS,
    end: toMs - 1,
    limit: CANDLES_PER_CALL_MAX,
  });
}

/** The venue's window includes its end. */
function fundingRequest(listed: ListedMarket, fromMs: number, toMs: number): VenueCall {
  return bybitRequest('fundingRates', {
    ...marketParameters(listed),
    startTime: fromMs,
    endTime: toMs - 1,
    limit: FUNDING_PER_CALL_MAX,
  });
}

function accountQueries(): AccountQueries {
  return {
    balances: ({ marketType, nowMs }) =>
      query(bybitRequest('balances', { accountType: 'UNIFIED' }), (result) =>
        readBalances(result, marketType, nowMs),
      ),
    positions: positionQueries,
    fills: (_listed, cursor, limit, context, sinceMs) =>
      executionsAfter(
        {
          marketType: context.marketType,
          types: ['Trade'],
          read: (value) => readExecution(value, context, readFill),
        },
        cursor,
        limit,
        context,
        sinceMs,
      ),
    orderFills,
    marginEvents: (cursor, limit, context, sinceMs) =>
      executionsAfter(
        {
          marketType: context.marketType,
          types: MARGIN_EVENT_TYPES,
          read: (value) => readExecution(value, context, readMarginEvent),
        },
        cursor,
        limit,
        context,
        sinceMs,
      ),
    credentials: credentialsQuery,
  };
}
