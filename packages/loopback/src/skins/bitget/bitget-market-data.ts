// Public endpoints of Bitget: time, symbols, tickers, candles of the last month, and older ones.

import { plainText } from '#loopback/amount.ts';
import { bestPrices } from '#loopback/book/matching-book.ts';
import type { Candle } from '#loopback/exchange/candle-series.ts';
import { candlesOf } from '#loopback/exchange/candle-series.ts';
import type { MarketState } from '#loopback/exchange/exchange.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import type {
  BitgetEndpoints,
  BitgetPublicContext,
} from '#loopback/skins/bitget/bitget-endpoint.ts';
import {
  marketOf,
  requiredText,
  symbolOf,
  textOf,
  wholeOf,
} from '#loopback/skins/bitget/bitget-endpoint.ts';
import { bitgetReply, parameterError } from '#loopback/skins/bitget/bitget-errors.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** "1m: one month". */
const RECENT_MS = 30 * DAY_MS;
const open = { access: 'public', perSecond: 20 } as const;

export const BITGET_MARKET_DATA: BitgetEndpoints = {
  'GET /api/v2/public/time': {
    ...open,
    operation: 'time',
    takes: [],
    run: ({ exchange }: BitgetPublicContext) => {
      const nowMs = exchange.clock.nowMs();
      return bitgetReply({ serverTime: String(nowMs) }, nowMs);
    },
  },
  'GET /api/v2/spot/public/symbols': {
    ...open,
    operation: 'markets',
    takes: ['symbol'],
    run: (context: BitgetPublicContext) =>
      bitgetReply(wantedMarkets(context).map(symbolRow), context.exchange.clock.nowMs()),
  },
  'GET /api/v2/spot/market/tickers': {
    ...open,
    operation: 'price',
    takes: ['symbol'],
    run: tickers,
  },
  'GET /api/v2/spot/market/candles': {
    ...open,
    operation: 'candles',
    takes: ['symbol', 'granularity', 'startTime', 'endTime', 'limit'],
    run: recentCandles,
  },
  'GET /api/v2/spot/market/history-candles': {
    ...open,
    operation: 'candles',
    // ccxt names the first instant, too, of which the documentation knows nothing.
    takes: ['symbol', 'granularity', 'startTime', 'endTime', 'limit'],
    run: olderCandles,
  },
};

function wantedMarkets(context: BitgetPublicContext): readonly MarketState[] {
  return textOf(context.parameters, 'symbol') === null
    ? [...context.exchange.markets.values()]
    : [marketOf(context)];
}

/** Steps are decimal places here. */
function placesOf(step: bigint): string {
  return String(plainText(step).split('.')[1]?.length ?? 0);
}

function symbolRow({ terms, status }: MarketState): Record<string, unknown> {
  const { base, quote, tick, step, notionalMin, launchedAtMs } = terms;
  return {
    symbol: symbolOf(terms),
    baseCoin: base,
    quoteCoin: quote,
    minTradeAmount: '0',
    maxTradeAmount: '900000000000000000000',
    takerFeeRate: '0.002',
    makerFeeRate: '0.002',
    pricePrecision: placesOf(tick),
    quantityPrecision: placesOf(step),
    quotePrecision: '8',
    status: status === 'trading' ? 'online' : 'halt',
    minTradeUSDT: plainText(notionalMin),
    buyLimitPriceRatio: '0.05',
    sellLimitPriceRatio: '0.05',
    areaSymbol: 'no',
    orderQuantity: '200',
    openTime: String(launchedAtMs),
    offTime: '',
  };
}

function tickers(context: BitgetPublicContext): VenueReply {
  const nowMs = context.exchange.clock.nowMs();
  return bitgetReply(
    wantedMarkets(context).map(({ terms, last, middle, book, crowd }) => {
      const { bid, ask } = bestPrices(book, crowd, middle, terms.tick);
      const price = plainText(last);
      return {
        symbol: symbolOf(terms),
        high24h: price,
        open: price,
        low24h: price,
        lastPr: price,
        quoteVolume: '0',
        baseVolume: '0',
        usdtVolume: '0',
        bidPr: plainText(bid?.price ?? 0n),
        askPr: plainText(ask?.price ?? 0n),
        bidSz: plainText(bid?.quantity ?? 0n),
        askSz: plainText(ask?.quantity ?? 0n),
        openUtc: price,
        ts: String(nowMs),
        changeUtc24h: '0',
        change24h: '0',
      };
    }),
    nowMs,
  );
}

function limitOf({ parameters }: BitgetPublicContext, limitMax: number): number {
  if (requiredText(parameters, 'granularity') !== '1min') throw parameterError('granularity');
  const limit = wholeOf(parameters, 'limit') ?? 100;
  if (limit === 0 || limit > limitMax) throw parameterError('limit');
  return limit;
}

/** Oldest first, the newest of them; whether the second instant belongs to it is not documented. */
function recentCandles(context: BitgetPublicContext): VenueReply {
  const { exchange, parameters } = context;
  const limit = limitOf(context, 1_000);
  const nowMs = exchange.clock.nowMs();
  const toMs = wholeOf(parameters, 'endTime') ?? nowMs;
  const fromMs = Math.max(wholeOf(parameters, 'startTime') ?? 0, nowMs - RECENT_MS);
  const { candles } = marketOf(context);
  const found = candlesOf(candles, MINUTE_MS, fromMs, toMs).slice(-limit);
  return bitgetReply(found.map(candleRow), nowMs);
}

function olderCandles(context: BitgetPublicContext): VenueReply {
  const { exchange, parameters } = context;
  const limit = limitOf(context, 200);
  requiredText(parameters, 'endTime');
  const toMs = wholeOf(parameters, 'endTime') ?? 0;
  const { candles } = marketOf(context);
  const found = candlesOf(candles, MINUTE_MS, 0, toMs).slice(-limit);
  return bitgetReply(found.map(candleRow), exchange.clock.nowMs());
}

/** Cells of a candle: instant, prices, volume, and the value twice. */
export function candleRow(candle: Candle): readonly string[] {
  const { startMs, open: first, high, low, close, volume, quoteVolume } = candle;
  const figures = [first, high, low, close, volume, quoteVolume, quoteVolume].map(plainText);
  return [String(startMs), ...figures];
}
