// Public endpoints: time, symbols, prices, candles.

import { fixedText, per } from '#loopback/amount.ts';
import { bestPrices, offersTo } from '#loopback/book/matching-book.ts';
import type { Candle } from '#loopback/exchange/candle-series.ts';
import { candlesOf } from '#loopback/exchange/candle-series.ts';
import type { Exchange, MarketState } from '#loopback/exchange/exchange.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import { jsonReply, jsonTextReply } from '#loopback/skins/skin.ts';
import type { Endpoints, PublicContext } from '#loopback/skins/binance/binance-endpoint.ts';
import { marketBySymbol } from '#loopback/skins/binance/binance-endpoint.ts';
import { ERRORS } from '#loopback/skins/binance/binance-errors.ts';
import { symbolFilters } from '#loopback/skins/binance/binance-filters.ts';
import type { Parameters } from '#loopback/skins/binance/binance-parameters.ts';
import { WAITING_TYPES } from '#loopback/skins/binance/binance-trigger.ts';
import {
  BinanceRefusal,
  optionalWhole,
  required,
} from '#loopback/skins/binance/binance-parameters.ts';

const DAY_MS = 86_400_000;

export const INTERVALS_MS: Readonly<Record<string, number>> = {
  '1m': 60_000,
  '3m': 180_000,
  '5m': 300_000,
  '15m': 900_000,
  '30m': 1_800_000,
  '1h': 3_600_000,
  '2h': 7_200_000,
  '4h': 14_400_000,
  '6h': 21_600_000,
  '8h': 28_800_000,
  '12h': 43_200_000,
  '1d': DAY_MS,
};

const bySymbol =
  (one: number, all: number) =>
  (parameters: Parameters): number =>
    parameters.has('symbol') ? one : all;

export const MARKET_DATA_ENDPOINTS: Endpoints = {
  'GET /api/v3/ping': {
    access: 'public',
    operation: 'time',
    weight: () => 1,
    parameters: [],
    run: () => jsonReply(200, {}),
  },
  'GET /api/v3/time': {
    access: 'public',
    operation: 'time',
    weight: () => 1,
    parameters: [],
    run: ({ exchange }) => jsonReply(200, { serverTime: exchange.clock.nowMs() }),
  },
  'GET /sapi/v1/system/status': {
    access: 'public',
    operation: 'time',
    weight: () => 1,
    parameters: [],
    run: () => jsonReply(200, { status: 0, msg: 'normal' }),
  },
  'GET /api/v3/exchangeInfo': {
    access: 'public',
    operation: 'markets',
    weight: () => 20,
    parameters: ['symbol', 'symbols', 'permissions', 'showPermissionSets', 'symbolStatus'],
    run: exchangeInfo,
  },
  'GET /api/v3/ticker/price': {
    access: 'public',
    operation: 'price',
    weight: bySymbol(2, 4),
    parameters: ['symbol', 'symbols'],
    run: (context) => oneOrAll(context, priceTicker),
  },
  'GET /api/v3/ticker/bookTicker': {
    access: 'public',
    operation: 'price',
    weight: bySymbol(2, 4),
    parameters: ['symbol', 'symbols'],
    run: (context) => oneOrAll(context, bookTicker),
  },
  'GET /api/v3/ticker/24hr': {
    access: 'public',
    operation: 'price',
    weight: bySymbol(2, 80),
    parameters: ['symbol', 'symbols', 'type'],
    run: (context) => oneOrAll(context, (market) => dayTicker(context.exchange, market)),
  },
  'GET /api/v3/depth': {
    access: 'public',
    operation: 'price',
    weight: () => 5,
    parameters: ['symbol', 'limit'],
    run: depth,
  },
  'GET /api/v3/klines': {
    access: 'public',
    operation: 'candles',
    weight: () => 2,
    parameters: ['symbol', 'interval', 'startTime', 'endTime', 'timeZone', 'limit'],
    run: klines,
  },
};

function exchangeInfo({ exchange, parameters }: PublicContext): VenueReply {
  const symbols = parameters.has('symbol')
    ? [marketBySymbol(exchange, parameters)]
    : [...exchange.markets.values()];
  return jsonReply(200, {
    timezone: 'UTC',
    serverTime: exchange.clock.nowMs(),
    rateLimits: [
      { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 6000 },
      { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: 100 },
      { rateLimitType: 'ORDERS', interval: 'DAY', intervalNum: 1, limit: 200_000 },
      { rateLimitType: 'RAW_REQUESTS', interval: 'MINUTE', intervalNum: 5, limit: 61_000 },
    ],
    exchangeFilters: [],
    symbols: symbols.map(symbolInfo),
  });
}

function symbolInfo({ terms, status }: MarketState): Record<string, unknown> {
  return {
    symbol: terms.symbol,
    status: status === 'trading' ? 'TRADING' : 'BREAK',
    baseAsset: terms.base,
    baseAssetPrecision: 8,
    quoteAsset: terms.quote,
    quotePrecision: 8,
    quoteAssetPrecision: 8,
    baseCommissionPrecision: 8,
    quoteCommissionPrecision: 8,
    orderTypes: ['LIMIT', 'LIMIT_MAKER', 'MARKET', ...WAITING_TYPES],
    icebergAllowed: false,
    ocoAllowed: false,
    otoAllowed: false,
    opoAllowed: false,
    quoteOrderQtyMarketAllowed: true,
    allowTrailingStop: false,
    cancelReplaceAllowed: false,
    amendAllowed: false,
    pegInstructionsAllowed: false,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    filters: symbolFilters(terms),
    permissions: [],
    permissionSets: [['SPOT']],
    defaultSelfTradePreventionMode: 'NONE',
    allowedSelfTradePreventionModes: ['NONE'],
  };
}

function oneOrAll(
  { exchange, parameters }: PublicContext,
  write: (market: MarketState) => Record<string, unknown>,
): VenueReply {
  if (parameters.has('symbol')) return jsonReply(200, write(marketBySymbol(exchange, parameters)));
  const wanted = parameters.has('symbols')
    ? (JSON.parse(parameters.get('symbols') ?? '[]') as readonly string[])
    : null;
  const markets = [...exchange.markets.values()].filter(
    ({ terms }) => wanted === null || wanted.includes(terms.symbol),
  );
  return jsonReply(200, markets.map(write));
}

function priceTicker({ terms, last }: MarketState): Record<string, unknown> {
  return { symbol: terms.symbol, price: fixedText(last) };
}

/** Also of the futures of the same owner. */
export function bookTicker(market: MarketState): Record<string, unknown> {
  const { book, crowd, middle, terms } = market;
  const { bid, ask } = bestPrices(book, crowd, middle, terms.tick);
  return {
    symbol: terms.symbol,
    bidPrice: fixedText(bid?.price ?? 0n),
    bidQty: fixedText(bid?.quantity ?? 0n),
    askPrice: fixedText(ask?.price ?? 0n),
    askQty: fixedText(ask?.quantity ?? 0n),
  };
}

function dayTicker(exchange: Exchange, market: MarketState): Record<string, unknown> {
  const nowMs = exchange.clock.nowMs();
  const day = candlesOf(market.candles, 60_000, nowMs - DAY_MS, nowMs);
  const sum = (read: (candle: Candle) => bigint): bigint =>
    day.reduce((total, candle) => total + read(candle), 0n);
  const open = day[0]?.open ?? market.last;
  const { symbol, bidPrice, bidQty, askPrice, askQty } = bookTicker(market);
  const [volume, quoteVolume] = [sum((c) => c.volume), sum((c) => c.quoteVolume)];
  return {
    symbol,
    priceChange: fixedText(market.last - open),
    priceChangePercent: fixedText(per((market.last - open) * 100n, open)),
    weightedAvgPrice: fixedText(per(quoteVolume, volume)),
    prevClosePrice: fixedText(open),
    lastPrice: fixedText(market.last),
    lastQty: '0.00000000',
    bidPrice,
    bidQty,
    askPrice,
    askQty,
    openPrice: fixedText(open),
    highPrice: fixedText(day.reduce((high, c) => (c.high > high ? c.high : high), market.last)),
    lowPrice: fixedText(day.reduce((low, c) => (c.low < low ? c.low : low), market.last)),
    volume: fixedText(volume),
    quoteVolume: fixedText(quoteVolume),
    openTime: nowMs - DAY_MS,
    closeTime: nowMs,
    firstId: -1,
    lastId: -1,
    count: day.reduce((total, c) => total + c.trades, 0),
  };
}

function depth({ exchange, parameters }: PublicContext): VenueReply {
  const market = marketBySymbol(exchange, parameters);
  const { book, crowd, middle, terms } = market;
  const limit = optionalWhole(parameters, 'limit') ?? 100;
  const levels = (taker: 'buy' | 'sell'): readonly (readonly string[])[] =>
    offersTo(taker, book, crowd, middle, terms.tick)
      .slice(0, limit)
      .map(({ price, quantity }) => [fixedText(price), fixedText(quantity)]);
  return jsonReply(200, {
    lastUpdateId: exchange.lastFillNumber,
    bids: levels('sell'),
    asks: levels('buy'),
  });
}

function klines(context: PublicContext): VenueReply {
  return klinesOf(context, marketBySymbol(context.exchange, context.parameters));
}

/** Candles of a market: from `startTime` on, or the newest ones, at most a thousand. */
export function klinesOf({ exchange, parameters }: PublicContext, market: MarketState): VenueReply {
  const intervalMs = INTERVALS_MS[required(parameters, 'interval')];
  if (intervalMs === undefined) throw new BinanceRefusal(ERRORS.interval);
  const startMs = optionalWhole(parameters, 'startTime');
  const endMs = optionalWhole(parameters, 'endTime') ?? exchange.clock.nowMs();
  const limit = Math.min(optionalWhole(parameters, 'limit') ?? 500, 1000);
  const candles = candlesOf(market.candles, intervalMs, startMs ?? 0, endMs);
  const page = startMs === null ? candles.slice(-limit) : candles.slice(0, limit);
  return jsonTextReply(200, `[${page.map((candle) => klineText(candle, intervalMs)).join(',')}]`);
}

/** Written by hand, because a year of them is requested. */
function klineText(candle: Candle, intervalMs: number): string {
  const figures = [candle.open, candle.high, candle.low, candle.close, candle.volume];
  const [quoteVolume, half, quoteHalf] = [
    candle.quoteVolume,
    candle.volume / 2n,
    candle.quoteVolume / 2n,
  ].map(fixedText);
  return (
    `[${candle.startMs},"${figures.map(fixedText).join('","')}",` +
    `${candle.startMs + intervalMs - 1},"${quoteVolume}",${candle.trades},` +
    `"${half}","${quoteHalf}","0"]`
  );
}
