// Candles and best prices of Bybit as they form: the public stream of a category, subscribed after
// connecting.

import { lotsOf, marketGrid, ticksOf } from '#venue-port/market/market-grid.ts';
import type {
  ListedMarket,
  MarketStreamDialect,
  MarketStreamEvent,
  MarketStreamEvents,
} from '#venues/dialect.ts';
import { categoryOf } from '#venues/dialects/bybit/requests.ts';
import { parseJson } from '#venues/dialects/reply/parse-json.ts';
import { venueDetail } from '#venues/dialects/reply/read-outcome.ts';
import { readFrameRows } from '#venues/dialects/reply/frame-rows.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import { shownBestPrices } from '#venues/dialects/reply/shown-best-prices.ts';
import {
  decimalField,
  flagField,
  integerField,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

const HOST = 'wss://stream.bybit.com/v5/public';
/** All topics of a connection have 21,000 characters at most; one has some thirty of them. */
const TOPICS_MAX = 600;
/** Of a request on spot; other categories have no such limit. */
const TOPICS_PER_FRAME_MAX = 10;
/** No limit is documented. */
const FRAMES_PER_SECOND_MAX = 10;
const PING_EVERY_MS = 20_000;

export const BYBIT_MARKET_STREAM = publicStream('kline.1.', readCandles);
/** One level of the book, which comes whole each time. */
export const BYBIT_BEST_PRICE_STREAM = publicStream('orderbook.1.', readBook);

type ReadTopic = (fields: ReplyFields, listed: ListedMarket) => MarketStreamEvents;

/** `topic`: how it begins; the symbol follows. */
function publicStream(topic: string, readTopic: ReadTopic): MarketStreamDialect {
  const request = (op: string, number: number, markets?: readonly ListedMarket[]): string => {
    const args = markets?.map(({ symbol }) => `${topic}${symbol}`);
    return JSON.stringify({ req_id: String(number), op, ...(args === undefined ? {} : { args }) });
  };
  return {
    marketsMax: TOPICS_MAX,
    marketsPerFrameMax: TOPICS_PER_FRAME_MAX,
    framesPerSecondMax: FRAMES_PER_SECOND_MAX,
    address: (marketType) => `${HOST}/${categoryOf(marketType)}`,
    subscribe: (markets, number) => request('subscribe', number, markets),
    unsubscribe: (markets, number) => request('unsubscribe', number, markets),
    read: (frame, marketType, find) =>
      readFrame(frame, (fields) => {
        const name = textField(fields, 'topic');
        const isOurs = name.startsWith(topic);
        const listed = isOurs ? find(marketType, name.slice(topic.length)) : null;
        return listed === null ? [] : readTopic(fields, listed);
      }),
    ping: { everyMs: PING_EVERY_MS, frame: (number) => request('ping', number) },
  };
}

function readFrame(
  frame: string,
  readTopic: (fields: ReplyFields) => MarketStreamEvents,
): MarketStreamEvents {
  try {
    const fields = replyFields(parseJson(frame), 'The frame');
    return fields['topic'] === undefined ? readResponse(fields) : readTopic(fields);
  } catch (error) {
    if (!(error instanceof UnreadableReply || error instanceof SyntaxError)) throw error;
    return [];
  }
}

function readResponse(fields: ReplyFields): MarketStreamEvents {
  if (fields['op'] !== 'subscribe') return [];
  // A refusal may come without the number of its request.
  const frameNumber = fields['req_id'] === undefined ? 0 : integerField(fields, 'req_id');
  if (flagField(fields, 'success')) return [{ kind: 'subscribed', frameNumber }];
  return [{ kind: 'refused', frameNumber, detail: venueDetail(textField(fields, 'ret_msg'), 0) }];
}

function readBook(fields: ReplyFields, { market }: ListedMarket): MarketStreamEvents {
  const book = replyFields(fields['data'], 'The book');
  const first = (side: string): unknown => {
    const [level] = replyList(book[side], 'The side of the book');
    return level === undefined ? '' : replyList(level, 'The level')[0];
  };
  const best = shownBestPrices(first('b'), first('a'));
  return [{ kind: 'best_prices', marketTag: market.marketTag, best }];
}

function readCandles(fields: ReplyFields, listed: ListedMarket): MarketStreamEvents {
  const atMs = integerField(fields, 'ts');
  return readFrameRows(
    replyList(fields['data'], 'The frame'),
    () => listed.symbol,
    (row) => [readCandle(row, listed, atMs)],
    [],
  );
}

function readCandle(value: unknown, { market }: ListedMarket, atMs: number): MarketStreamEvent {
  const fields = replyFields(value, 'The candle');
  const grid = marketGrid(market);
  const ticks = (name: string): bigint => ticksOf(grid, decimalField(fields, name), 'half_even');
  return {
    kind: 'candle',
    streamed: {
      marketTag: market.marketTag,
      isClosed: flagField(fields, 'confirm'),
      atMs,
      candle: {
        openTimeMs: integerField(fields, 'start'),
        open: ticks('open'),
        high: ticks('high'),
        low: ticks('low'),
        close: ticks('close'),
        volume: lotsOf(grid, decimalField(fields, 'volume'), 'half_even'),
      },
    },
  };
}
