// Candles of Bybit as they form: the public stream of a category, subscribed after connecting.

import { lotsOf, marketGrid, ticksOf } from '#domain/market/market-grid.ts';
import type { MarketType } from '#domain/market/market.ts';
import type {
  FindMarket,
  ListedMarket,
  MarketStreamDialect,
  MarketStreamEvent,
  MarketStreamEvents,
} from '#adapters/venues/dialect.ts';
import { categoryOf } from '#adapters/venues/dialects/bybit/requests.ts';
import { venueDetail } from '#adapters/venues/dialects/reply/read-outcome.ts';
import type { ReplyFields } from '#adapters/venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  flagField,
  integerField,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#adapters/venues/dialects/reply/reply-fields.ts';

const HOST = 'wss://stream.bybit.com/v5/public';
/** All topics of a connection have 21,000 characters at most; one has some thirty of them. */
const TOPICS_MAX = 600;
/** Of a request on spot; other categories have no such limit. */
const TOPICS_PER_FRAME_MAX = 10;
/** No limit is documented. */
const FRAMES_PER_SECOND_MAX = 10;
const PING_EVERY_MS = 20_000;
const TOPIC = 'kline.1.';

export const BYBIT_MARKET_STREAM: MarketStreamDialect = {
  marketsMax: TOPICS_MAX,
  marketsPerFrameMax: TOPICS_PER_FRAME_MAX,
  framesPerSecondMax: FRAMES_PER_SECOND_MAX,
  address: (marketType) => `${HOST}/${categoryOf(marketType)}`,
  subscribe: (markets, number) => request('subscribe', number, markets),
  unsubscribe: (markets, number) => request('unsubscribe', number, markets),
  read: readFrame,
  ping: { everyMs: PING_EVERY_MS, frame: (number) => request('ping', number) },
};

function request(op: string, number: number, markets?: readonly ListedMarket[]): string {
  const args = markets?.map(({ symbol }) => `${TOPIC}${symbol}`);
  return JSON.stringify({ req_id: String(number), op, ...(args === undefined ? {} : { args }) });
}

function readFrame(frame: string, marketType: MarketType, find: FindMarket): MarketStreamEvents {
  try {
    const fields = replyFields(JSON.parse(frame), 'The frame');
    return fields['topic'] === undefined
      ? readResponse(fields)
      : readCandles(fields, marketType, find);
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

function readCandles(
  fields: ReplyFields,
  marketType: MarketType,
  find: FindMarket,
): MarketStreamEvents {
  const topic = textField(fields, 'topic');
  const listed = topic.startsWith(TOPIC) ? find(marketType, topic.slice(TOPIC.length)) : null;
  if (listed === null) return [];
  const atMs = integerField(fields, 'ts');
  return replyList(fields['data'], 'The frame').map((row) => readCandle(row, listed, atMs));
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
