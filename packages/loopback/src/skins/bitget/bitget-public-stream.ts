// Bitget's public socket: candles of a minute and the best bid and ask of spot markets.

import { plainText } from '#loopback/amount.ts';
import { bestPrices } from '#loopback/book/matching-book.ts';
import { candleAt, candlesOf } from '#loopback/exchange/candle-series.ts';
import type { Exchange, MarketState, VenueEvent } from '#loopback/exchange/exchange.ts';
import { framesOf } from '#loopback/faults/stream-faults.ts';
import type { FrameSender, StreamSession } from '#loopback/skins/skin.ts';
import { candleRow } from '#loopback/skins/bitget/bitget-market-data.ts';

const MINUTE_MS = 60_000;
/** The first frame of a market has its past. */
const SNAPSHOT_ROWS = 5;
const CHANNELS = ['candle1m', 'books1'] as const;

type Channel = (typeof CHANNELS)[number];
type Argument = Readonly<Record<string, string | undefined>>;
type Subscription = { readonly channel: Channel; readonly market: MarketState };
type Session = {
  readonly exchange: Exchange;
  readonly send: FrameSender;
  readonly subscribed: Map<string, Subscription>;
};

/** Session of the public socket; unknown channels and markets are refused by a frame. */
export function openBitgetPublicStream(exchange: Exchange, send: FrameSender): StreamSession {
  const session: Session = { exchange, send, subscribed: new Map() };
  const respond = (content: object): void => send(JSON.stringify(content));
  const onEvent = (event: VenueEvent): void => sendEvent(session, event);
  exchange.listeners.add(onEvent);
  const subscribe = (arg: Argument): void => {
    const { instType, channel: name, instId = '' } = arg;
    const market = exchange.markets.get(`spot:${instId}`);
    const channel = CHANNELS.find((each) => each === name);
    if (instType !== 'SPOT' || channel === undefined || market === undefined) {
      const msg = `instType:${instType},channel:${name},instId:${instId} doesn't exist`;
      return respond({ event: 'error', arg, code: 30_001, msg });
    }
    respond({ event: 'subscribe', arg });
    session.subscribed.set(`${channel} ${instId}`, { channel, market });
    if (channel === 'books1') return sendBook(session, market);
    const nowMs = exchange.clock.nowMs();
    const past = candlesOf(market.candles, MINUTE_MS, 0, nowMs).slice(-SNAPSHOT_ROWS);
    sendRows(session, { channel, market }, 'snapshot', past.map(candleRow));
  };
  return {
    receive(text) {
      if (text === 'ping') return send('pong');
      const { op, args = [] } = JSON.parse(text) as { op?: string; args?: readonly Argument[] };
      if (op === 'subscribe') for (const arg of args) subscribe(arg);
      if (op !== 'unsubscribe') return;
      for (const arg of args) {
        session.subscribed.delete(`${arg['channel']} ${arg['instId']}`);
        respond({ event: 'unsubscribe', arg });
      }
    },
    close: () => void exchange.listeners.delete(onEvent),
  };
}

function sendEvent(session: Session, event: VenueEvent): void {
  const { exchange, subscribed } = session;
  if (event.kind !== 'price' && event.kind !== 'minute') return;
  for (const { channel, market } of subscribed.values()) {
    if (event.kind === 'minute') {
      if (channel === 'candle1m') sendCandle(session, market, event.endedAtMs - MINUTE_MS, true);
    } else if (event.market === market) {
      const startMs = Math.floor(exchange.clock.nowMs() / MINUTE_MS) * MINUTE_MS;
      if (channel === 'books1') sendBook(session, market);
      else sendCandle(session, market, startMs, false);
    }
  }
}

/** With the faults of the stream. */
function sendCandle(
  session: Session,
  market: MarketState,
  startMs: number,
  isClosed: boolean,
): void {
  const { exchange } = session;
  const found = candleAt(market.candles, MINUTE_MS, startMs);
  if (found === null) return;
  for (const { candle, afterMs } of framesOf(exchange.streamFaults, found, isClosed)) {
    const sendIt = (): void =>
      sendRows(session, { channel: 'candle1m', market }, 'update', [candleRow(candle)]);
    if (afterMs === 0) sendIt();
    else exchange.clock.schedule(afterMs, sendIt);
  }
}

function sendBook(session: Session, market: MarketState): void {
  const { terms, book, crowd, middle } = market;
  const { bid, ask } = bestPrices(book, crowd, middle, terms.tick);
  const side = (offer: typeof bid): readonly (readonly string[])[] =>
    offer === null ? [] : [[plainText(offer.price), plainText(offer.quantity)]];
  const ts = String(session.exchange.clock.nowMs());
  const row = { asks: side(ask), bids: side(bid), checksum: 0, seq: 1, ts };
  sendRows(session, { channel: 'books1', market }, 'snapshot', [row]);
}

function sendRows(
  { exchange, send }: Session,
  { channel, market }: Subscription,
  action: string,
  data: readonly unknown[],
): void {
  const arg = { instType: 'SPOT', channel, instId: market.terms.symbol };
  send(JSON.stringify({ action, arg, data, ts: exchange.clock.nowMs() }));
}
