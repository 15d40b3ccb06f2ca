// Candles, or the best prices, of many markets of a venue as they form. Markets are spread over as
// few connections as the venue allows. A connection that ends or is silent for too long is opened
// anew; what was missed is read by request, by whoever listens.

import type { MarketTag, MarketType } from '#venue-port/market/market.ts';
import type { MarketStream, MarketStreamNews } from '#venue-port/exchange/market-feed.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { Log } from '#venue-port/world/log.ts';
import type { ListedMarket, MarketStreamDialect } from '#venues/dialect.ts';
import type { MarketDirectory } from '#venues/market-list.ts';
import { withLeftOut } from '#venues/dialects/reply/read-rows.ts';
import type { UnreadableRows } from '#venues/unreadable-rows.ts';
import type { MonotonicTime } from '#venues/monotonic-time.ts';
import { pauseFor } from '#venues/monotonic-time.ts';
import type { VenueStream, VenueWire } from '#venues/wire/venue-wire.ts';

export type MarketStreamDeps = {
  /** Of the exchange, for the log. */
  readonly code: string;
  readonly dialect: MarketStreamDialect;
  readonly wire: Pick<VenueWire, 'openStream'>;
  readonly directory: () => MarketDirectory;
  readonly venueNowMs: () => number;
  readonly time: MonotonicTime;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** Hears of rows that cannot be read; absent: nobody does. */
  readonly rows?: Pick<UnreadableRows, 'note'>;
};

/** A connection that is silent for longer is dead. */
const STREAM_SILENCE_MS_MAX = 45_000;
const LOOK_EVERY_MS = 5_000;
const RETRY_MS_MIN = 1_000;
const RETRY_MS_MAX = 30_000;
const GOOD_MS = 60_000;
/** Markets that are followed together are subscribed together. */
const GATHER_MS = 20;

type FollowedListing = {
  readonly listed: ListedMarket;
  /** As far as this connection goes. */
  state: 'unsent' | 'sent' | 'subscribed';
};

type Connection = {
  readonly marketType: MarketType;
  readonly markets: Map<MarketTag, FollowedListing>;
  readonly closing: AbortController;
  /** By the numbers of their frames. */
  readonly awaited: Map<number, readonly MarketTag[]>;
  stream: VenueStream | null;
  attempt: AbortController | null;
  heardAtMs: number;
  lastFrameNumber: number;
  /** Ends the wait for the next frame that is to be sent. */
  cancelPump: (() => void) | null;
};

type State = MarketStreamDeps & {
  readonly onNews: (news: MarketStreamNews) => void;
  readonly connections: Set<Connection>;
  readonly byMarket: Map<MarketTag, Connection>;
};

/** Stream of no market yet; news comes for markets that are followed alone. */
export function openMarketStream(
  deps: MarketStreamDeps,
  onNews: (news: MarketStreamNews) => void,
): MarketStream {
  const state: State = { ...deps, onNews, connections: new Set(), byMarket: new Map() };
  return {
    follow(marketTag) {
      const listed = state.directory().byTag.get(marketTag);
      if (listed === undefined || state.byMarket.has(marketTag)) return;
      const connection = roomyConnection(state, listed.market.marketType);
      connection.markets.set(marketTag, { listed, state: 'unsent' });
      state.byMarket.set(marketTag, connection);
      pumpAfter(state, connection, GATHER_MS);
    },
    leave(marketTag) {
      const connection = state.byMarket.get(marketTag);
      if (connection === undefined) return;
      state.byMarket.delete(marketTag);
      leaveConnection(state, connection, marketTag);
    },
    close() {
      for (const connection of state.connections) endConnection(state, connection);
      state.byMarket.clear();
    },
  };
}

function roomyConnection(state: State, marketType: MarketType): Connection {
  for (const connection of state.connections) {
    const hasRoom = connection.markets.size < state.dialect.marketsMax;
    if (connection.marketType === marketType && hasRoom) return connection;
  }
  const connection: Connection = {
    marketType,
    markets: new Map(),
    closing: new AbortController(),
    awaited: new Map(),
    stream: null,
    attempt: null,
    heardAtMs: 0,
    lastFrameNumber: 0,
    cancelPump: null,
  };
  state.connections.add(connection);
  void runConnection(state, connection);
  return connection;
}

function leaveConnection(state: State, connection: Connection, marketTag: MarketTag): void {
  const followed = connection.markets.get(marketTag);
  connection.markets.delete(marketTag);
  if (connection.markets.size === 0) return endConnection(state, connection);
  if (followed === undefined || followed.state === 'unsent') return;
  const { dialect, venueNowMs } = state;
  send(connection, (id) => dialect.unsubscribe([followed.listed], id, venueNowMs()));
}

function endConnection(state: State, connection: Connection): void {
  state.connections.delete(connection);
  connection.cancelPump?.();
  connection.cancelPump = null;
  connection.closing.abort();
}

/** Until it is closed. */
async function runConnection(state: State, connection: Connection): Promise<void> {
  const { time } = state;
  const { signal } = connection.closing;
  let retryMs = RETRY_MS_MIN;
  while (!signal.aborted) {
    const startedAtMs = time.nowMs();
    await connectOnce(state, connection);
    if (time.nowMs() - startedAtMs >= GOOD_MS) retryMs = RETRY_MS_MIN;
    await pauseFor(time, retryMs, signal);
    retryMs = Math.min(2 * retryMs, RETRY_MS_MAX);
  }
}

/** Resolves when the connection has ended, or could not be opened. */
async function connectOnce(state: State, connection: Connection): Promise<void> {
  const { code, dialect, wire, time, log } = state;
  const attempt = new AbortController();
  const abort = (): void => attempt.abort();
  connection.closing.signal.addEventListener('abort', abort, { once: true });
  connection.attempt = attempt;
  connection.heardAtMs = time.nowMs();
  let stopLooking = (): void => undefined;
  try {
    const address = dialect.address(connection.marketType);
    const hear = (frame: string): void => hearFrame(state, connection, frame);
    connection.stream = await wire.openStream(address, hear, attempt.signal);
    stopLooking = lookAfter(state, connection, attempt);
    pumpAfter(state, connection, 0);
    await connection.stream.ended;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const isWanted = !connection.closing.signal.aborted;
    if (isWanted) log.warn('market_stream_failed', { exchange: code, cause: error.message });
  } finally {
    stopLooking();
    connection.closing.signal.removeEventListener('abort', abort);
    attempt.abort();
    disconnect(state, connection);
  }
}

function disconnect({ onNews }: State, connection: Connection): void {
  connection.stream = null;
  connection.attempt = null;
  connection.awaited.clear();
  connection.cancelPump?.();
  connection.cancelPump = null;
  const marketTags: MarketTag[] = [];
  for (const [marketTag, followed] of connection.markets) {
    if (followed.state === 'subscribed') marketTags.push(marketTag);
    followed.state = 'unsent';
  }
  if (marketTags.length > 0) onNews({ kind: 'disconnected', marketTags });
}

/** Pings, and gives a silent connection up; the result ends both. */
function lookAfter(state: State, connection: Connection, attempt: AbortController): () => void {
  const { code, dialect, venueNowMs, time, log } = state;
  const { everyMs, frame } = dialect.ping;
  const stops = [
    repeat(time, everyMs, () => send(connection, (id) => frame(id, venueNowMs()))),
    repeat(time, LOOK_EVERY_MS, () => {
      if (time.nowMs() - connection.heardAtMs <= STREAM_SILENCE_MS_MAX) return;
      log.warn('market_stream_given_up', { exchange: code, reason: 'silent' });
      attempt.abort();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Subscribes what is not yet, a frame at a time. */
function pumpAfter(state: State, connection: Connection, delayMs: number): void {
  if (connection.stream === null || connection.cancelPump !== null) return;
  connection.cancelPump = state.time.after(delayMs, () => {
    connection.cancelPump = null;
    pump(state, connection);
  });
}

function pump(state: State, connection: Connection): void {
  const { dialect, venueNowMs } = state;
  const unsent = [...connection.markets].filter(([, followed]) => followed.state === 'unsent');
  if (unsent.length === 0) return;
  const part = unsent.slice(0, dialect.marketsPerFrameMax);
  for (const [, followed] of part) followed.state = 'sent';
  const listed = part.map(([, followed]) => followed.listed);
  const number = send(connection, (id) => dialect.subscribe(listed, id, venueNowMs()));
  const marketTags = part.map(([marketTag]) => marketTag);
  connection.awaited.set(number, marketTags);
  if (unsent.length > part.length) pumpAfter(state, connection, 1_000 / dialect.framesPerSecondMax);
}

function send(connection: Connection, frameOf: (frameNumber: number) => string): number {
  connection.lastFrameNumber += 1;
  connection.stream?.send(frameOf(connection.lastFrameNumber));
  return connection.lastFrameNumber;
}

function hearFrame(state: State, connection: Connection, frame: string): void {
  const { code, dialect, directory, log, onNews, rows, time } = state;
  connection.heardAtMs = time.nowMs();
  // One list for the whole frame: another one may count in other steps.
  const { find, byTag } = directory();
  const read = withLeftOut(() => dialect.read(frame, connection.marketType, find));
  rows?.note('market_data', read.leftOut);
  for (const event of read.value)
    switch (event.kind) {
      case 'candle': {
        const { streamed } = event;
        const listed = byTag.get(streamed.marketTag);
        if (listed !== undefined && connection.markets.has(streamed.marketTag))
          onNews({ kind: 'candle', streamed, market: listed.market });
        break;
      }
      case 'best_prices':
        if (connection.markets.has(event.marketTag)) onNews(event);
        break;
      case 'subscribed':
        noteSubscribed(state, connection, takeAwaited(connection, event.frameNumber));
        break;
      case 'confirmed':
        noteSubscribed(state, connection, [event.marketTag]);
        break;
      case 'refused':
        log.warn('market_stream_refused', { exchange: code, detail: event.detail });
        if (event.frameNumber !== null) connection.awaited.delete(event.frameNumber);
        break;
      case 'over':
        connection.attempt?.abort();
        break;
    }
}

function takeAwaited({ awaited }: Connection, frameNumber: number): readonly MarketTag[] {
  const marketTags = awaited.get(frameNumber) ?? [];
  awaited.delete(frameNumber);
  return marketTags;
}

function noteSubscribed(
  { onNews }: State,
  connection: Connection,
  confirmed: readonly MarketTag[],
): void {
  const marketTags = confirmed.filter((marketTag) => connection.markets.has(marketTag));
  for (const marketTag of marketTags) {
    const followed = connection.markets.get(marketTag);
    if (followed !== undefined) followed.state = 'subscribed';
  }
  if (marketTags.length > 0) onNews({ kind: 'connected', marketTags });
}

function repeat(time: MonotonicTime, everyMs: number, run: () => void): () => void {
  let cancel = time.after(everyMs, again);
  function again(): void {
    cancel = time.after(everyMs, again);
    run();
  }
  return () => cancel();
}
