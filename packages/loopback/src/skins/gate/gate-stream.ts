// Gate's socket: orders of a user, each subscription signed by itself, and candles.

import { candleAt } from '#loopback/exchange/candle-series.ts';
import type { Exchange, MarketState, VenueEvent } from '#loopback/exchange/exchange.ts';
import { marketOf } from '#loopback/exchange/exchange.ts';
import { asItIs, isShown } from '#loopback/exchange/order-as-of.ts';
import { framesOf } from '#loopback/faults/stream-faults.ts';
import type { FrameSender, StreamSession } from '#loopback/skins/skin.ts';
import { marketOfPair, pairOf } from '#loopback/skins/gate/gate-endpoint.ts';
import { GateRefusal } from '#loopback/skins/gate/gate-errors.ts';
import { gateCandle } from '#loopback/skins/gate/gate-market-data.ts';
import { gateOrderFrame } from '#loopback/skins/gate/gate-order.ts';
import {
  checkGateKey,
  checkGateTime,
  isGateSignature,
} from '#loopback/skins/gate/gate-signature.ts';

const MINUTE_MS = 60_000;
const ORDERS = 'spot.orders';
const CANDLES = 'spot.candlesticks';

type Request = {
  readonly time?: number;
  readonly id?: number;
  readonly channel?: string;
  readonly event?: string;
  readonly payload?: readonly string[];
  readonly auth?: Readonly<Record<'KEY' | 'SIGN', string | undefined>>;
};

type Session = {
  readonly exchange: Exchange;
  readonly send: FrameSender;
  accountId: string | null;
  /** Or `!all`. */
  readonly pairs: Set<string>;
  readonly candles: Map<string, MarketState>;
};

/** Session of the socket; null for a path that is none. */
export function openGateStream(
  exchange: Exchange,
  path: string,
  send: FrameSender,
): StreamSession | null {
  if (path !== '/ws/v4/') return null;
  const session: Session = {
    exchange,
    send,
    accountId: null,
    pairs: new Set(),
    candles: new Map(),
  };
  const onEvent = (event: VenueEvent): void => pass(session, event);
  exchange.listeners.add(onEvent);
  return {
    receive: (text) => receive(session, JSON.parse(text) as Request),
    close: () => void exchange.listeners.delete(onEvent),
  };
}

function write({ exchange, send }: Session, content: Record<string, unknown>): void {
  const nowMs = exchange.clock.nowMs();
  send(JSON.stringify({ time: Math.floor(nowMs / 1_000), time_ms: nowMs, ...content }));
}

function receive(session: Session, request: Request): void {
  const { channel, event, id } = request;
  if (channel === 'spot.ping')
    return write(session, { channel: 'spot.pong', event: '', error: null, result: null });
  const reply = { ...(id === undefined ? {} : { id }), channel, event };
  try {
    checkGateTime(String(request.time), session.exchange.clock.nowMs());
    if (channel === ORDERS) changeOrders(session, request);
    else if (channel === CANDLES) changeCandles(session, request);
    else throw new GateRefusal(400, '2', 'unknown channel');
    write(session, { ...reply, error: null, result: { status: 'success' } });
  } catch (error) {
    if (!(error instanceof GateRefusal)) throw error;
    const code = error.label === 'REQUEST_EXPIRED' ? 2 : Number(error.label);
    write(session, { ...reply, error: { code, message: error.message }, result: null });
  }
}

function changeOrders(session: Session, request: Request): void {
  const { event, payload = [] } = request;
  session.accountId = authenticated(session.exchange, request);
  for (const pair of payload)
    if (event === 'unsubscribe') session.pairs.delete(pair);
    else session.pairs.add(pair);
}

function authenticated(exchange: Exchange, { time, channel, event, auth }: Request): string {
  try {
    const key = checkGateKey(exchange, auth?.KEY ?? '', '127.0.0.1');
    const text = `channel=${channel}&event=${event}&time=${time}`;
    if (isGateSignature(key.secret, text, auth?.SIGN ?? '')) return key.accountId;
  } catch {
    // The stream has one word for all of it.
  }
  throw new GateRefusal(401, '4', 'Authentication fail');
}

function changeCandles(session: Session, { event, payload = [] }: Request): void {
  const [interval, pair = ''] = payload;
  if (interval !== '1m') throw new GateRefusal(400, '2', 'unknown interval');
  try {
    const market = marketOfPair(session.exchange, pair);
    if (event === 'unsubscribe') session.candles.delete(pair);
    else session.candles.set(pair, market);
  } catch {
    throw new GateRefusal(400, '2', `unknown currency pair: ${pair}`);
  }
}

function pass(session: Session, event: VenueEvent): void {
  const { exchange, candles } = session;
  if (event.kind === 'order') {
    const { order, cause } = event;
    const pair = pairOf(marketOf(exchange, order.marketKey).terms);
    const isWanted = session.pairs.has('!all') || session.pairs.has(pair);
    if (!isWanted || order.accountId !== session.accountId || !isShown(exchange, order)) return;
    const result = [gateOrderFrame(exchange, asItIs(order), cause === 'new')];
    write(session, { channel: ORDERS, event: 'update', result });
  } else if (event.kind === 'price') {
    const pair = pairOf(event.market.terms);
    if (candles.get(pair) !== event.market) return;
    const startMs = Math.floor(exchange.clock.nowMs() / MINUTE_MS) * MINUTE_MS;
    sendCandle(session, event.market, startMs, false);
  } else if (event.kind === 'minute')
    for (const market of candles.values())
      sendCandle(session, market, event.endedAtMs - MINUTE_MS, true);
}

/** With the faults of the stream. */
function sendCandle(
  session: Session,
  { terms, candles }: MarketState,
  startMs: number,
  isClosed: boolean,
): void {
  const { exchange } = session;
  const found = candleAt(candles, MINUTE_MS, startMs);
  if (found === null) return;
  for (const { candle, afterMs } of framesOf(exchange.streamFaults, found, isClosed)) {
    const result = gateCandle(pairOf(terms), candle, isClosed);
    const send = (): void => write(session, { channel: CANDLES, event: 'update', result });
    if (afterMs === 0) send();
    else exchange.clock.schedule(afterMs, send);
  }
}
