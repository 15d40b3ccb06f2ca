// OKX's sockets: the private stream with orders and with what changed balances and positions, and
// the "business" stream of candles.

import { randomBytes } from 'node:crypto';

import { plainText } from '#loopback/amount.ts';
import { bestPrices } from '#loopback/book/matching-book.ts';
import { candleAt } from '#loopback/exchange/candle-series.ts';
import type { Exchange, MarketState, VenueEvent } from '#loopback/exchange/exchange.ts';
import { marketOf } from '#loopback/exchange/exchange.ts';
import { isUntriggered } from '#loopback/book/trigger.ts';
import { asItIs, isShown } from '#loopback/exchange/order-as-of.ts';
import { framesOf } from '#loopback/faults/stream-faults.ts';
import type { FrameSender, StreamSession } from '#loopback/skins/skin.ts';
import { findMarket, INST_TYPES, instIdOf } from '#loopback/skins/okx/okx-endpoint.ts';
import { OkxRefusal } from '#loopback/skins/okx/okx-errors.ts';
import { okxCandle } from '#loopback/skins/okx/okx-market-data.ts';
import { okxLiquidationFrame, okxOrderFrame } from '#loopback/skins/okx/okx-order.ts';
import { checkOkxKey, isOkxSignature } from '#loopback/skins/okx/okx-signature.ts';

const MINUTE_MS = 60_000;
const LOG_ON_MS = 30_000;

type Argument = Readonly<Record<string, string | undefined>>;
type Request = { readonly id?: string; readonly op?: string; readonly args?: readonly Argument[] };

/** Session of a private or public socket; null for a path that is none. */
export function openOkxStream(
  exchange: Exchange,
  path: string,
  send: FrameSender,
): StreamSession | null {
  if (path === '/ws/v5/private') return openPrivate(exchange, send);
  if (path === '/ws/v5/public') return openPublic(exchange, send, BOOKS);
  return path === '/ws/v5/business' ? openPublic(exchange, send, CANDLES) : null;
}

function responder(send: FrameSender): (request: Request, content: object) => void {
  const connId = randomBytes(4).toString('hex');
  return ({ id }, content) =>
    send(JSON.stringify({ ...(id === undefined ? {} : { id }), ...content, connId }));
}

type Session = {
  readonly exchange: Exchange;
  readonly send: FrameSender;
  /** Subscribed ones, each with its argument. */
  readonly channels: Map<string, Argument>;
  accountId: string | null;
};

function openPrivate(exchange: Exchange, send: FrameSender): StreamSession {
  const respond = responder(send);
  const session: Session = { exchange, send, channels: new Map(), accountId: null };
  const onEvent = (event: VenueEvent): void => sendEvent(session, event);
  exchange.listeners.add(onEvent);
  const logOn = (request: Request): void => {
    try {
      session.accountId = loggedOn(exchange, request.args?.[0] ?? {});
      respond(request, { event: 'login', code: '0', msg: '' });
    } catch (error) {
      if (!(error instanceof OkxRefusal)) throw error;
      respond(request, { event: 'error', code: error.code, msg: error.message });
    }
  };
  const subscribe = (request: Request): void => {
    for (const arg of request.args ?? []) {
      if (session.accountId === null) {
        respond(request, { event: 'error', code: '60011', msg: 'Please log in' });
      } else if (!isChannel(arg)) {
        respond(request, { event: 'error', code: '60018', msg: 'Wrong URL or channel' });
      } else {
        session.channels.set(`${arg['channel']} ${arg['instType'] ?? ''}`, arg);
        respond(request, { event: 'subscribe', arg });
        if (arg['channel'] === CHANGES) sendChange(session, 'snapshot');
      }
    }
  };
  return {
    receive(text) {
      if (text === 'ping') return send('pong');
      const request = JSON.parse(text) as Request;
      if (request.op === 'login') logOn(request);
      else if (request.op === 'subscribe') subscribe(request);
      else respond(request, { event: 'error', code: '60012', msg: 'Invalid request' });
    },
    close: () => void exchange.listeners.delete(onEvent),
  };
}

const CHANGES = 'balance_and_position';

function isChannel({ channel, instType }: Argument): boolean {
  if (channel === CHANGES) return true;
  return channel === 'orders' && (instType === 'SPOT' || instType === 'SWAP');
}

function sendEvent(session: Session, event: VenueEvent): void {
  const { exchange, accountId } = session;
  if (event.kind === 'order') {
    const { order, fill } = event;
    if (order.accountId !== accountId || !isShown(exchange, order)) return;
    // What waits has a stream of its own, which is not here.
    if (isUntriggered(order)) return;
    sendOrder(session, order.marketKey, okxOrderFrame(exchange, asItIs(order), fill));
  } else if (event.kind === 'funding' && event.fill.accountId === accountId) {
    const { fill } = event;
    if (fill.kind === 'liquidation')
      sendOrder(session, fill.marketKey, okxLiquidationFrame(exchange, fill));
    sendChange(session, fill.kind === 'funding' ? 'funding_fee' : 'liquidation');
  } else if (event.kind === 'position' && event.position.accountId === accountId)
    sendChange(session, 'filled');
}

function sendOrder(
  { exchange, send, channels, accountId }: Session,
  marketKey: string,
  frame: Record<string, unknown>,
): void {
  const instType = INST_TYPES[marketOf(exchange, marketKey).terms.kind];
  if (!channels.has(`orders ${instType}`)) return;
  const arg = { channel: 'orders', instType, uid: accountId };
  send(JSON.stringify({ arg, data: [frame] }));
}

/** What changed is left out here: nobody reads more than the cause. */
function sendChange({ exchange, send, channels, accountId }: Session, eventType: string): void {
  if (!channels.has(`${CHANGES} `)) return;
  const pTime = String(exchange.clock.nowMs());
  const data = [{ pTime, eventType, balData: [], posData: [], trades: [] }];
  send(JSON.stringify({ arg: { channel: CHANGES, uid: accountId }, data }));
}

/** Signed are the time in seconds, the method and a path of its own. */
function loggedOn(exchange: Exchange, argument: Argument): string {
  const { apiKey = '', passphrase = '', timestamp = '', sign = '' } = argument;
  const key = keyOf(exchange, apiKey);
  if (Math.abs(exchange.clock.nowMs() - Number(timestamp) * 1_000) > LOG_ON_MS)
    throw new OkxRefusal(60_006, 'Timestamp request expired');
  if (passphrase !== key.passphrase) throw new OkxRefusal(60_024, 'Wrong passphrase');
  if (!isOkxSignature(key.secret, `${timestamp}GET/users/self/verify`, sign))
    throw new OkxRefusal(60_007, 'Invalid sign');
  return key.accountId;
}

function keyOf(exchange: Exchange, apiKey: string) {
  try {
    return checkOkxKey(exchange, apiKey, '127.0.0.1', false);
  } catch {
    throw new OkxRefusal(60_005, 'Invalid apiKey');
  }
}

/** What a stream sends of the markets that are subscribed. */
type PublicChannel = {
  readonly name: string;
  readonly atPrice: (exchange: Exchange, market: MarketState, send: FrameSender) => void;
  readonly atMinute: (
    exchange: Exchange,
    market: MarketState,
    endedAtMs: number,
    send: FrameSender,
  ) => void;
};

const CANDLES: PublicChannel = {
  name: 'candle1m',
  atPrice(exchange, market, send) {
    const startMs = Math.floor(exchange.clock.nowMs() / MINUTE_MS) * MINUTE_MS;
    sendCandle(exchange, market, startMs, false, send);
  },
  atMinute: (exchange, market, endedAtMs, send) =>
    sendCandle(exchange, market, endedAtMs - MINUTE_MS, true, send),
};

const BOOKS: PublicChannel = {
  name: 'bbo-tbt',
  atPrice(exchange, { terms, book, crowd, middle }, send) {
    const { bid, ask } = bestPrices(book, crowd, middle, terms.tick);
    const side = (offer: typeof bid): readonly (readonly string[])[] =>
      offer === null ? [] : [[plainText(offer.price), plainText(offer.quantity), '0', '1']];
    const ts = String(exchange.clock.nowMs());
    const row = { asks: side(ask), bids: side(bid), ts, seqId: 1 };
    send(JSON.stringify({ arg: { channel: 'bbo-tbt', instId: instIdOf(terms) }, data: [row] }));
  },
  atMinute: () => undefined,
};

function openPublic(exchange: Exchange, send: FrameSender, channel: PublicChannel): StreamSession {
  const respond = responder(send);
  const markets = new Map<string, MarketState>();
  const onEvent = (event: VenueEvent): void => {
    if (event.kind === 'price') {
      if (markets.get(instIdOf(event.market.terms)) !== event.market) return;
      channel.atPrice(exchange, event.market, send);
    }
    if (event.kind !== 'minute') return;
    for (const market of markets.values())
      channel.atMinute(exchange, market, event.endedAtMs, send);
  };
  exchange.listeners.add(onEvent);
  const subscribe = (request: Request): void => {
    for (const arg of request.args ?? []) {
      const instId = arg['instId'] ?? '';
      const market = findMarket(exchange, instId);
      if (arg['channel'] !== channel.name || market === null) {
        const msg = `Wrong URL or channel:${arg['channel']},instId:${instId} doesn't exist.`;
        respond(request, { event: 'error', code: '60018', msg });
      } else {
        markets.set(instId, market);
        respond(request, { event: 'subscribe', arg });
      }
    }
  };
  return {
    receive(text) {
      if (text === 'ping') return send('pong');
      const request = JSON.parse(text) as Request;
      if (request.op === 'subscribe') subscribe(request);
      if (request.op !== 'unsubscribe') return;
      for (const arg of request.args ?? []) {
        markets.delete(arg['instId'] ?? '');
        respond(request, { event: 'unsubscribe', arg });
      }
    },
    close: () => void exchange.listeners.delete(onEvent),
  };
}

/** With the faults of the stream. A frame does not say when it was made. */
function sendCandle(
  exchange: Exchange,
  { terms, candles }: MarketState,
  startMs: number,
  isClosed: boolean,
  send: FrameSender,
): void {
  const found = candleAt(candles, MINUTE_MS, startMs);
  if (found === null) return;
  for (const { candle, afterMs } of framesOf(exchange.streamFaults, found, isClosed)) {
    const arg = { channel: 'candle1m', instId: instIdOf(terms) };
    const frame = JSON.stringify({ arg, data: [okxCandle(terms, candle, isClosed)] });
    if (afterMs === 0) send(frame);
    else exchange.clock.schedule(afterMs, () => send(frame));
  }
}
