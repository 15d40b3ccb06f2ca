// Public endpoints of Bybit: time, instruments, tickers, candles, books.

import { per, plainText } from '#loopback/amount.ts';
import { bestPrices, offersTo } from '#loopback/book/matching-book.ts';
import type { Candle } from '#loopback/exchange/candle-series.ts';
import { candlesOf } from '#loopback/exchange/candle-series.ts';
import type { Exchange, MarketState } from '#loopback/exchange/exchange.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import type { BybitEndpoints, BybitPublicContext } from '#loopback/skins/bybit/bybit-endpoint.ts';
import {
  bybitMarket,
  categoryOf,
  requiredText,
  textOf,
  wholeOf,
} from '#loopback/skins/bybit/bybit-endpoint.ts';
import { bybitReply, parameterError } from '#loopback/skins/bybit/bybit-errors.ts';

const DAY_MS = 86_400_000;
const FUNDING_MS = 8 * 3_600_000;

export const BYBIT_INTERVALS_MS: Readonly<Record<string, number>> = {
  '1': 60_000,
  '3': 180_000,
  '5': 300_000,
  '15': 900_000,
  '30': 1_800_000,
  '60': 3_600_000,
  '120': 7_200_000,
  '240': 14_400_000,
  '360': 21_600_000,
  '720': 43_200_000,
  D: DAY_MS,
};

const open = { access: 'public', perSecond: 600 } as const;

export const BYBIT_MARKET_DATA: BybitEndpoints = {
  'GET /v5/market/time': { ...open, operation: 'time', run: time },
  'GET /v5/market/instruments-info': { ...open, operation: 'markets', run: instruments },
  'GET /v5/market/tickers': { ...open, operation: 'price', run: tickers },
  'GET /v5/market/orderbook': { ...open, operation: 'price', run: orderbook },
  'GET /v5/market/kline': { ...open, operation: 'candles', run: klines },
  'GET /v5/market/funding/history': { ...open, operation: 'price', run: fundingHistory },
};

function time({ exchange }: BybitPublicContext): VenueReply {
  const nowMs = exchange.clock.nowMs();
  const timeSecond = String(Math.floor(nowMs / 1000));
  return bybitReply(nowMs, { timeSecond, timeNano: `${nowMs}000000` });
}

function instruments(context: BybitPublicContext): VenueReply {
  const { exchange, parameters } = context;
  // ccxt asks for categories that this venue does not keep: they are empty.
  const category = requiredText(parameters, 'category');
  const isRetained = category === 'spot' || category === 'linear';
  // Without a filter only what trades is listed.
  const wanted = textOf(parameters, 'status') ?? 'Trading';
  const markets = isRetained ? marketsOf(context) : [];
  return bybitReply(exchange.clock.nowMs(), {
    category,
    list: markets.map(instrument).filter(({ status }) => status === wanted),
    nextPageCursor: '',
  });
}

function instrument({ terms, status }: MarketState): Record<string, unknown> {
  const shared = {
    symbol: terms.symbol,
    status: status === 'trading' ? 'Trading' : 'PreLaunch',
    baseCoin: terms.base,
    quoteCoin: terms.quote,
    symbolType: '',
    riskParameters: { priceLimitRatioX: '0.01', priceLimitRatioY: '0.02' },
  };
  if (terms.kind === 'spot') {
    return {
      ...shared,
      innovation: '0',
      marginTrading: 'utaOnly',
      stTag: '0',
      lotSizeFilter: {
        basePrecision: plainText(terms.step),
        quotePrecision: '0.0000001',
        minOrderQty: plainText(terms.quantityMin),
        maxOrderQty: plainText(terms.quantityMax),
        minOrderAmt: plainText(terms.notionalMin),
        maxOrderAmt: '8000000',
        maxLimitOrderQty: plainText(terms.quantityMax),
        maxMarketOrderQty: plainText(terms.marketQuantityMax),
        postOnlyMaxLimitOrderSize: plainText(terms.quantityMax * 5n),
      },
      priceFilter: { tickSize: plainText(terms.tick) },
    };
  }
  return {
    ...shared,
    contractType: 'LinearPerpetual',
    launchTime: String(terms.launchedAtMs),
    deliveryTime: '0',
    deliveryFeeRate: '',
    priceScale: '2',
    leverageFilter: {
      minLeverage: '1',
      maxLeverage: `${terms.leverageMax}.00`,
      leverageStep: '0.01',
    },
    priceFilter: {
      minPrice: plainText(terms.tick),
      maxPrice: '1999999.8',
      tickSize: plainText(terms.tick),
    },
    lotSizeFilter: {
      maxOrderQty: plainText(terms.quantityMax),
      minOrderQty: plainText(terms.quantityMin),
      qtyStep: plainText(terms.step),
      postOnlyMaxOrderQty: plainText(terms.quantityMax),
      maxMktOrderQty: plainText(terms.marketQuantityMax),
      minNotionalValue: plainText(terms.notionalMin),
    },
    unifiedMarginTrade: true,
    fundingInterval: FUNDING_MS / 60_000,
    settleCoin: terms.quote,
    copyTrading: 'both',
    upperFundingRate: '0.00375',
    lowerFundingRate: '-0.00375',
    isPreListing: false,
    preListingInfo: null,
  };
}

function tickers(context: BybitPublicContext): VenueReply {
  const { exchange, parameters } = context;
  return bybitReply(exchange.clock.nowMs(), {
    category: categoryOf(parameters),
    list: marketsOf(context).map((market) => tickerFigures(exchange, market)),
  });
}

/** Also what the public stream sends under `tickers`. */
export function tickerFigures(exchange: Exchange, market: MarketState): Record<string, unknown> {
  const { terms, last, middle, book, crowd, fundingRate } = market;
  const nowMs = exchange.clock.nowMs();
  const day = candlesOf(market.candles, 60_000, nowMs - DAY_MS, nowMs);
  const first = day[0]?.open ?? last;
  const { bid, ask } = bestPrices(book, crowd, middle, terms.tick);
  const sum = (read: (candle: Candle) => bigint): string =>
    plainText(day.reduce((total, candle) => total + read(candle), 0n));
  const shared = {
    symbol: terms.symbol,
    bid1Price: plainText(bid?.price ?? 0n),
    bid1Size: plainText(bid?.quantity ?? 0n),
    ask1Price: plainText(ask?.price ?? 0n),
    ask1Size: plainText(ask?.quantity ?? 0n),
    lastPrice: plainText(last),
    prevPrice24h: plainText(first),
    price24hPcnt: plainText(per(last - first, first)),
    highPrice24h: plainText(day.reduce((high, c) => (c.high > high ? c.high : high), last)),
    lowPrice24h: plainText(day.reduce((low, c) => (c.low < low ? c.low : low), last)),
    turnover24h: sum((candle) => candle.quoteVolume),
    volume24h: sum((candle) => candle.volume),
  };
  if (terms.kind === 'spot') return { ...shared, usdIndexPrice: plainText(last) };
  return {
    ...shared,
    indexPrice: plainText(middle),
    markPrice: plainText(middle),
    prevPrice1h: plainText(first),
    openInterest: '0',
    openInterestValue: '0',
    fundingRate: plainText(fundingRate),
    nextFundingTime: String((Math.floor(nowMs / FUNDING_MS) + 1) * FUNDING_MS),
    predictedDeliveryPrice: '',
    basisRate: '',
    deliveryFeeRate: '',
    deliveryTime: '0',
    basis: '',
    fundingIntervalHour: '8',
    fundingCap: '0.005',
  };
}

function orderbook({ exchange, parameters }: BybitPublicContext): VenueReply {
  const { book, crowd, middle, terms } = bybitMarket(exchange, parameters);
  const limit = wholeOf(parameters, 'limit') ?? 25;
  const nowMs = exchange.clock.nowMs();
  const levels = (taker: 'buy' | 'sell'): readonly (readonly string[])[] =>
    offersTo(taker, book, crowd, middle, terms.tick)
      .slice(0, limit)
      .map(({ price, quantity }) => [plainText(price), plainText(quantity)]);
  const [bids, asks] = [levels('sell'), levels('buy')];
  const sequence = exchange.lastFillNumber;
  return bybitReply(nowMs, {
    s: terms.symbol,
    b: bids,
    a: asks,
    ts: nowMs,
    u: sequence,
    seq: sequence,
  });
}

/** Newest first; the end is that of the start of a candle. */
function klines({ exchange, parameters }: BybitPublicContext): VenueReply {
  const category = textOf(parameters, 'category') ?? 'linear';
  const market = bybitMarket(exchange, new Map([...parameters, ['category', category]]));
  const intervalMs = BYBIT_INTERVALS_MS[requiredText(parameters, 'interval')];
  if (intervalMs === undefined) throw parameterError('Invalid period!');
  const start = wholeOf(parameters, 'start');
  const end = wholeOf(parameters, 'end') ?? exchange.clock.nowMs();
  const limit = Math.min(wholeOf(parameters, 'limit') ?? 200, 1000);
  const candles = candlesOf(market.candles, intervalMs, start ?? 0, end);
  return bybitReply(exchange.clock.nowMs(), {
    symbol: market.terms.symbol,
    category,
    list: candles.slice(-limit).toReversed().map(klineRow),
  });
}

function klineRow(candle: Candle): readonly string[] {
  const { startMs, ...figures } = candle;
  const { open, high, low, close, volume, quoteVolume } = figures;
  return [String(startMs), ...[open, high, low, close, volume, quoteVolume].map(plainText)];
}

function fundingHistory({ exchange, parameters }: BybitPublicContext): VenueReply {
  const market = bybitMarket(exchange, parameters);
  const nowMs = exchange.clock.nowMs();
  const limit = Math.min(wholeOf(parameters, 'limit') ?? 200, 200);
  const [startMs, endMs] = [wholeOf(parameters, 'startTime'), wholeOf(parameters, 'endTime')];
  if (startMs !== null && endMs === null) throw parameterError('endTime is missing');
  const last = Math.floor(Math.min(nowMs, endMs ?? nowMs) / FUNDING_MS) * FUNDING_MS;
  const list = Array.from({ length: limit }, (_, index) => last - index * FUNDING_MS)
    .filter((atMs) => atMs >= (startMs ?? 0))
    .map((atMs) => ({
      symbol: market.terms.symbol,
      fundingRate: plainText(market.fundingRate),
      fundingRateTimestamp: String(atMs),
    }));
  return bybitReply(nowMs, { category: 'linear', list });
}

function marketsOf({ exchange, parameters }: BybitPublicContext): readonly MarketState[] {
  if (textOf(parameters, 'symbol') !== null) return [bybitMarket(exchange, parameters)];
  const kind = categoryOf(parameters);
  const base = textOf(parameters, 'baseCoin');
  return [...exchange.markets.values()].filter(
    ({ terms }) => terms.kind === kind && (base === null || terms.base === base),
  );
}
