// Public queries of Hyperliquid: its time, markets, prices, candles and rates of funding.

import { plainText } from '#loopback/amount.ts';
import { bestPrices } from '#loopback/book/matching-book.ts';
import { candlesOf } from '#loopback/exchange/candle-series.ts';
import type { MarketState } from '#loopback/exchange/exchange.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import { jsonReply } from '#loopback/skins/skin.ts';
import type { Question, Questions } from '#loopback/skins/hyperliquid/hyperliquid-request.ts';
import {
  endIn,
  marketOfCoin,
  marketsOf,
  textOf,
  wholeOf,
  wordsOf,
} from '#loopback/skins/hyperliquid/hyperliquid-request.ts';
import { UnreadableBody } from '#loopback/skins/hyperliquid/hyperliquid-errors.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const CANDLES_MAX = 5_000;
const RATES_MAX = 500;
/** With the first block of an hour. */
const BOOKED_MS_MAX = 5_000;

export const MARKET_QUESTIONS: Questions = {
  exchangeStatus: {
    operation: 'time',
    weight: 2,
    takes: [],
    run: ({ exchange }) => jsonReply(200, { time: exchange.clock.nowMs(), specialStatuses: null }),
  },
  meta: {
    operation: 'markets',
    weight: 20,
    takes: ['dex'],
    run: (question) => jsonReply(200, metaOf(question)),
  },
  metaAndAssetCtxs: {
    operation: 'price',
    weight: 20,
    takes: ['dex'],
    run: (question) =>
      jsonReply(200, [metaOf(question), marketsOf(question.exchange).map(figuresOf)]),
  },
  l2Book: { operation: 'price', weight: 2, takes: ['coin'], run: book },
  candleSnapshot: { operation: 'candles', weight: 20, takes: ['req'], run: candles },
  fundingHistory: {
    operation: 'candles',
    weight: 20,
    takes: ['coin', 'startTime', 'endTime'],
    run: rates,
  },
};

function metaOf({ exchange }: Question): object {
  const universe = marketsOf(exchange).map(({ terms, status }) => ({
    name: terms.base,
    szDecimals: plainText(terms.step).split('.')[1]?.length ?? 0,
    maxLeverage: terms.leverageMax,
    marginTableId: 50,
    ...(status === 'trading' ? {} : { isDelisted: true }),
  }));
  return { universe, marginTables: [], collateralToken: 0 };
}

function figuresOf({ middle, last, fundingRate }: MarketState): object {
  return {
    funding: plainText(fundingRate),
    openInterest: '0.0',
    prevDayPx: plainText(last),
    dayNtlVlm: '0.0',
    premium: null,
    oraclePx: plainText(middle),
    markPx: plainText(middle),
    midPx: plainText(middle),
    impactPxs: null,
    dayBaseVlm: '0.0',
  };
}

/** Bids, then asks; the best level of each alone. */
function book(question: Question): VenueReply {
  const { terms, book: orders, crowd, middle } = marketOfCoin(question);
  const { bid, ask } = bestPrices(orders, crowd, middle, terms.tick);
  const side = (offer: typeof bid): readonly object[] =>
    offer === null ? [] : [{ px: plainText(offer.price), sz: plainText(offer.quantity), n: 1 }];
  const time = question.exchange.clock.nowMs();
  return jsonReply(200, { coin: terms.base, time, levels: [side(bid), side(ask)] });
}

/** Oldest first, both ends inclusive, of the newest that there are. */
function candles(question: Question): VenueReply {
  const { exchange } = question;
  const words = wordsOf(question.words['req']);
  if (textOf(words, 'interval') !== '1m') throw new UnreadableBody('interval');
  const market = marketOfCoin({ ...question, words });
  const oldestMs = exchange.clock.nowMs() - CANDLES_MAX * MINUTE_MS;
  const fromMs = Math.max(wholeOf(words, 'startTime'), oldestMs);
  const rows = candlesOf(market.candles, MINUTE_MS, fromMs, wholeOf(words, 'endTime'));
  return jsonReply(
    200,
    rows.map((candle) => ({
      t: candle.startMs,
      T: candle.startMs + MINUTE_MS - 1,
      s: market.terms.base,
      i: '1m',
      o: plainText(candle.open),
      c: plainText(candle.close),
      h: plainText(candle.high),
      l: plainText(candle.low),
      v: plainText(candle.volume),
      n: candle.trades,
    })),
  );
}

/** Each hour, and whenever else an account here paid. */
function rates(question: Question): VenueReply {
  const { exchange, words } = question;
  const { terms, fundingRate } = marketOfCoin(question);
  const fromMs = wholeOf(words, 'startTime');
  const toMs = endIn(words, exchange.clock.nowMs());
  const firstMs = Math.ceil(fromMs / HOUR_MS) * HOUR_MS;
  const count = Math.min(Math.max(Math.floor((toMs - firstMs) / HOUR_MS) + 1, 0), RATES_MAX);
  const found = new Map(
    Array.from({ length: count }, (_, hour) => [firstMs + hour * HOUR_MS, fundingRate]),
  );
  for (const { kind, marketKey, atMs, feeRate } of exchange.fills)
    if (kind === 'funding' && marketKey === terms.key && atMs >= fromMs && atMs <= toMs)
      found.set(atMs % HOUR_MS < BOOKED_MS_MAX ? atMs - (atMs % HOUR_MS) : atMs, feeRate);
  const rows = [...found].sort(([left], [right]) => left - right).slice(0, RATES_MAX);
  return jsonReply(
    200,
    rows.map(([time, rate]) => ({
      coin: terms.base,
      fundingRate: plainText(rate),
      premium: '0.0',
      time,
    })),
  );
}
