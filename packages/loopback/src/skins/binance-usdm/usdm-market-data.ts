// Public endpoints: time, symbols, prices, candles, rates of funding.

import { fixedText, plainText } from '#loopback/amount.ts';
import type { MarketState } from '#loopback/exchange/exchange.ts';
import type { Endpoints, PublicContext } from '#loopback/skins/binance/binance-endpoint.ts';
import { marketBySymbol } from '#loopback/skins/binance/binance-endpoint.ts';
import { bookTicker, klinesOf } from '#loopback/skins/binance/binance-market-data.ts';
import { optionalWhole } from '#loopback/skins/binance/binance-parameters.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import { jsonReply } from '#loopback/skins/skin.ts';

const DELIVERY_MS = 4_133_404_800_000;
const KLINE_WEIGHTS = [
  [99, 1],
  [499, 2],
  [1000, 5],
] as const;

export const USDM_MARKET_DATA: Endpoints = {
  'GET /fapi/v1/time': {
    access: 'public',
    operation: 'time',
    weight: () => 1,
    parameters: [],
    run: ({ exchange }) => jsonReply(200, { serverTime: exchange.clock.nowMs() }),
  },
  'GET /fapi/v1/exchangeInfo': {
    access: 'public',
    operation: 'markets',
    weight: () => 1,
    parameters: [],
    run: exchangeInfo,
  },
  'GET /fapi/v2/ticker/price': {
    access: 'public',
    operation: 'price',
    weight: (parameters) => (parameters.has('symbol') ? 1 : 2),
    parameters: ['symbol'],
    run: tickerPrice,
  },
  'GET /fapi/v1/ticker/bookTicker': {
    access: 'public',
    operation: 'price',
    weight: (parameters) => (parameters.has('symbol') ? 2 : 5),
    parameters: ['symbol'],
    run: tickerBook,
  },
  'GET /fapi/v1/klines': {
    access: 'public',
    operation: 'candles',
    weight: (parameters) => klineWeight(optionalWhole(parameters, 'limit') ?? 500),
    parameters: ['symbol', 'interval', 'startTime', 'endTime', 'limit'],
    run: (context) =>
      klinesOf(context, marketBySymbol(context.exchange, context.parameters, 'linear')),
  },
  'GET /fapi/v1/fundingRate': {
    access: 'public',
    operation: 'fills',
    weight: () => 0,
    parameters: ['symbol', 'startTime', 'endTime', 'limit'],
    run: fundingRates,
  },
};

function klineWeight(limit: number): number {
  return KLINE_WEIGHTS.find(([most]) => limit <= most)?.[1] ?? 10;
}

function exchangeInfo({ exchange }: PublicContext): VenueReply {
  return jsonReply(200, {
    timezone: 'UTC',
    serverTime: exchange.clock.nowMs(),
    rateLimits: [],
    exchangeFilters: [],
    assets: [],
    symbols: [...exchange.markets.values()].map(symbolInfo),
  });
}

function symbolInfo({ terms, status }: MarketState): Record<string, unknown> {
  return {
    symbol: terms.symbol,
    pair: terms.symbol,
    contractType: 'PERPETUAL',
    deliveryDate: DELIVERY_MS,
    onboardDate: terms.launchedAtMs,
    status: status === 'trading' ? 'TRADING' : 'SETTLING',
    baseAsset: terms.base,
    quoteAsset: terms.quote,
    marginAsset: terms.quote,
    pricePrecision: 2,
    quantityPrecision: 3,
    baseAssetPrecision: 8,
    quotePrecision: 8,
    underlyingType: 'COIN',
    filters: [
      {
        filterType: 'PRICE_FILTER',
        minPrice: plainText(terms.tick),
        maxPrice: '4529764',
        tickSize: plainText(terms.tick),
      },
      {
        filterType: 'LOT_SIZE',
        minQty: plainText(terms.quantityMin),
        maxQty: plainText(terms.quantityMax),
        stepSize: plainText(terms.step),
      },
      {
        filterType: 'MARKET_LOT_SIZE',
        minQty: plainText(terms.quantityMin),
        maxQty: plainText(terms.marketQuantityMax),
        stepSize: plainText(terms.step),
      },
      { filterType: 'MAX_NUM_ORDERS', limit: 200 },
      { filterType: 'MIN_NOTIONAL', notional: plainText(terms.notionalMin) },
    ],
    orderTypes: ['LIMIT', 'MARKET'],
    timeInForce: ['GTC', 'IOC', 'FOK', 'GTX'],
    liquidationFee: '0.0125',
    marketTakeBound: '0.05',
  };
}

function tickerPrice({ exchange, parameters }: PublicContext): VenueReply {
  const { terms, last } = marketBySymbol(exchange, parameters, 'linear');
  const time = exchange.clock.nowMs();
  return jsonReply(200, { symbol: terms.symbol, price: fixedText(last), time });
}

function tickerBook({ exchange, parameters }: PublicContext): VenueReply {
  const market = marketBySymbol(exchange, parameters, 'linear');
  const nowMs = exchange.clock.nowMs();
  return jsonReply(200, { ...bookTicker(market), time: nowMs, lastUpdateId: nowMs });
}

function fundingRates({ exchange, parameters }: PublicContext): VenueReply {
  const { terms, fundings } = marketBySymbol(exchange, parameters, 'linear');
  const fromMs = optionalWhole(parameters, 'startTime') ?? 0;
  const toMs = optionalWhole(parameters, 'endTime') ?? Number.MAX_SAFE_INTEGER;
  const rows = fundings
    .filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)
    .map(({ atMs, rate, price }) => ({
      symbol: terms.symbol,
      fundingRate: fixedText(rate),
      fundingTime: atMs,
      markPrice: fixedText(price),
    }));
  return jsonReply(200, rows.slice(0, optionalWhole(parameters, 'limit') ?? 100));
}
