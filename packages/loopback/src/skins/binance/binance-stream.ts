// Binance's sockets: the WebSocket API, of which the subscription to the user data stream is
// retained here, and the public streams of candles, best prices and last prices.

import { fixedText } from '#loopback/amount.ts';
import { bestPrices } from '#loopback/book/matching-book.ts';
import type { Exchange, MarketState, VenueEvent } from '#loopback/exchange/exchange.ts';
import { balanceOf } from '#loopback/ledger/ledger.ts';
import { isShown } from '#loopback/exchange/order-as-of.ts';
import type { Candle } from '#loopback/exchange/candle-series.ts';
import { candleAt } from '#loopback/exchange/candle-series.ts';
import { framesOf } from '#loopback/faults/stream-faults.ts';
import type { FrameSender, StreamSession } from '#loopback/skins/skin.ts';
import type { BinanceError } from '#loopback/skins/binance/binance-errors.ts';
import { ERRORS } from '#loopback/skins/binance/binance-errors.ts';
import { INTERVALS_MS } from '#loopback/skins/binance/binance-market-data.ts';
import { executionReport } from '#loopback/skins/binance/binance-order.ts';
import { BinanceRefusal } from '#loopback/skins/binance/binance-parameters.ts';
import { checkKey, checkTime, isSignature } from '#loopback/skins/binance/binance-signature.ts';

export type StreamPlace = {
  readonly exchange: Exchange;
  /** Of the venue's markets. */
  readonly kind: 'spot' | 'linear';
  readonly send: FrameSender;
};

type Request = {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, Parameter>>;
};

type Parameter = string | number | boolean;

const UNKNOWN_METHOD: BinanceError = {
  status: 400,
  code: -1020,
  msg: 'This operation is not supported.',
};

/** Session at a path of the spot sockets; null for a path that is none. */
export function openBinanceStream(
  exchange: Exchange,
  path: string,
  query: string,
  send: FrameSender,
): StreamSession | null {
  if (path === '/ws-api/v3') return openUserStream(exchange, send);
  if (path === '/ws' || path.startsWith('/ws/')) {
    return openMarketStream({ exchange, kind: 'spot', send }, path.slice(4).split('/'), false);
  }
  if (path !== '/stream') return null;
  return openCombinedStream({ exchange, kind: 'spot', send }, query);
}

/** The streams that the query names, each frame with the name of its own. */
export function openCombinedStream(place: StreamPlace, query: string): StreamSession {
  const streams = new URLSearchParams(query).get('streams') ?? '';
  return openMarketStream(place, streams.split('/'), true);
}

/** Subscriptions are by number; each belongs to one account. */
function openUserStream(exchange: Exchange, send: FrameSender): StreamSession {
  const subscriptions = new Map<number, string>();
  let lastSubscription = -1;
  const onEvent = (event: VenueEvent): void => {
    for (const [subscriptionId, accountId] of subscriptions) {
      const content = userEvent(exchange, accountId, event);
      if (content !== null) send(JSON.stringify({ subscriptionId, event: content }));
    }
  };
  exchange.listeners.add(onEvent);
  const subscribe = (params: Readonly<Record<string, Parameter>>): unknown => {
    const accountId = accountBySignature(exchange, params);
    if ([...subscriptions.values()].includes(accountId)) {
      throw new BinanceRefusal({
        status: 400,
        code: -2035,
        msg: 'User Data Stream subscription already active.',
      });
    }
    lastSubscription += 1;
    subscriptions.set(lastSubscription, accountId);
    return { subscriptionId: lastSubscription };
  };
  const unsubscribe = (params: Readonly<Record<string, Parameter>>): unknown => {
    if (params['subscriptionId'] === undefined) subscriptions.clear();
    else subscriptions.delete(Number(params['subscriptionId']));
    return {};
  };
  const carryOut = (request: Request): unknown => {
    const params = request.params ?? {};
    switch (request.method ?? '') {
      case 'ping':
        return {};
      case 'time':
        return { serverTime: exchange.clock.nowMs() };
      case 'userDataStream.subscribe.signature':
        return subscribe(params);
      case 'userDataStream.unsubscribe':
        return unsubscribe(params);
      case 'session.subscriptions':
        return [...subscriptions.keys()].map((subscriptionId) => ({ subscriptionId }));
      default:
        throw new BinanceRefusal(UNKNOWN_METHOD);
    }
  };
  return {
    receive(text) {
      const request = JSON.parse(text) as Request;
      const id = request.id ?? null;
      try {
        send(JSON.stringify({ id, status: 200, result: carryOut(request) }));
      } catch (error) {
        if (!(error instanceof BinanceRefusal)) throw error;
        const { status, code, msg } = error.error;
        send(JSON.stringify({ id, status, error: { code, msg } }));
      }
    },
    close: () => void exchange.listeners.delete(onEvent),
  };
}

/** The signature is over all parameters but itself, sorted by name. */
function accountBySignature(
  exchange: Exchange,
  params: Readonly<Record<string, Parameter>>,
): string {
  const names = Object.keys(params).filter((name) => name !== 'signature');
  const text = names
    .sort((a, b) => (a < b ? -1 : 1))
    .map((name) => `${name}=${encodeURIComponent(String(params[name]))}`)
    .join('&');
  const key = checkKey(exchange, String(params['apiKey'] ?? ''), '127.0.0.1', false);
  if (!isSignature(key.secret, text, String(params['signature'] ?? ''))) {
    throw new BinanceRefusal(ERRORS.signature);
  }
  const parameters = new Map(Object.entries(params).map(([name, value]) => [name, String(value)]));
  const late = checkTime(parameters, exchange.clock.nowMs());
  if (late !== null) throw new BinanceRefusal(late);
  return key.accountId;
}

function userEvent(
  exchange: Exchange,
  accountId: string,
  event: VenueEvent,
): Record<string, unknown> | null {
  const nowMs = exchange.clock.nowMs();
  if (event.kind === 'order') {
    const { order, cause, fill } = event;
    if (order.accountId !== accountId || !isShown(exchange, order)) return null;
    if (cause === 'new') return executionReport(exchange, order, 'NEW', null, null);
    if (cause === 'trade') return executionReport(exchange, order, 'TRADE', fill, null);
    const execution = order.endReason === 'by_user' ? 'CANCELED' : 'EXPIRED';
    return executionReport(exchange, order, execution, null, `cancel-${order.id}`);
  }
  if (event.kind === 'balances' && event.accountId === accountId) {
    const assets = event.assets.map((asset) => {
      const { free, locked } = balanceOf(exchange.ledger, accountId, asset);
      return { a: asset, f: fixedText(free), l: fixedText(locked) };
    });
    return { e: 'outboundAccountPosition', E: nowMs, u: nowMs, B: assets };
  }
  if (event.kind === 'credit' && event.accountId === accountId) {
    return { e: 'balanceUpdate', E: nowMs, a: event.asset, d: fixedText(event.value), T: nowMs };
  }
  return null;
}

function openMarketStream(
  { exchange, kind, send }: StreamPlace,
  names: readonly string[],
  isCombined: boolean,
): StreamSession {
  /** By the symbol in lower case. */
  const topics = new Map<string, Set<string>>();
  const sendEvent = (stream: string, data: Record<string, unknown>): void =>
    send(JSON.stringify(isCombined ? { stream, data } : data));
  const subscribe = (stream: string): void => {
    const [symbol = '', topic = ''] = stream.split('@');
    topics.set(symbol, (topics.get(symbol) ?? new Set()).add(topic));
  };
  const unsubscribe = (stream: string): void => {
    const [symbol = '', topic = ''] = stream.split('@');
    topics.get(symbol)?.delete(topic);
  };
  for (const name of names) if (name !== '') subscribe(name);
  const onEvent = (event: VenueEvent): void => {
    if (event.kind === 'price') {
      const symbol = event.market.terms.symbol.toLowerCase();
      for (const topic of topics.get(symbol) ?? [])
        sendPrice(exchange, event.market, topic, (data) => sendEvent(`${symbol}@${topic}`, data));
    }
    if (event.kind !== 'minute') return;
    for (const [symbol, ofSymbol] of topics) {
      const market = exchange.markets.get(`${kind}:${symbol.toUpperCase()}`);
      for (const topic of ofSymbol) {
        const intervalMs = INTERVALS_MS[topic.replace('kline_', '')] ?? 0;
        if (market === undefined || intervalMs === 0 || event.endedAtMs % intervalMs !== 0)
          continue;
        const kline = { topic, intervalMs, startMs: event.endedAtMs - intervalMs, isClosed: true };
        sendKline(exchange, market, kline, (data) => sendEvent(`${symbol}@${topic}`, data));
      }
    }
  };
  exchange.listeners.add(onEvent);
  return {
    receive(text) {
      const { id, method, params } = JSON.parse(text) as {
        readonly id?: unknown;
        readonly method?: string;
        readonly params?: readonly string[];
      };
      for (const name of params ?? []) {
        if (method === 'SUBSCRIBE') subscribe(name);
        if (method === 'UNSUBSCRIBE') unsubscribe(name);
      }
      const streams = [...topics].flatMap(([symbol, ofSymbol]) =>
        [...ofSymbol].map((topic) => `${symbol}@${topic}`),
      );
      const result = method === 'LIST_SUBSCRIPTIONS' ? streams : null;
      send(JSON.stringify({ result, id: id ?? null }));
    },
    close: () => void exchange.listeners.delete(onEvent),
  };
}

type SendData = (frame: Record<string, unknown>) => void;

/** A price makes a frame of what is open; the end of a minute one of what has closed. */
function sendPrice(exchange: Exchange, market: MarketState, topic: string, send: SendData): void {
  const { terms, last, book, crowd, middle } = market;
  const nowMs = exchange.clock.nowMs();
  if (topic === 'bookTicker') {
    const { bid, ask } = bestPrices(book, crowd, middle, terms.tick);
    return send({
      u: nowMs,
      s: terms.symbol,
      b: fixedText(bid?.price ?? 0n),
      B: fixedText(bid?.quantity ?? 0n),
      a: fixedText(ask?.price ?? 0n),
      A: fixedText(ask?.quantity ?? 0n),
    });
  }
  if (topic === 'miniTicker')
    return send({ e: '24hrMiniTicker', E: nowMs, s: terms.symbol, c: fixedText(last) });
  const intervalMs = INTERVALS_MS[topic.replace('kline_', '')] ?? 0;
  if (intervalMs === 0) return;
  const startMs = Math.floor(nowMs / intervalMs) * intervalMs;
  sendKline(exchange, market, { topic, intervalMs, startMs, isClosed: false }, send);
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
    const frame = klineFrame(market, kline, candle, madeAtMs);
    if (afterMs === 0) send(frame);
    else exchange.clock.schedule(afterMs, () => send(frame));
  }
}

function klineFrame(
  market: MarketState,
  { topic, intervalMs, startMs, isClosed }: Kline,
  candle: Candle,
  madeAtMs: number,
): Record<string, unknown> {
  const { symbol } = market.terms;
  return {
    e: 'kline',
    E: madeAtMs,
    s: symbol,
    k: {
      t: startMs,
      T: startMs + intervalMs - 1,
      s: symbol,
      i: topic.replace('kline_', ''),
      f: -1,
      L: -1,
      o: fixedText(candle.open),
      c: fixedText(candle.close),
      h: fixedText(candle.high),
      l: fixedText(candle.low),
      v: fixedText(candle.volume),
      n: candle.trades,
      x: isClosed,
      q: fixedText(candle.quoteVolume),
      V: '0.00000000',
      Q: '0.00000000',
      B: '0',
    },
  };
}
