// Candles and best prices of Binance as they form: combined streams, subscribed after connecting.
// Spot and futures differ in the addresses and the limits.

import { lotsOf, marketGrid, ticksOf } from '#venue-port/market/market-grid.ts';
import type { MarketType } from '#venue-port/market/market.ts';
import { bestPricesOf } from '#venue-port/market/best-prices.ts';
import type { StreamedCandle } from '#venue-port/exchange/market-feed.ts';
import type {
  FindMarket,
  ListedMarket,
  MarketStreamDialect,
  MarketStreamEvents,
} from '#venues/dialect.ts';
import { parseJson } from '#venues/dialects/reply/parse-json.ts';
import { venueDetail } from '#venues/dialects/reply/read-outcome.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  flagField,
  integerField,
  replyFields,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

const STREAMS_PER_FRAME_MAX = 200;
const PING_EVERY_MS = 20_000;
const INTERVAL = '1m';

type Terms = Pick<MarketStreamDialect, 'marketsMax' | 'framesPerSecondMax'> & {
  readonly address: string;
};

/** Stream of candles of a minute. */
export function binanceMarketStream(terms: Terms): MarketStreamDialect {
  return combinedStream(terms, `kline_${INTERVAL}`, readKline);
}

/** Stream of best bids and asks. */
export function binanceBestPriceStream(terms: Terms): MarketStreamDialect {
  return combinedStream(terms, 'bookTicker', readBookTicker);
}

type ReadEvent = (event: ReplyFields, type: MarketType, find: FindMarket) => MarketStreamEvents;

function combinedStream(
  { address, ...limits }: Terms,
  topic: string,
  readEvent: ReadEvent,
): MarketStreamDialect {
  const streamOf = ({ symbol }: ListedMarket): string => `${symbol.toLowerCase()}@${topic}`;
  return {
    ...limits,
    marketsPerFrameMax: STREAMS_PER_FRAME_MAX,
    address: () => address,
    subscribe: (markets, id) => request('SUBSCRIBE', id, markets.map(streamOf)),
    unsubscribe: (markets, id) => request('UNSUBSCRIBE', id, markets.map(streamOf)),
    read: (frame, marketType, find) =>
      readFrame(frame, (event) => readEvent(event, marketType, find)),
    // The venue's own pings are not seen above the WebSocket.
    ping: { everyMs: PING_EVERY_MS, frame: (id) => request('LIST_SUBSCRIPTIONS', id) },
  };
}

function request(method: string, id: number, params?: readonly string[]): string {
  return JSON.stringify({ method, ...(params === undefined ? {} : { params }), id });
}

function readFrame(
  frame: string,
  readEvent: (event: ReplyFields) => MarketStreamEvents,
): MarketStreamEvents {
  try {
    const fields = replyFields(parseJson(frame), 'The frame');
    if (fields['data'] === undefined) return readResponse(fields);
    const event = replyFields(fields['data'], 'The event');
    if (event['e'] === 'serverShutdown') return [{ kind: 'over' }];
    return readEvent(event);
  } catch (error) {
    if (!(error instanceof UnreadableReply || error instanceof SyntaxError)) throw error;
    return [];
  }
}

/** An error has a code beside the number of the request, or within. */
function readResponse(fields: ReplyFields): MarketStreamEvents {
  if (fields['e'] === 'serverShutdown') return [{ kind: 'over' }];
  const frameNumber = integerField(fields, 'id');
  const refusal = fields['error'] ?? (fields['code'] === undefined ? undefined : fields);
  if (refusal === undefined) return [{ kind: 'subscribed', frameNumber }];
  const error = replyFields(refusal, 'The error');
  const detail = venueDetail(textField(error, 'msg'), integerField(error, 'code'));
  return [{ kind: 'refused', frameNumber, detail }];
}

/** On spot these events do not say what they are. */
function readBookTicker(
  event: ReplyFields,
  marketType: MarketType,
  find: FindMarket,
): MarketStreamEvents {
  const listed = event['u'] === undefined ? null : find(marketType, textField(event, 's'));
  if (listed === null) return [];
  const best = bestPricesOf(decimalField(event, 'b'), decimalField(event, 'a'));
  return [{ kind: 'best_prices', marketTag: listed.market.marketTag, best }];
}

function readKline(
  event: ReplyFields,
  marketType: MarketType,
  find: FindMarket,
): MarketStreamEvents {
  if (event['e'] !== 'kline') return [];
  const fields = replyFields(event['k'], 'The candle');
  const listed = find(marketType, textField(fields, 's'));
  if (listed === null || fields['i'] !== INTERVAL) return [];
  const grid = marketGrid(listed.market);
  const ticks = (name: string): bigint => ticksOf(grid, decimalField(fields, name), 'half_even');
  const streamed: StreamedCandle = {
    marketTag: listed.market.marketTag,
    isClosed: flagField(fields, 'x'),
    atMs: integerField(event, 'E'),
    candle: {
      openTimeMs: integerField(fields, 't'),
      open: ticks('o'),
      high: ticks('h'),
      low: ticks('l'),
      close: ticks('c'),
      volume: lotsOf(grid, decimalField(fields, 'v'), 'half_even'),
    },
  };
  return [{ kind: 'candle', streamed }];
}
