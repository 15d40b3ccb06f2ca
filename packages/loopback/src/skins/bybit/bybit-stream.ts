// Bybit's sockets: the private stream with orders, executions, positions and the wallet, and the
// public streams of tickers and candles.

import { randomUUID } from 'node:crypto';

import { plainText } from '#loopback/amount.ts';
import type { Fill, Order } from '#loopback/book/order.ts';
import { bestPrices } from '#loopback/book/matching-book.ts';
import type { Candle } from '#loopback/exchange/candle-series.ts';
import { candleAt } from '#loopback/exchange/candle-series.ts';
import { framesOf } from '#loopback/faults/stream-faults.ts';
import type { Exchange, MarketState, VenueEvent } from '#loopback/exchange/exchange.ts';
import { accountOf } from '#loopback/exchange/exchange.ts';
import type { MarketKind } from '#loopback/exchange/market.ts';
import { asItIs, isShown } from '#loopback/exchange/order-as-of.ts';
import type { FrameSender, StreamSession } from '#loopback/skins/skin.ts';
import { positionFigures, walletFigures } from '#loopback/skins/bybit/bybit-account.ts';
import { BybitRefusal } from '#loopback/skins/bybit/bybit-errors.ts';
import { BYBIT_INTERVALS_MS, tickerFigures } from '#loopback/skins/bybit/bybit-market-data.ts';
import { bybitExecution, bybitOrder } from '#loopback/skins/bybit/bybit-order.ts';
import { checkBybitKey, isBybitSignature } from '#loopback/skins/bybit/bybit-signature.ts';

type Request = {
  readonly req_id?: string;
  readonly op?: string;
  readonly args?: readonly (string | number)[];
};

const PRIVATE_TOPICS = ['order', 'execution', 'position', 'wallet'];

/** Session of a private or public socket; null for a path that is none. */
export function openBybitStream(
  exchange: Exchange,
  path: string,
  send: FrameSender,
): StreamSession | null {
  if (path === '/v5/private') return openPrivateStream(exchange, send);
  if (path === '/v5/public/spot') return openPublicStream(exchange, 'spot', send);
  return path === '/v5/public/linear' ? openPublicStream(exchange, 'linear', send) : null;
}

function openPrivateStream(exchange: Exchange, send: FrameSender): StreamSession {
  const connectionId = randomUUID();
  const topics = new Set<string>();
  let accountId: string | null = null;
  const onEvent = (event: VenueEvent): void => {
    if (accountId === null) return;
    for (const { topic, category, data } of privateFrames(exchange, accountId, event)) {
      const creationTime = exchange.clock.nowMs();
      const frame = { id: randomUUID(), topic, creationTime, data: [data] };
      if (isSubscribed(topics, topic, category)) send(JSON.stringify(frame));
    }
  };
  exchange.listeners.add(onEvent);
  const respond = (request: Request, content: Record<string, unknown>): void =>
    send(JSON.stringify({ ...content, req_id: request.req_id ?? '', conn_id: connectionId }));
  const authorize = (request: Request): void => {
    try {
      accountId = authorizedAccount(exchange, request.args ?? []);
      respond(request, { success: true, ret_msg: '', op: 'auth' });
    } catch (error) {
      if (!(error instanceof BybitRefusal)) throw error;
      respond(request, { success: false, ret_msg: error.error.retMsg, op: 'auth' });
    }
  };
  const subscribe = (request: Request): void => {
    const wanted = (request.args ?? []).map(String);
    const unknown = wanted.find((topic) => !PRIVATE_TOPICS.includes(topic.split('.')[0] ?? ''));
    const refusal =
      accountId === null ? 'Request not authorized' : `error:handler not found,topic:${unknown}`;
    const success = accountId !== null && unknown === undefined;
    if (success) for (const topic of wanted) topics.add(topic);
    respond(request, { success, ret_msg: success ? '' : refusal, op: 'subscribe' });
  };
  return {
    receive(text) {
      const request = JSON.parse(text) as Request;
      if (request.op === 'auth') authorize(request);
      else if (request.op === 'subscribe') subscribe(request);
      else if (request.op === 'ping') {
        respond(request, { op: 'pong', args: [String(exchange.clock.nowMs())] });
      } else respond(request, { success: false, ret_msg: 'error:op not found', op: request.op });
    },
    close: () => void exchange.listeners.delete(onEvent),
  };
}

function isSubscribed(topics: ReadonlySet<string>, topic: string, category: string): boolean {
  return topics.has(topic) || topics.has(`${topic}.${category}`);
}

/** Signed is "GET/realtime" and the instant at which the request expires. */
function authorizedAccount(exchange: Exchange, args: readonly (string | number)[]): string {
  const [apiKey = '', expires = 0, signature = ''] = args;
  const key = checkBybitKey(exchange, String(apiKey), '127.0.0.1', false);
  if (!isBybitSignature(key.secret, `GET/realtime${expires}`, String(signature))) {
    throw new BybitRefusal(10_004, 'Error sign, please check your signature generation algorithm.');
  }
  if (Number(expires) <= exchange.clock.nowMs()) {
    throw new BybitRefusal(10_002, 'Params Error: request expired');
  }
  return key.accountId;
}

type PrivateFrame = {
  readonly topic: string;
  readonly category: string;
  readonly data: Record<string, unknown>;
};

function privateFrames(
  exchange: Exchange,
  accountId: string,
  event: VenueEvent,
): readonly PrivateFrame[] {
  if (event.kind === 'order') {
    const isTheirs = event.order.accountId === accountId && isShown(exchange, event.order);
    return isTheirs ? orderFrames(exchange, event.order, event.fill) : [];
  }
  if (event.kind === 'price' || event.kind === 'minute') return [];
  if (ownerOf(event) !== accountId) return [];
  const account = accountOf(exchange, accountId);
  const category = 'linear';
  switch (event.kind) {
    case 'funding': {
      const data = { category, ...bybitExecution(exchange, event.fill) };
      return [{ topic: 'execution', category, data }];
    }
    case 'position': {
      const { avgPrice, ...figures } = positionFigures(exchange, account, event.position);
      return [
        { topic: 'position', category, data: { ...figures, entryPrice: avgPrice, category } },
      ];
    }
    case 'balances':
    case 'credit': {
      const coins = event.kind === 'balances' ? event.assets : [event.asset];
      return [{ topic: 'wallet', category: '', data: walletFigures(exchange, account, coins) }];
    }
  }
}

function ownerOf(event: Exclude<VenueEvent, { kind: 'order' | 'price' | 'minute' }>): string {
  if (event.kind === 'funding') return event.fill.accountId;
  return event.kind === 'position' ? event.position.accountId : event.accountId;
}

/** An execution has a topic of its own; the order follows it. */
function orderFrames(exchange: Exchange, order: Order, fill: Fill | null): readonly PrivateFrame[] {
  const category = order.marketKey.split(':')[0] ?? '';
  const data = { category, ...bybitOrder(exchange, asItIs(order)) };
  const frame = { topic: 'order', category, data };
  if (fill === null) return [frame];
  const execution = { category, ...bybitExecution(exchange, fill) };
  return [{ topic: 'execution', category, data: execution }, frame];
}

function openPublicStream(exchange: Exchange, kind: MarketKind, send: FrameSender): StreamSession {
  const connectionId = randomUUID();
  /** By the symbol, which a topic ends with. */
  const topics = new Map<string, Set<string>>();
  const symbolOf = (topic: string): string => topic.split('.').at(-1) ?? '';
  const sendData = (frame: Record<string, unknown>): void => send(JSON.stringify(frame));
  const onEvent = (event: VenueEvent): void => {
    if (event.kind === 'price' && event.market.terms.kind === kind) {
      const ofSymbol = topics.get(event.market.terms.symbol) ?? [];
      for (const topic of ofSymbol) sendPrice(exchange, event.market, topic, sendData);
    }
    if (event.kind !== 'minute') return;
    for (const [symbol, ofSymbol] of topics) {
      const market = exchange.markets.get(`${kind}:${symbol}`);
      for (const topic of ofSymbol) {
        const intervalMs = klineIntervalMs(topic);
        if (market === undefined || intervalMs === null || event.endedAtMs % intervalMs !== 0)
          continue;
        const startMs = event.endedAtMs - intervalMs;
        sendKline(exchange, market, { topic, intervalMs, startMs, isClosed: true }, sendData);
      }
    }
  };
  exchange.listeners.add(onEvent);
  return {
    receive(text) {
      const request = JSON.parse(text) as Request;
      const args = (request.args ?? []).map(String);
      const shared = { conn_id: connectionId, req_id: request.req_id ?? '', op: request.op };
      // As documented: ten topics a request on spot.
      if (request.op === 'subscribe' && kind === 'spot' && args.length > SPOT_ARGS_MAX)
        return sendData({ success: false, ret_msg: 'args size >10', ...shared });
      for (const topic of args) {
        const symbol = symbolOf(topic);
        if (request.op === 'subscribe')
          topics.set(symbol, (topics.get(symbol) ?? new Set()).add(topic));
        if (request.op === 'unsubscribe') topics.get(symbol)?.delete(topic);
      }
      const message = request.op === 'ping' ? 'pong' : '';
      sendData({ success: true, ret_msg: message, ...shared });
    },
    close: () => void exchange.listeners.delete(onEvent),
  };
}

const SPOT_ARGS_MAX = 10;

type SendData = (frame: Record<string, unknown>) => void;

/** A price makes a frame of what is open; the end of a minute one of what has closed. */
function sendPrice(exchange: Exchange, market: MarketState, topic: string, send: SendData): void {
  const ts = exchange.clock.nowMs();
  if (topic.startsWith('tickers.'))
    return send({ topic, type: 'snapshot', data: tickerFigures(exchange, market), cs: ts, ts });
  if (topic.startsWith('orderbook.1.'))
    return send({ topic, type: 'snapshot', data: bestLevels(market), cts: ts, ts });
  const intervalMs = klineIntervalMs(topic);
  if (intervalMs === null) return;
  const startMs = Math.floor(ts / intervalMs) * intervalMs;
  sendKline(exchange, market, { topic, intervalMs, startMs, isClosed: false }, send);
}

function bestLevels({ terms, book, crowd, middle }: MarketState): Record<string, unknown> {
  const { bid, ask } = bestPrices(book, crowd, middle, terms.tick);
  const side = (offer: typeof bid): readonly (readonly string[])[] =>
    offer === null ? [] : [[plainText(offer.price), plainText(offer.quantity)]];
  return { s: terms.symbol, b: side(bid), a: side(ask), u: 1, seq: 1 };
}

function klineIntervalMs(topic: string): number | null {
  const [name, interval = ''] = topic.split('.');
  return name === 'kline' ? (BYBIT_INTERVALS_MS[interval] ?? null) : null;
}

type Kline = {
  readonly topic: string;
  readonly intervalMs: number;
  readonly startMs: number;
  readonly isClosed: boolean;
};

/** With the faults of the stream; a frame that is late says when it was made. */
function sendKline(exchange: Exchange, market: MarketState, kline: Kline, send: SendData): void {
  const found = candleAt(market.candles, kline.intervalMs, kline.startMs);
  if (found === null) return;
  const madeAtMs = exchange.clock.nowMs();
  for (const { candle, afterMs } of framesOf(exchange.streamFaults, found, kline.isClosed)) {
    const frame = klineFrame(kline, candle, madeAtMs);
    if (afterMs === 0) send(frame);
    else exchange.clock.schedule(afterMs, () => send(frame));
  }
}

function klineFrame(
  { topic, intervalMs, startMs, isClosed }: Kline,
  candle: Candle,
  ts: number,
): Record<string, unknown> {
  const row = {
    start: startMs,
    end: startMs + intervalMs - 1,
    interval: topic.split('.')[1] ?? '',
    open: plainText(candle.open),
    close: plainText(candle.close),
    high: plainText(candle.high),
    low: plainText(candle.low),
    volume: plainText(candle.volume),
    turnover: plainText(candle.quoteVolume),
    confirm: isClosed,
    timestamp: ts,
  };
  return { topic, data: [row], ts, type: 'snapshot' };
}
