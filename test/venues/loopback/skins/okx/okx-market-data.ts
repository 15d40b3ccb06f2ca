// What anybody may read at OKX: time, instruments, tickers, candles.

import { plainText } from '../../amount.ts';
import { bestPrices } from '../../book/matching-book.ts';
import type { Candle } from '../../exchange/candle-series.ts';
import { candlesOf } from '../../exchange/candle-series.ts';
import type { MarketState } from '../../exchange/exchange.ts';
import type { VenueReply } from '../skin.ts';
import type { OkxEndpoints, OkxPublicContext } from './okx-endpoint.ts';
import { instIdOf, marketOf, requiredText, textOf, wholeOf } from './okx-endpoint.ts';
import { okxReply, parameterError } from './okx-errors.ts';

const MINUTE_MS = 60_000;
/** So many of the newest candles are in the list of recent ones. */
const RECENT_MAX = 1_440;
const CANDLE_PARAMETERS = ['instId', 'bar', 'after', 'before', 'limit'];
const open = { access: 'public', perTwoSeconds: 20 } as const;

export const OKX_MARKET_DATA: OkxEndpoints = {
  'GET /api/v5/public/time': {
    ...open,
    operation: 'time',
    perTwoSeconds: 10,
    takes: [],
    run: ({ exchange }: OkxPublicContext) => okxReply([{ ts: String(exchange.clock.nowMs()) }]),
  },
  'GET /api/v5/public/instruments': {
    ...open,
    operation: 'markets',
    takes: ['instType', 'instId'],
    run: instruments,
  },
  'GET /api/v5/market/ticker': { ...open, operation: 'price', takes: ['instId'], run: ticker },
  'GET /api/v5/market/candles': {
    ...open,
    operation: 'candles',
    perTwoSeconds: 40,
    takes: CANDLE_PARAMETERS,
    run: (context: OkxPublicContext) => candles(context, RECENT_MAX * MINUTE_MS),
  },
  'GET /api/v5/market/history-candles': {
    ...open,
    operation: 'candles',
    takes: CANDLE_PARAMETERS,
    run: (context: OkxPublicContext) => candles(context, Infinity),
  },
};

function instruments({ exchange, parameters }: OkxPublicContext): VenueReply {
  const isSpot = requiredText(parameters, 'instType') === 'SPOT';
  const wanted = textOf(parameters, 'instId');
  const markets = isSpot ? [...exchange.markets.values()] : [];
  return okxReply(
    markets.map(instrument).filter(({ instId }) => wanted === null || instId === wanted),
  );
}

function instrument({ terms, status }: MarketState) {
  const inUsdt = '1000000';
  return {
    alias: '',
    baseCcy: terms.base,
    category: '1',
    ctMult: '',
    ctType: '',
    ctVal: '',
    ctValCcy: '',
    expTime: '',
    instFamily: '',
    instId: instIdOf(terms),
    instType: 'SPOT',
    lever: '10',
    listTime: String(terms.launchedAtMs),
    lotSz: plainText(terms.step),
    maxLmtAmt: '20000000',
    maxLmtSz: plainText(terms.quantityMax),
    maxMktAmt: inUsdt,
    maxMktSz: inUsdt,
    minSz: plainText(terms.quantityMin),
    quoteCcy: terms.quote,
    ruleType: 'normal',
    settleCcy: '',
    state: status === 'trading' ? 'live' : 'suspend',
    tickSz: plainText(terms.tick),
    uly: '',
  };
}

function ticker({ exchange, parameters }: OkxPublicContext): VenueReply {
  const market = marketOf(exchange, requiredText(parameters, 'instId'));
  const { terms, last, middle, book, crowd } = market;
  const { bid, ask } = bestPrices(book, crowd, middle, terms.tick);
  return okxReply([
    {
      instType: 'SPOT',
      instId: instIdOf(terms),
      last: plainText(last),
      lastSz: '',
      askPx: plainText(ask?.price ?? 0n),
      askSz: plainText(ask?.quantity ?? 0n),
      bidPx: plainText(bid?.price ?? 0n),
      bidSz: plainText(bid?.quantity ?? 0n),
      ts: String(exchange.clock.nowMs()),
    },
  ]);
}

/** Newest first, of those that are older than `after` and newer than `before`. */
function candles({ exchange, parameters }: OkxPublicContext, reachMs: number): VenueReply {
  const market = marketOf(exchange, requiredText(parameters, 'instId'));
  if ((textOf(parameters, 'bar') ?? '1m') !== '1m') throw parameterError('bar');
  const nowMs = exchange.clock.nowMs();
  const limit = wholeOf(parameters, 'limit') ?? 100;
  if (limit > 300) throw parameterError('limit');
  const fromMs = Math.max((wholeOf(parameters, 'before') ?? -1) + 1, nowMs - reachMs, 0);
  const toMs = (wholeOf(parameters, 'after') ?? nowMs + 1) - 1;
  const found = candlesOf(market.candles, MINUTE_MS, fromMs, toMs);
  return okxReply(
    found
      .slice(-limit)
      .toReversed()
      .map((candle) => okxCandle(candle, candle.startMs + MINUTE_MS <= nowMs)),
  );
}

/** On spot the second volume is of quote, and so is the third one. */
export function okxCandle(candle: Candle, isClosed: boolean): readonly string[] {
  const { startMs, open: first, high, low, close, volume, quoteVolume } = candle;
  const figures = [first, high, low, close, volume, quoteVolume, quoteVolume].map(plainText);
  return [String(startMs), ...figures, isClosed ? '1' : '0'];
}
