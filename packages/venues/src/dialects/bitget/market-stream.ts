// Candles and best prices of Bitget as they form, by its public stream. Each market of a frame that
// subscribes is confirmed by itself, without the number of the frame.

import { MINUTE_MS } from '#lib/time.ts';
import { lotsOf, marketGrid, ticksOf } from '#venue-port/market/market-grid.ts';
import type {
  ListedMarket,
  MarketStreamDialect,
  MarketStreamEvent,
  MarketStreamEvents,
} from '#venues/dialect.ts';
import { candleCells } from '#venues/dialects/bitget/read-market.ts';
import { parseJson } from '#venues/dialects/reply/parse-json.ts';
import { venueDetail } from '#venues/dialects/reply/read-outcome.ts';
import { readFrameRows } from '#venues/dialects/reply/frame-rows.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import { shownBestPrices } from '#venues/dialects/reply/shown-best-prices.ts';
import {
  integerField,
  replyDecimal,
  replyFields,
  replyList,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

const ADDRESS = 'wss://ws.bitget.com/v2/ws/public';
/** The venue takes a thousand and advises so many. */
const MARKETS_MAX = 50;
const MARKETS_PER_FRAME_MAX = 10;
/** It takes ten, pings among them. */
const FRAMES_PER_SECOND_MAX = 3;
const PING_EVERY_MS = 20_000;
/** The first frame of a market has its past as well, which is requested where it is wanted. */
const PAST_MS = 2 * MINUTE_MS;

export const BITGET_MARKET_STREAM = publicStream('candle1m', readCandle);
export const BITGET_BEST_PRICE_STREAM = publicStream('books1', readBook);

type ReadRow = (row: unknown, listed: ListedMarket, atMs: number) => MarketStreamEvents;

function publicStream(channel: string, readRow: ReadRow): MarketStreamDialect {
  const request =
    (op: string): MarketStreamDialect['subscribe'] =>
    (markets) => {
      const args = markets.map(({ symbol }) => ({ instType: 'SPOT', channel, instId: symbol }));
      return JSON.stringify({ op, args });
    };
  return {
    marketsMax: MARKETS_MAX,
    marketsPerFrameMax: MARKETS_PER_FRAME_MAX,
    framesPerSecondMax: FRAMES_PER_SECOND_MAX,
    address: () => ADDRESS,
    subscribe: request('subscribe'),
    unsubscribe: request('unsubscribe'),
    read: (frame, marketType, find) =>
      readFrame(frame, (fields) => {
        const arg = replyFields(fields['arg'] ?? {}, 'The frame');
        const { instId } = arg;
        const isOurs = arg['channel'] === channel && typeof instId === 'string';
        const listed = isOurs ? find(marketType, instId) : null;
        if (fields['event'] !== undefined) return readEvent(fields, listed);
        if (listed === null) return [];
        const atMs = integerField(fields, 'ts');
        return readFrameRows(
          replyList(fields['data'], 'The frame'),
          () => listed.symbol,
          (row) => readRow(row, listed, atMs),
          [],
        );
      }),
    ping: { everyMs: PING_EVERY_MS, frame: () => 'ping' },
  };
}

function readFrame(
  frame: string,
  readFields: (fields: ReplyFields) => MarketStreamEvents,
): MarketStreamEvents {
  if (frame === 'pong') return [];
  try {
    return readFields(replyFields(parseJson(frame), 'The frame'));
  } catch (error) {
    if (!(error instanceof UnreadableReply || error instanceof SyntaxError)) throw error;
    return [];
  }
}

/** Codes are numbers or text. */
function readEvent(
  { event, code, msg }: ReplyFields,
  listed: ListedMarket | null,
): MarketStreamEvents {
  if (event === 'subscribe')
    return listed === null ? [] : [{ kind: 'confirmed', marketTag: listed.market.marketTag }];
  if (event !== 'error') return [];
  const number = typeof code === 'number' || typeof code === 'string' ? code : 0;
  const detail = venueDetail(typeof msg === 'string' ? msg : '', number);
  return [{ kind: 'refused', frameNumber: null, detail }];
}

function readBook(row: unknown, { market }: ListedMarket): MarketStreamEvents {
  const book = replyFields(row, 'The book');
  const first = (side: string): unknown => {
    const [level] = replyList(book[side], 'The side of the book');
    return level === undefined ? '' : replyList(level, 'The level')[0];
  };
  const best = shownBestPrices(first('bids'), first('asks'));
  return [{ kind: 'best_prices', marketTag: market.marketTag, best }];
}

/** No cell says that a candle has closed: it has when its frame was made after its end. */
function readCandle(row: unknown, { market }: ListedMarket, atMs: number): MarketStreamEvents {
  const cells = candleCells(row);
  const openTimeMs = integerField({ openTime: cells[0] }, 'openTime');
  if (openTimeMs < atMs - PAST_MS) return [];
  const grid = marketGrid(market);
  const ticks = (cell: unknown): bigint => ticksOf(grid, replyDecimal(cell, 'price'), 'half_even');
  const streamed: Extract<MarketStreamEvent, { kind: 'candle' }>['streamed'] = {
    marketTag: market.marketTag,
    isClosed: openTimeMs + MINUTE_MS <= atMs,
    atMs,
    candle: {
      openTimeMs,
      open: ticks(cells[1]),
      high: ticks(cells[2]),
      low: ticks(cells[3]),
      close: ticks(cells[4]),
      volume: lotsOf(grid, replyDecimal(cells[5], 'volume'), 'half_even'),
    },
  };
  return [{ kind: 'candle', streamed }];
}
