// Public endpoints of Gate: time, currency pairs, tickers, candles.

import { plainText } from '#loopback/amount.ts';
import { bestPrices } from '#loopback/book/matching-book.ts';
import type { Candle } from '#loopback/exchange/candle-series.ts';
import { candlesOf } from '#loopback/exchange/candle-series.ts';
import type { MarketState } from '#loopback/exchange/exchange.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import { jsonReply } from '#loopback/skins/skin.ts';
import type { GateEndpoints, GatePublicContext } from '#loopback/skins/gate/gate-endpoint.ts';
import {
  marketOfPair,
  pairOf,
  requiredText,
  secondsText,
  textOf,
  wholeOf,
} from '#loopback/skins/gate/gate-endpoint.ts';
import { GateRefusal, parameterError } from '#loopback/skins/gate/gate-errors.ts';

const MINUTE_S = 60;
const CANDLES_MAX = 1_000;
/** So many of the newest ones are listed. */
const CANDLES_REACH = 10_000;
const open = { access: 'public', perTenSeconds: 200 } as const;

export const GATE_MARKET_DATA: GateEndpoints = {
  'GET /spot/time': {
    ...open,
    operation: 'time',
    takes: [],
    run: ({ exchange }: GatePublicContext) =>
      jsonReply(200, { server_time: exchange.clock.nowMs() }),
  },
  'GET /spot/currency_pairs': {
    ...open,
    operation: 'markets',
    takes: [],
    run: ({ exchange }: GatePublicContext) =>
      jsonReply(200, [...exchange.markets.values()].map(currencyPair)),
  },
  'GET /spot/tickers': {
    ...open,
    operation: 'price',
    takes: ['currency_pair', 'timezone'],
    run: tickers,
  },
  'GET /spot/candlesticks': {
    ...open,
    operation: 'candles',
    takes: ['currency_pair', 'limit', 'from', 'to', 'interval'],
    run: candlesticks,
  },
};

/** Steps are decimal places here. */
function placesOf(step: bigint): number {
  return plainText(step).split('.')[1]?.length ?? 0;
}

function currencyPair({ terms, status }: MarketState): Record<string, unknown> {
  const { base, quote, tick, step, quantityMin, quantityMax, notionalMin, launchedAtMs } = terms;
  const start = Math.floor(launchedAtMs / 1_000);
  return {
    id: pairOf(terms),
    base,
    base_name: base,
    quote,
    quote_name: quote,
    fee: '0.2',
    min_base_amount: plainText(quantityMin),
    min_quote_amount: plainText(notionalMin),
    max_base_amount: plainText(quantityMax),
    max_quote_amount: '10000000',
    amount_precision: placesOf(step),
    precision: placesOf(tick),
    trade_status: status === 'trading' ? 'tradable' : 'untradable',
    sell_start: start,
    buy_start: start,
    delisting_time: 0,
    type: 'normal',
    trade_url: '',
    st_tag: false,
    up_rate: '0.05',
    down_rate: '0.02',
    slippage: '0.05',
  };
}

function tickers({ exchange, parameters }: GatePublicContext): VenueReply {
  const pair = textOf(parameters, 'currency_pair');
  const wanted = pair === null ? [...exchange.markets.values()] : [marketOfPair(exchange, pair)];
  return jsonReply(
    200,
    wanted.map(({ terms, last, middle, book, crowd }) => {
      const { bid, ask } = bestPrices(book, crowd, middle, terms.tick);
      return {
        currency_pair: pairOf(terms),
        last: plainText(last),
        lowest_ask: plainText(ask?.price ?? 0n),
        lowest_size: plainText(ask?.quantity ?? 0n),
        highest_bid: plainText(bid?.price ?? 0n),
        highest_size: plainText(bid?.quantity ?? 0n),
        change_percentage: '0',
        base_volume: '0',
        quote_volume: '0',
        high_24h: plainText(last),
        low_24h: plainText(last),
      };
    }),
  );
}

/** Oldest first; both ends are in the list. */
function candlesticks({ exchange, parameters }: GatePublicContext): VenueReply {
  const market = marketOfPair(exchange, requiredText(parameters, 'currency_pair'));
  const interval = textOf(parameters, 'interval') ?? '30m';
  if (interval !== '1m') throw parameterError('interval', interval);
  const given = { from: wholeOf(parameters, 'from'), to: wholeOf(parameters, 'to') };
  const limit = wholeOf(parameters, 'limit');
  if (limit !== null && (given.from !== null || given.to !== null))
    throw new GateRefusal(400, 'INVALID_PARAM_VALUE', 'limit conflicts with from and to');
  const nowMs = exchange.clock.nowMs();
  const to = given.to ?? Math.floor(nowMs / 1_000);
  const from = given.from ?? to - ((limit ?? 100) - 1) * MINUTE_S;
  if ((to - from) / MINUTE_S + 1 > CANDLES_MAX)
    throw new GateRefusal(
      400,
      'INVALID_PARAM_VALUE',
      'Candlestick range too broad. Maximum 1000 data points are allowed per request',
    );
  if (nowMs / 1_000 - from > CANDLES_REACH * MINUTE_S)
    throw new GateRefusal(
      400,
      'INVALID_PARAM_VALUE',
      'Candlestick too long ago. Maximum 10000 points ago are allowed',
    );
  const found = candlesOf(market.candles, MINUTE_S * 1_000, from * 1_000, to * 1_000);
  return jsonReply(
    200,
    found.map((candle) => {
      const { startMs, open: first, high, low, close, volume, quoteVolume } = candle;
      const figures = [quoteVolume, close, high, low, first, volume].map(plainText);
      const isClosed = startMs + MINUTE_S * 1_000 <= nowMs;
      return [secondsText(startMs), ...figures, String(isClosed)];
    }),
  );
}

/** As the stream shows it. */
export function gateCandle(
  pair: string,
  { startMs, open: first, high, low, close, volume, quoteVolume }: Candle,
  isClosed: boolean,
): Record<string, unknown> {
  return {
    t: secondsText(startMs),
    v: plainText(quoteVolume),
    c: plainText(close),
    h: plainText(high),
    l: plainText(low),
    o: plainText(first),
    n: `1m_${pair}`,
    a: plainText(volume),
    w: isClosed,
  };
}
