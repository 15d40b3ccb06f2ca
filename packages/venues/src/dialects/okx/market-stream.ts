// Candles and best prices of OKX as they form: its "business" stream and its public one, subscribed
// after connecting. Every market of a request is confirmed by a frame of its own.

import { MINUTE_MS } from '#lib/time.ts';
import { lotsOf, marketGrid, ticksOf } from '#venue-port/market/market-grid.ts';
import type {
  ListedMarket,
  MarketStreamDialect,
  MarketStreamEvent,
  MarketStreamEvents,
} from '#venues/dialect.ts';
import { candleCells, isClosedCandle } from '#venues/dialects/okx/read-market.ts';
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
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

const HOST = 'wss://ws.okx.com:8443/ws/v5';
/** A connection takes 480 requests an hour, and some are left for markets that come later. */
const MARKETS_MAX = 400;
/** Several would be confirmed one by one, and a refusal does not say which it is about. */
const MARKETS_PER_FRAME_MAX = 1;
const FRAMES_PER_SECOND_MAX = 3;
const PING_EVERY_MS = 20_000;

export const OKX_MARKET_STREAM = publicStream(`${HOST}/business`, 'candle1m', readCandle);
export const OKX_BEST_PRICE_STREAM = publicStream(`${HOST}/public`, 'bbo-tbt', readBook);

type ReadRow = (row: unknown, listed: ListedMarket) => MarketStreamEvent;

function publicStream(address: string, channel: string, readRow: ReadRow): MarketStreamDialect {
  const request = (op: string, number: number, markets: readonly ListedMarket[]): string => {
    const args = markets.map(({ symbol }) => ({ channel, instId: symbol }));
    return JSON.stringify({ id: String(number), op, args });
  };
  return {
    marketsMax: MARKETS_MAX,
    marketsPerFrameMax: MARKETS_PER_FRAME_MAX,
    framesPerSecondMax: FRAMES_PER_SECOND_MAX,
    address: () => address,
    subscribe: (markets, number) => request('subscribe', number, markets),
    unsubscribe: (markets, number) => request('unsubscribe', number, markets),
    read: (frame, marketType, find) =>
      readFrame(frame, (fields) => {
        const arg = replyFields(fields['arg'], 'The frame');
        const isOurs = arg['channel'] === channel;
        const listed = isOurs ? find(marketType, textField(arg, 'instId')) : null;
        if (listed === null) return [];
        return readFrameRows(
          replyList(fields['data'], 'The frame'),
          () => listed.symbol,
          (row) => [readRow(row, listed)],
          [],
        );
      }),
    ping: { everyMs: PING_EVERY_MS, frame: () => 'ping' },
  };
}

function readFrame(
  frame: string,
  readRows: (fields: ReplyFields) => MarketStreamEvents,
): MarketStreamEvents {
  if (frame === 'pong') return [];
  try {
    const fields = replyFields(parseJson(frame), 'The frame');
    return fields['event'] === undefined ? readRows(fields) : readEvent(fields);
  } catch (error) {
    if (!(error instanceof UnreadableReply || error instanceof SyntaxError)) throw error;
    return [];
  }
}

function readEvent(fields: ReplyFields): MarketStreamEvents {
  const { event, code, msg } = fields;
  if (event === 'notice') return [{ kind: 'over' }];
  if (event !== 'subscribe' && event !== 'error') return [];
  const frameNumber = fields['id'] === undefined ? 0 : integerField(fields, 'id');
  if (event === 'subscribe') return [{ kind: 'subscribed', frameNumber }];
  const text = typeof msg === 'string' ? msg : '';
  const detail = venueDetail(text, typeof code === 'string' ? code : 0);
  return [{ kind: 'refused', frameNumber, detail }];
}

function readBook(row: unknown, { market }: ListedMarket): MarketStreamEvent {
  const book = replyFields(row, 'The book');
  const first = (side: string): unknown => {
    const [level] = replyList(book[side], 'The side of the book');
    return level === undefined ? '' : replyList(level, 'The level')[0];
  };
  const best = shownBestPrices(first('bids'), first('asks'));
  return { kind: 'best_prices', marketTag: market.marketTag, best };
}

function readCandle(row: unknown, { market }: ListedMarket): MarketStreamEvent {
  const cells = candleCells(row);
  const grid = marketGrid(market);
  const ticks = (cell: unknown): bigint => ticksOf(grid, replyDecimal(cell, 'price'), 'half_even');
  const openTimeMs = integerField({ openTime: cells[0] }, 'openTime');
  const isClosed = isClosedCandle(cells);
  return {
    kind: 'candle',
    streamed: {
      marketTag: market.marketTag,
      isClosed,
      // Frames do not say when they were made: it was not earlier than this.
      atMs: isClosed ? openTimeMs + MINUTE_MS : openTimeMs,
      candle: {
        openTimeMs,
        open: ticks(cells[1]),
        high: ticks(cells[2]),
        low: ticks(cells[3]),
        close: ticks(cells[4]),
        volume: lotsOf(grid, replyDecimal(cells[5], 'volume'), 'half_even'),
      },
    },
  };
}
