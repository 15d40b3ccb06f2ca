// Public endpoints of KuCoin: time, symbols, tickers, candles.

import { plainText } from '#loopback/amount.ts';
import { bestPrices } from '#loopback/book/matching-book.ts';
import type { Candle } from '#loopback/exchange/candle-series.ts';
import { candlesOf } from '#loopback/exchange/candle-series.ts';
import type { MarketState } from '#loopback/exchange/exchange.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import type {
  KucoinEndpoints,
  KucoinPublicContext,
} from '#loopback/skins/kucoin/kucoin-endpoint.ts';
import {
  marketOf,
  requiredText,
  symbolOf,
  wholeOf,
} from '#loopback/skins/kucoin/kucoin-endpoint.ts';
import { kucoinReply, parameterError } from '#loopback/skins/kucoin/kucoin-errors.ts';

const MINUTE_MS = 60_000;
const CANDLES_MAX = 1_500;
const open = { access: 'public' } as const;

export const KUCOIN_MARKET_DATA: KucoinEndpoints = {
  'GET /api/v1/timestamp': {
    ...open,
    operation: 'time',
    weight: 3,
    takes: [],
    run: ({ exchange }: KucoinPublicContext) => kucoinReply(exchange.clock.nowMs()),
  },
  'GET /api/v2/symbols': {
    ...open,
    operation: 'markets',
    weight: 4,
    takes: ['market'],
    run: ({ exchange }: KucoinPublicContext) =>
      kucoinReply([...exchange.markets.values()].map(symbol)),
  },
  'GET /api/v1/market/orderbook/level1': {
    ...open,
    operation: 'price',
    weight: 2,
    takes: ['symbol'],
    run: ticker,
  },
  'GET /api/v1/market/candles': {
    ...open,
    operation: 'candles',
    weight: 3,
    takes: ['symbol', 'type', 'startAt', 'endAt'],
    run: candles,
  },
};

function symbol({ terms, status }: MarketState): Record<string, unknown> {
  return {
    symbol: symbolOf(terms),
    name: symbolOf(terms),
    baseCurrency: terms.base,
    quoteCurrency: terms.quote,
    feeCurrency: terms.quote,
    market: 'USDS',
    baseMinSize: plainText(terms.quantityMin),
    quoteMinSize: '0.1',
    baseMaxSize: plainText(terms.quantityMax),
    quoteMaxSize: '99999999',
    baseIncrement: plainText(terms.step),
    quoteIncrement: '0.000001',
    priceIncrement: plainText(terms.tick),
    priceLimitRate: '0.1',
    minFunds: plainText(terms.notionalMin),
    isMarginEnabled: false,
    enableTrading: status === 'trading',
    feeCategory: 1,
    makerFeeCoefficient: '1.00',
    takerFeeCoefficient: '1.00',
    st: false,
    callauctionIsEnabled: false,
    callauctionPriceFloor: null,
    callauctionPriceCeiling: null,
    callauctionFirstStageStartTime: null,
    callauctionSecondStageStartTime: null,
    callauctionThirdStageStartTime: null,
    tradingStartTime: null,
  };
}

function ticker(context: KucoinPublicContext): VenueReply {
  const { terms, last, middle, book, crowd } = marketOf(context);
  const { bid, ask } = bestPrices(book, crowd, middle, terms.tick);
  return kucoinReply({
    time: context.exchange.clock.nowMs(),
    sequence: '14609309753',
    price: plainText(last),
    size: '0.000025',
    bestBid: plainText(bid?.price ?? 0n),
    bestBidSize: plainText(bid?.quantity ?? 0n),
    bestAsk: plainText(ask?.price ?? 0n),
    bestAskSize: plainText(ask?.quantity ?? 0n),
  });
}

/** Newest first, from `startAt` until before `endAt`, also the one that has not closed. */
function candles(context: KucoinPublicContext): VenueReply {
  const { exchange, parameters } = context;
  const market = marketOf(context);
  if (requiredText(parameters, 'type') !== '1min') throw parameterError('type');
  const endMs = (wholeOf(parameters, 'endAt') ?? Math.ceil(exchange.clock.nowMs() / 1_000)) * 1_000;
  const start = wholeOf(parameters, 'startAt');
  const startMs = start === null ? endMs - CANDLES_MAX * MINUTE_MS : start * 1_000;
  const rows = candlesOf(market.candles, MINUTE_MS, startMs, endMs - 1);
  return kucoinReply(rows.slice(-CANDLES_MAX).map(kucoinCandle).toReversed());
}

/** Open, close, high, low: in this order. */
function kucoinCandle({ startMs, open, close, high, low, volume, quoteVolume }: Candle): string[] {
  const figures = [open, close, high, low, volume, quoteVolume];
  return [String(startMs / 1_000), ...figures.map(plainText)];
}
