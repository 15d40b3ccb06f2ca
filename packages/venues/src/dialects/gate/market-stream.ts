// Candles of Gate as they form. Each market is subscribed by a frame of its own; frames of candles
// name it.

import { lotsOf, marketGrid, ticksOf } from '#venue-port/market/market-grid.ts';
import type { MarketType } from '#venue-port/market/market.ts';
import type {
  FindMarket,
  ListedMarket,
  MarketStreamDialect,
  MarketStreamEvents,
} from '#venues/dialect.ts';
import { GATE_STREAM_ADDRESS, isUpgrade } from '#venues/dialects/gate/stream.ts';
import { parseJson } from '#venues/dialects/reply/parse-json.ts';
import { venueDetail } from '#venues/dialects/reply/read-outcome.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  integerField,
  replyFields,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

const CHANNEL = 'spot.candlesticks';
const INTERVAL = '1m';
/** No limit is documented. */
const MARKETS_MAX = 200;
const MARKETS_PER_FRAME_MAX = 1;
const FRAMES_PER_SECOND_MAX = 5;
const PING_EVERY_MS = 15_000;

export const GATE_MARKET_STREAM: MarketStreamDialect = {
  marketsMax: MARKETS_MAX,
  marketsPerFrameMax: MARKETS_PER_FRAME_MAX,
  framesPerSecondMax: FRAMES_PER_SECOND_MAX,
  address: () => GATE_STREAM_ADDRESS,
  subscribe: request('subscribe'),
  unsubscribe: request('unsubscribe'),
  read: readFrame,
  ping: {
    everyMs: PING_EVERY_MS,
    frame: (id, nowMs) => JSON.stringify({ time: inSeconds(nowMs), id, channel: 'spot.ping' }),
  },
};

/** The venue refuses frames whose time is a minute off, public ones as well. */
function request(event: string): MarketStreamDialect['subscribe'] {
  return (markets, id, nowMs) => {
    const payload = [INTERVAL, ...markets.map(({ symbol }) => symbol)];
    return JSON.stringify({ time: inSeconds(nowMs), id, channel: CHANNEL, event, payload });
  };
}

function inSeconds(nowMs: number): number {
  return Math.floor(nowMs / 1_000);
}

function readFrame(frame: string, marketType: MarketType, find: FindMarket): MarketStreamEvents {
  try {
    const fields = replyFields(parseJson(frame), 'The frame');
    if (isUpgrade(fields)) return [{ kind: 'over' }];
    if (fields['channel'] !== CHANNEL) return [];
    if (fields['event'] === 'subscribe') return [receiptOf(fields)];
    if (fields['event'] !== 'update') return [];
    const result = replyFields(fields['result'], 'The candle');
    const [interval, symbol] = splitName(textField(result, 'n'));
    const listed = interval === INTERVAL ? find(marketType, symbol) : null;
    return listed === null ? [] : [readCandle(fields, result, listed)];
  } catch (error) {
    if (!(error instanceof UnreadableReply || error instanceof SyntaxError)) throw error;
    return [];
  }
}

/** `1m_BTC_USDT`. */
function splitName(name: string): readonly [string, string] {
  const end = name.indexOf('_');
  return [name.slice(0, Math.max(end, 0)), name.slice(end + 1)];
}

function receiptOf(fields: ReplyFields): MarketStreamEvents[number] {
  const frameNumber = integerField(fields, 'id');
  const { error } = fields;
  if (error === null || error === undefined) return { kind: 'subscribed', frameNumber };
  const { code, message } = replyFields(error, 'The error');
  const text = typeof message === 'string' ? message : '';
  const detail = venueDetail(text, typeof code === 'number' ? code : 0);
  return { kind: 'refused', frameNumber, detail };
}

/** `v` is of value, `a` of amount; `w` says that the candle has closed. */
function readCandle(
  frame: ReplyFields,
  fields: ReplyFields,
  { market }: ListedMarket,
): MarketStreamEvents[number] {
  const grid = marketGrid(market);
  const ticks = (name: string): bigint => ticksOf(grid, decimalField(fields, name), 'half_even');
  return {
    kind: 'candle',
    streamed: {
      marketTag: market.marketTag,
      isClosed: fields['w'] === true,
      atMs: integerField(frame, 'time_ms'),
      candle: {
        openTimeMs: integerField(fields, 't') * 1_000,
        open: ticks('o'),
        high: ticks('h'),
        low: ticks('l'),
        close: ticks('c'),
        volume: lotsOf(grid, decimalField(fields, 'a'), 'half_even'),
      },
    },
  };
}
