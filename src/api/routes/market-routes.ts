// Operations on markets.

import { unreachable } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted } from '#lib/result.ts';
import { intervalText } from '#domain/candle/interval.ts';
import { listCandleColumns } from '#services/history/list-candle-columns.ts';
import { listCandles } from '#services/history/list-candles.ts';
import type { CandleQuery, ReadBarsRejection } from '#services/history/read-bars.ts';
import { showPrice } from '#services/history/show-price.ts';
import { showTicker } from '#services/history/show-ticker.ts';
import { listMarkets } from '#services/markets/list-markets.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { ok, refuse, refuseParameter } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import { readInstant } from '#api/routes/read-instant.ts';
import {
  CANDLE_PAGE,
  CANDLES_QUERY,
  CandleColumnsSchema,
  candleColumnsToWire,
  COLUMNS_QUERY,
  MarketPriceSchema,
  marketPriceToWire,
  MarketTickerSchema,
  marketTickerToWire,
} from '#api/schemas/candle.ts';
import { MARKET_PAGE, MARKETS_QUERY } from '#api/schemas/market.ts';

const MARKET_TAG = {
  market_tag: { description: 'Market, as listed.', notFound: 'market_not_found' },
} as const;

export const marketRoutes = [
  defineOperation({
    method: 'GET',
    path: '/v1/markets',
    operationId: 'listMarkets',
    tag: 'Markets',
    summary: 'List markets',
    description:
      'With `exchange`, one request returns the whole exchange. Without it, the ' +
      'universe pages by cursor.',
    scope: 'read',
    tier: 'reads',
    params: {},
    query: MARKETS_QUERY,
    body: null,
    success: { status: 200, description: 'Markets, sorted by tag.', schema: MARKET_PAGE.schema },
    errors: ['exchange_not_found'],
    isAddition: false,
    handle: async (deps, call) => {
      const exchange = call.query.exchange?.toLowerCase() ?? null;
      const found = await listMarkets(deps, {
        exchange,
        afterTag: call.after,
        limit: call.query.limit,
      });
      if (!found.ok) return refuse(found.rejection, `There is no exchange "${exchange}".`);
      const { markets, lastTag } = found.value;
      return ok(MARKET_PAGE.toWire(markets, call.nextCursor(lastTag)));
    },
  }),

  defineOperation({
    method: 'GET',
    path: '/v1/markets/{market_tag}/price',
    operationId: 'getMarketPrice',
    tag: 'Markets',
    summary: 'Get the price',
    description: 'The last price of a market, as its exchange says now.',
    scope: 'read',
    tier: 'reads',
    params: MARKET_TAG,
    query: {},
    body: null,
    success: { status: 200, description: 'The price.', schema: MarketPriceSchema },
    errors: ['market_not_found'],
    isAddition: true,
    handle: async (deps, { params }) => {
      const shown = await showPrice(deps, params.market_tag);
      return shown.ok ? ok(marketPriceToWire(shown.value)) : noMarket(params.market_tag);
    },
  }),

  defineOperation({
    method: 'GET',
    path: '/v1/markets/{market_tag}/ticker',
    operationId: 'getMarketTicker',
    tag: 'Markets',
    summary: 'Get the ticker',
    description:
      'The last price of a market as its exchange says now, and what it did over the last 24 ' +
      'hours as far as its minutes are known here.',
    scope: 'read',
    tier: 'reads',
    params: MARKET_TAG,
    query: {},
    body: null,
    success: { status: 200, description: 'The ticker.', schema: MarketTickerSchema },
    errors: ['market_not_found'],
    isAddition: true,
    handle: async (deps, { params }) => {
      const shown = await showTicker(deps, params.market_tag);
      return shown.ok ? ok(marketTickerToWire(shown.value)) : noMarket(params.market_tag);
    },
  }),

  defineOperation({
    method: 'GET',
    path: '/v1/markets/{market_tag}/candles',
    operationId: 'listMarketCandles',
    tag: 'Markets',
    summary: 'List candles',
    description:
      'Candles of a market, oldest first: those that have ended, as far as its history is known. ' +
      'Intervals in which nothing was traded are left out. A page is made of at most ' +
      `${LIMITS.candleMinutesPerPageMax} minutes, so long intervals have fewer candles on one.`,
    scope: 'read',
    tier: 'reads',
    params: MARKET_TAG,
    query: CANDLES_QUERY,
    body: null,
    success: { status: 200, description: 'One page of candles.', schema: CANDLE_PAGE.schema },
    errors: ['market_not_found'],
    isAddition: true,
    handle: async (deps, call) => {
      const wanted = candleQueryOf(call);
      if (!wanted.ok) return wanted.rejection;
      const listed = await listCandles(deps, wanted.value);
      if (!listed.ok) return refuseCandles(listed.rejection, call.params.market_tag);
      const { candles, lastKey } = listed.value;
      return ok(CANDLE_PAGE.toWire(candles, call.nextCursor(lastKey)));
    },
  }),

  defineOperation({
    method: 'GET',
    path: '/v1/markets/{market_tag}/candle-columns',
    operationId: 'listCandleColumns',
    tag: 'Markets',
    summary: 'List candles as columns',
    description:
      'The candles that `/candles` lists, as lists of whole numbers: for charts, which need many ' +
      `of them at once. A page is made of at most ${LIMITS.columnMinutesPerPageMax} minutes; request ` +
      'the next one with `next_from` as `from`.',
    scope: 'read',
    tier: 'reads',
    params: MARKET_TAG,
    query: COLUMNS_QUERY,
    body: null,
    success: { status: 200, description: 'One page of candles.', schema: CandleColumnsSchema },
    errors: ['market_not_found'],
    isAddition: true,
    handle: async (deps, call) => {
      const wanted = candleQueryOf(call);
      if (!wanted.ok) return wanted.rejection;
      const listed = await listCandleColumns(deps, wanted.value);
      if (!listed.ok) return refuseCandles(listed.rejection, call.params.market_tag);
      return ok(candleColumnsToWire(listed.value));
    },
  }),
];

type CandleCall = {
  readonly after: string | null;
  readonly params: { readonly market_tag: string };
  readonly query: {
    readonly interval: number;
    readonly limit: number;
    readonly from?: string;
    readonly to?: string;
    readonly forming?: boolean;
  };
};

function candleQueryOf({ after, params, query }: CandleCall): Result<CandleQuery, Refusal> {
  const [from, to] = [readInstant('from', query.from), readInstant('to', query.to)];
  if (!from.ok) return from;
  if (!to.ok) return to;
  return accepted({
    marketTag: params.market_tag,
    intervalMinutes: query.interval,
    fromMs: from.value,
    toMs: to.value,
    after,
    limit: query.limit,
    isFormingWanted: query.forming ?? false,
  });
}

function noMarket(marketTag: string): Refusal {
  return refuse('market_not_found', `There is no market "${marketTag}".`);
}

function refuseCandles(rejection: ReadBarsRejection, marketTag: string): Refusal {
  switch (rejection.code) {
    case 'market_not_found':
      return noMarket(marketTag);
    case 'interval_unfit': {
      const stored = intervalText(rejection.candleMinutes);
      return refuseParameter('interval', `one that candles of ${stored} make up`, 'another one');
    }
    case 'steps_changed': {
      const changed = `Market "${marketTag}" has other steps now than when its history was stored.`;
      return refuse('temporarily_unavailable', changed);
    }
    default:
      return unreachable(rejection);
  }
}
