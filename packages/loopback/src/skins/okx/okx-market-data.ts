// Public endpoints of OKX: time, instruments, tickers, candles.

import { plainText, times } from '#loopback/amount.ts';
import { bestPrices } from '#loopback/book/matching-book.ts';
import type { Candle } from '#loopback/exchange/candle-series.ts';
import { candlesOf } from '#loopback/exchange/candle-series.ts';
import type { MarketState } from '#loopback/exchange/exchange.ts';
import type { MarketTerms } from '#loopback/exchange/market.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import type { OkxEndpoints, OkxPublicContext } from '#loopback/skins/okx/okx-endpoint.ts';
import {
  INST_TYPES,
  instIdOf,
  isOfMarket,
  kindOf,
  marketOf,
  requiredText,
  textOf,
  wholeOf,
} from '#loopback/skins/okx/okx-endpoint.ts';
import { okxReply, parameterError } from '#loopback/skins/okx/okx-errors.ts';

const MINUTE_MS = 60_000;
const FUNDING_MS = 8 * 3_600_000;
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
  'GET /api/v5/public/funding-rate-history': {
    ...open,
    operation: 'candles',
    perTwoSeconds: 10,
    takes: ['instId', 'before', 'after', 'limit'],
    run: fundingRates,
  },
};

function instruments(context: OkxPublicContext): VenueReply {
  const kind = kindOf(context.parameters);
  const wanted = [...context.exchange.markets.values()].filter(({ terms }) =>
    isOfMarket(context, kind, terms.key),
  );
  return okxReply(wanted.map(instrument));
}

function instrument({ terms, status }: MarketState): Record<string, unknown> {
  return {
    alias: '',
    category: '1',
    expTime: '',
    groupId: '1',
    instId: instIdOf(terms),
    instType: INST_TYPES[terms.kind],
    listTime: String(terms.launchedAtMs),
    lotSz: plainText(terms.step),
    maxLmtAmt: '20000000',
    maxLmtSz: plainText(terms.quantityMax),
    minSz: plainText(terms.quantityMin),
    ruleType: 'normal',
    state: status === 'trading' ? 'live' : 'suspend',
    tickSz: plainText(terms.tick),
    ...(terms.kind === 'spot' ? spotFacts(terms) : swapFacts(terms)),
  };
}

function spotFacts({ base, quote }: MarketTerms): Record<string, unknown> {
  const inUsdt = '1000000';
  return {
    baseCcy: base,
    quoteCcy: quote,
    lever: '10',
    maxMktAmt: inUsdt,
    maxMktSz: inUsdt,
    ctMult: '',
    ctType: '',
    ctVal: '',
    ctValCcy: '',
    instFamily: '',
    settleCcy: '',
    uly: '',
  };
}

/** Neither currency is named; amounts are numbers of contracts. */
function swapFacts(terms: MarketTerms): Record<string, unknown> {
  const { base, quote, contractValue, leverageMax, marketQuantityMax } = terms;
  const family = `${base}-${quote}`;
  return {
    baseCcy: '',
    quoteCcy: '',
    lever: String(leverageMax),
    maxMktAmt: '',
    maxMktSz: plainText(marketQuantityMax),
    ctMult: '1',
    ctType: 'linear',
    ctVal: plainText(contractValue),
    ctValCcy: base,
    instFamily: family,
    settleCcy: quote,
    uly: family,
  };
}

function ticker({ exchange, parameters }: OkxPublicContext): VenueReply {
  const market = marketOf(exchange, requiredText(parameters, 'instId'));
  const { terms, last, middle, book, crowd } = market;
  const { bid, ask } = bestPrices(book, crowd, middle, terms.tick);
  return okxReply([
    {
      instType: INST_TYPES[terms.kind],
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
      .map((candle) => okxCandle(market.terms, candle, candle.startMs + MINUTE_MS <= nowMs)),
  );
}

/**
 * Of volumes the third one is of quote, and on spot the second one as well. Swaps have contracts
 * first and then base.
 */
export function okxCandle(
  { kind, contractValue }: MarketTerms,
  candle: Candle,
  isClosed: boolean,
): readonly string[] {
  const { startMs, open: first, high, low, close, volume } = candle;
  const quoteVolume = times(candle.quoteVolume, contractValue);
  const second = kind === 'spot' ? quoteVolume : times(volume, contractValue);
  const figures = [first, high, low, close, volume, second, quoteVolume].map(plainText);
  return [String(startMs), ...figures, isClosed ? '1' : '0'];
}

/**
 * Newest first, at 00:00, 08:00 and 16:00 UTC and whenever else an account here paid, of those that
 * are older than `after` and newer than `before`.
 */
function fundingRates({ exchange, parameters }: OkxPublicContext): VenueReply {
  const { terms, fundingRate } = marketOf(exchange, requiredText(parameters, 'instId'));
  const limit = wholeOf(parameters, 'limit') ?? 400;
  if (limit > 400) throw parameterError('limit');
  const fromMs = (wholeOf(parameters, 'before') ?? 0) + 1;
  const toMs = (wholeOf(parameters, 'after') ?? exchange.clock.nowMs() + 1) - 1;
  const lastMs = Math.floor(Math.min(exchange.clock.nowMs(), toMs) / FUNDING_MS) * FUNDING_MS;
  const due = Array.from({ length: limit }, (_, index) => lastMs - index * FUNDING_MS);
  const paid = exchange.fills.filter(
    ({ kind, marketKey }) => kind === 'funding' && marketKey === terms.key,
  );
  const rates = new Map(due.map((atMs) => [atMs, fundingRate]));
  for (const { atMs, feeRate } of paid) rates.set(atMs, feeRate);
  const rows = [...rates]
    .filter(([atMs]) => atMs >= fromMs && atMs <= toMs)
    .sort(([left], [right]) => right - left)
    .slice(0, limit)
    .map(([atMs, rate]) => ({
      formulaType: 'withRate',
      // The prediction is a little off.
      fundingRate: plainText(rate + 1n),
      fundingTime: String(atMs),
      instId: instIdOf(terms),
      instType: 'SWAP',
      method: 'current_period',
      realizedRate: plainText(rate),
    }));
  return okxReply(rows);
}
