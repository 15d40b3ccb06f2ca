// A real exchange, put together: one budget, one clock, one list of markets and one wire for all
// accounts that trade there from this address.

import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { MarketStream, MarketStreamNews } from '#venue-port/exchange/market-feed.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Log } from '#venue-port/world/log.ts';
import type { Timer } from '#venue-port/world/timer.ts';
import type { Tracer } from '#venue-port/world/tracer.ts';
import type { VenueDialect } from '#venues/dialect.ts';
import type { UnreadableRow } from '#venues/dialects/reply/read-rows.ts';
import type { MarketChanges, MarketDirectory, ReadMarkets } from '#venues/market-list.ts';
import { makeMarketList } from '#venues/market-list.ts';
import type { MarketStreamDialect } from '#venues/dialect.ts';
import { openMarketStream } from '#venues/market-stream.ts';
import { SYSTEM_TIME } from '#venues/monotonic-time.ts';
import { probeUntilOpen } from '#venues/probe-until-open.ts';
import { readMarketsHere } from '#venues/read-market-lists.ts';
import { readMarketsOnThread } from '#venues/read-markets.ts';
import { rememberAccounts } from '#venues/remember-accounts.ts';
import type { BudgetFigures, RequestBudget } from '#venues/request-budget.ts';
import { makeRequestBudget } from '#venues/request-budget.ts';
import type { UnreadableRows } from '#venues/unreadable-rows.ts';
import { makeUnreadableRows } from '#venues/unreadable-rows.ts';
import { makeVenueClock } from '#venues/venue-clock.ts';
import type { CredentialSource } from '#venues/venue-exchange.ts';
import { makeVenueExchange } from '#venues/venue-exchange.ts';
import type { CallRecorder } from '#venues/recorded-wire.ts';
import { recordedWire } from '#venues/recorded-wire.ts';
import { tracedBudget, tracedWire } from '#venues/traced-wire.ts';
import type { HealthRecord } from '#venues/venue-health.ts';
import { makeHealthRecord } from '#venues/venue-health.ts';
import type { VenueCall, VenueWire, WireOutcome } from '#venues/wire/venue-wire.ts';
import { makeCcxtWire } from '#venues/wire/ccxt-wire.ts';

export type VenueDeps = {
  readonly dialect: VenueDialect;
  /** `http://127.0.0.1:port` of a loopback venue in place of all hosts; null in production. */
  readonly redirect: string | null;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly log: Log;
  readonly credentials: CredentialSource;
  /** Until when this process may send for the account; see VenueWire. */
  readonly sendByMs: (accountId: string) => number;
  /** Reads lists of markets on this thread; absent: on one of their own, since they are long. */
  readonly readsMarketsHere?: boolean;
  /** Hears of each call; absent: nobody does. */
  readonly record?: CallRecorder;
  /** Absent: calls are not traced. */
  readonly tracer?: Tracer | null;
};

export type Venue = {
  readonly exchange: Exchange;
  /** Null: its candles are read by request alone. */
  openMarketStream(this: void, onNews: (news: MarketStreamNews) => void): MarketStream | null;
  /** The same of the best bid and ask. */
  openBestPriceStream(this: void, onNews: (news: MarketStreamNews) => void): MarketStream | null;
  /** By the venue's clock. */
  venueNowMs(this: void): number;
  /** For the doctor and for metrics. */
  budgetFigures(): BudgetFigures;
  /** How many rows of its lists cannot be read at present. */
  unreadableCounts(this: void): ReturnType<UnreadableRows['counts']>;
  /** How many processes trade there from this address, this one included: each has its part. */
  shareBudget(sharersCount: number): void;
  /** By how much the skew of the clocks may be wrong; null before the first measurement. */
  clockErrorMs(): number | null;
  measureClock(): Promise<boolean>;
  refreshMarkets(): Promise<MarketChanges>;
  /** Ends everything; requests under way end as if their connection had broken. */
  /** Refuses requests that wait for the budget, and those that come: nothing of them is sent. */
  stopSending(): void;
  close(): void;
};

function marketReader(
  { dialect, readsMarketsHere = false }: VenueDeps,
  send: (call: VenueCall) => Promise<WireOutcome>,
): ReadMarkets {
  return readsMarketsHere
    ? readMarketsHere(dialect, send)
    : readMarketsOnThread(dialect.code, send);
}

const CLOCK_DEADLINE_MS = 5_000;
const MARKETS_DEADLINE_MS = 10_000;

/**
 * Connects to nothing yet: clock and markets are read with the first request.
 */
export function openVenue(deps: VenueDeps): Venue {
  const { dialect, clock, timer, log, credentials, sendByMs } = deps;
  const budget = makeRequestBudget(dialect.budget, SYSTEM_TIME);
  const plainWire = openWire(deps, budget, () => venueClock.nowMs());
  const following = followedOnce(() => [
    venueClock.follow(timer),
    markets.follow(timer),
    probeUntilOpen(timer, health, venueClock, () => markets.retry()),
  ]);
  const wire = wakingWire(plainWire, () => following.begin());
  const health = makeHealthRecord();
  const probe = probeWith(wire, health);
  const venueClock = makeVenueClock(clock, async () => venueTimeMs(dialect, probe));
  const readMarkets = marketReader(deps, async (call) => probe(call, MARKETS_DEADLINE_MS));
  const rows = makeUnreadableRows(dialect.code, SYSTEM_TIME, log);
  // The venue may have cancelled orders on markets that changed.
  const onChanges = (): void => remembered.forget();
  const reading = notedReading(clock, rows);
  const markets = makeMarketList(dialect.code, readMarkets, log, onChanges, reading.note);
  const exchange = makeVenueExchange({
    dialect,
    wire,
    clock,
    log,
    credentials,
    sendByMs,
    markets,
    venueClock,
    health,
    time: SYSTEM_TIME,
    stopAddress: (durationMs) => budget.pause(durationMs),
    rows,
  });
  const closing = new AbortController();
  const remembered = rememberAccounts(endingWith(closing.signal, exchange), SYSTEM_TIME, log);
  // A company is left alone until somebody needs it: there are many.
  if (dialect.companyOf === undefined) following.begin();
  const openStream = (
    of: MarketStreamDialect | undefined,
    onNews: (news: MarketStreamNews) => void,
  ): MarketStream | null => {
    if (of === undefined) return null;
    const shared = { code: dialect.code, wire, time: SYSTEM_TIME, log, rows };
    const directory = (): MarketDirectory => markets.latest();
    const venueNowMs = (): number => venueClock.nowMs();
    return openMarketStream({ ...shared, dialect: of, directory, venueNowMs }, onNews);
  };
  return {
    exchange: { ...remembered.exchange, marketsAsOfMs: reading.atMs },
    openMarketStream: (onNews) => openStream(dialect.marketStream, onNews),
    openBestPriceStream: (onNews) => openStream(dialect.bestPriceStream, onNews),
    venueNowMs: () => venueClock.nowMs(),
    budgetFigures: () => budget.figures(),
    unreadableCounts: () => rows.counts(),
    shareBudget: (sharersCount) => budget.share(sharersCount),
    stopSending: () => budget.close(),
    clockErrorMs: () => venueClock.errorMs(),
    measureClock: async () => venueClock.measure(),
    refreshMarkets: async () => markets.refresh(),
    close() {
      closing.abort();
      following.end();
      wire.close();
    },
  };
}

function openWire(
  { dialect, redirect, clock, record, tracer = null }: VenueDeps,
  budget: RequestBudget,
  venueNowMs: () => number,
) {
  const wire = makeCcxtWire({
    exchangeId: dialect.libraryId,
    hosts: { allowed: dialect.hosts, redirect },
    budget: tracer === null ? budget : tracedBudget(budget, tracer),
    clock,
    venueNowMs,
    isTestNet: dialect.isTestNet ?? false,
  });
  const traced = tracer === null ? wire : tracedWire(wire, dialect.code, tracer);
  return record === undefined ? traced : recordedWire(traced, clock, record);
}

/** Begins at most once, and never after its end. */
function followedOnce(follow: () => readonly (() => void)[]) {
  let stops: readonly (() => void)[] | null = null;
  return {
    begin(): void {
      stops ??= follow();
    },
    end(): void {
      for (const stop of stops ?? []) stop();
      stops = [];
    },
  };
}

/** Notes that something is sent. */
function wakingWire<Wire extends Pick<VenueWire, 'send'>>(wire: Wire, wake: () => void): Wire {
  return {
    ...wire,
    async send(...words) {
      wake();
      return wire.send(...words);
    },
  };
}

/** When the markets were read last, null: never; and which rows of them are left out. */
function notedReading(clock: Clock, rows: UnreadableRows) {
  let atMs: number | null = null;
  const note = (leftOut: readonly UnreadableRow[]): void => {
    atMs = clock.nowMs();
    rows.noteMarkets(leftOut);
  };
  return { atMs: () => atMs, note };
}

/** Null: it does not say. */
async function venueTimeMs(
  dialect: VenueDialect,
  probe: ReturnType<typeof probeWith>,
): Promise<number | null> {
  const { call, read } = dialect.time();
  const verdict = read(await probe(call, CLOCK_DEADLINE_MS));
  return verdict.kind === 'done' ? verdict.value.venueTimeMs : null;
}

/** Streams of accounts end with the signal. */
function endingWith(closing: AbortSignal, exchange: Exchange): Exchange {
  return {
    ...exchange,
    watchAccount: async (account, onNews, signal) =>
      exchange.watchAccount(account, onNews, AbortSignal.any([signal, closing])),
  };
}

/** Public calls, each of which shows whether the venue can be reached. */
function probeWith(wire: Pick<VenueWire, 'send'>, health: HealthRecord) {
  return async (call: VenueCall, deadlineMs: number): Promise<WireOutcome> => {
    const outcome = await wire.send(call, null, deadlineMs);
    health.noteProbe(outcome);
    return outcome;
  };
}
