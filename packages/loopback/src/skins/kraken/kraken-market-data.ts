// Public endpoints of Kraken: time, pairs, tickers, candles.

import { fixedText, per, plainText } from '#loopback/amount.ts';
import { bestPrices } from '#loopback/book/matching-book.ts';
import { candlesOf } from '#loopback/exchange/candle-series.ts';
import type { MarketState } from '#loopback/exchange/exchange.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import type {
  KrakenEndpoints,
  KrakenPublicContext,
} from '#loopback/skins/kraken/kraken-endpoint.ts';
import {
  altName,
  assetCode,
  marketOf,
  oldName,
  pairId,
  requiredText,
  wholeOf,
} from '#loopback/skins/kraken/kraken-endpoint.ts';
import { argumentError, krakenReply } from '#loopback/skins/kraken/kraken-errors.ts';

const MINUTE_MS = 60_000;
/** So many of the newest candles are listed, whatever is requested. */
const CANDLES_MAX = 720;
const open = { access: 'public' } as const;

export const KRAKEN_MARKET_DATA: KrakenEndpoints = {
  'GET /0/public/Time': {
    ...open,
    operation: 'time',
    takes: [],
    run({ exchange }: KrakenPublicContext) {
      const unixtime = Math.floor(exchange.clock.nowMs() / 1_000);
      return krakenReply({ unixtime, rfc1123: new Date(unixtime * 1_000).toUTCString() });
    },
  },
  'GET /0/public/AssetPairs': {
    ...open,
    operation: 'markets',
    takes: ['pair', 'info'],
    run({ exchange }: KrakenPublicContext) {
      const pairs = [...exchange.markets.values()].map((market) => [
        pairId(market.terms),
        assetPair(market),
      ]);
      return krakenReply(Object.fromEntries(pairs));
    },
  },
  'GET /0/public/Ticker': { ...open, operation: 'price', takes: ['pair'], run: ticker },
  'GET /0/public/OHLC': {
    ...open,
    operation: 'candles',
    takes: ['pair', 'interval', 'since'],
    run: candles,
  },
};

function decimalsOf(step: bigint): number {
  return plainText(step).split('.')[1]?.length ?? 0;
}

function assetPair({ terms, status }: MarketState): Record<string, unknown> {
  return {
    altname: altName(terms),
    wsname: `${oldName(terms.base)}/${oldName(terms.quote)}`,
    aclass_base: 'currency',
    base: assetCode(terms.base),
    aclass_quote: 'currency',
    quote: assetCode(terms.quote),
    lot: 'unit',
    cost_decimals: 5,
    pair_decimals: decimalsOf(terms.tick),
    lot_decimals: decimalsOf(terms.step),
    lot_multiplier: 1,
    leverage_buy: [],
    leverage_sell: [],
    fees: [
      [0, 0.4],
      [10_000, 0.35],
    ],
    fees_maker: [
      [0, 0.25],
      [10_000, 0.2],
    ],
    fee_volume_currency: 'ZUSD',
    margin_call: 80,
    margin_stop: 40,
    ordermin: plainText(terms.quantityMin),
    costmin: plainText(terms.notionalMin),
    tick_size: plainText(terms.tick),
    status: status === 'trading' ? 'online' : 'cancel_only',
  };
}

function ticker({ exchange, parameters }: KrakenPublicContext): VenueReply {
  const { terms, last, middle, book, crowd } = marketOf(exchange, requiredText(parameters, 'pair'));
  const { bid, ask } = bestPrices(book, crowd, middle, terms.tick);
  const level = (price: bigint): readonly string[] => [fixedText(price), '1', '1.000'];
  return krakenReply({
    [pairId(terms)]: {
      a: level(ask?.price ?? 0n),
      b: level(bid?.price ?? 0n),
      c: [fixedText(last), '0.00100000'],
      v: ['0', '0'],
      p: [fixedText(last), fixedText(last)],
      t: [0, 0],
      l: [fixedText(last), fixedText(last)],
      h: [fixedText(last), fixedText(last)],
      o: fixedText(last),
    },
  });
}

/** Those that begin after `since`, oldest first; the last one has not closed. */
function candles({ exchange, parameters }: KrakenPublicContext): VenueReply {
  const { terms, candles: series } = marketOf(exchange, requiredText(parameters, 'pair'));
  if ((wholeOf(parameters, 'interval') ?? 1) !== 1) throw argumentError('interval');
  const sinceMs = (wholeOf(parameters, 'since') ?? 0) * 1_000;
  const nowMs = exchange.clock.nowMs();
  const fromMs = Math.max(sinceMs + 1, nowMs - CANDLES_MAX * MINUTE_MS, 0);
  const rows = candlesOf(series, MINUTE_MS, fromMs, nowMs).map((candle) => [
    candle.startMs / 1_000,
    ...[candle.open, candle.high, candle.low, candle.close].map(plainText),
    plainText(per(candle.quoteVolume, candle.volume)),
    fixedText(candle.volume),
    1,
  ]);
  const closedMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS - MINUTE_MS;
  return krakenReply({ [pairId(terms)]: rows, last: closedMs / 1_000 });
}
