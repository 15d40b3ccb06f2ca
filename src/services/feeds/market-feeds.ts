// The feeds of one real exchange: live minutes of the markets that somebody follows. The stream
// brings them, lists of the venue confirm them and bring what the stream has not; see
// market-minutes.ts for the rules. Without a stream, lists alone bring them, a little later.

import { HOUR_MS, minuteStartMs } from '#lib/time.ts';
import { isMinuteCandle } from '#domain/candle/columns-from-candles.ts';
import type { FeedStep } from '#venue-port/feed/market-minutes.ts';
import { noteFrame, passTime } from '#venue-port/feed/market-minutes.ts';
import { LATE_AFTER_MS } from '#venue-port/feed/stream-pace.ts';
import { marketGrid, priceOf } from '#venue-port/market/market-grid.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { BestPrices } from '#venue-port/market/best-prices.ts';
import type {
  FeedNews,
  LivePrice,
  MarketFeed,
  MarketStreamNews,
  StreamedCandle,
} from '#venue-port/exchange/market-feed.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type {
  FeedCounts,
  FeedDeps,
  FeedState,
  FollowedMarket,
} from '#services/feeds/feed-state.ts';
import { isFollowed } from '#services/feeds/feed-state.ts';
import { bestPricesFeed } from '#services/feeds/best-prices-feed.ts';
import { publishMinutes } from '#services/feeds/publish-minutes.ts';
import { requestDue, TICK_MS } from '#services/feeds/request-lists.ts';
import { hasSameSteps } from '#services/history/fetch-minutes.ts';
import { startFeed } from '#services/feeds/start-feed.ts';

export type MarketFeeds = MarketFeed & {
  /** As the stream has shown it last; null: it does not have the market now. */
  livePrice(marketTag: MarketTag): LivePrice | null;
  /** The best bid and ask; null: not streamed yet, or not by this venue. From here on they are. */
  wantBestPrices(marketTag: MarketTag): BestPrices | null;
  figures(): FeedFigures;
  close(this: void): void;
};

export type FeedFigures = Readonly<FeedCounts> & {
  readonly marketsCount: number;
  readonly streamedCount: number;
  /** Markets whose best bid and ask are streamed. */
  readonly bestPricesCount: number;
  /** Since the end of the newest stored minute, of the market where it is oldest; 0: of none. */
  readonly lastMinuteAgeMs: number;
};

const STARTS_MAX = 4;
const START_RETRY_MS = 5_000;

/** Feeds of one exchange without markets; its stream is opened at once. */
export function marketFeeds(deps: FeedDeps): MarketFeeds {
  const stream = deps.openMarketStream((news) => hear(state, news));
  const state: FeedState = {
    ...deps,
    stream,
    bestPrices: bestPricesFeed(deps),
    markets: new Map(),
    outbox: [],
    corrections: [],
    publishing: null,
    correcting: null,
    due: [],
    requestsCount: 0,
    pace: { tickedAtMs: deps.elapsedMs(), broughtCount: 0, lateAfterMs: LATE_AFTER_MS },
    startingCount: 0,
    startTurns: [],
    isClosed: false,
    figures: {
      minutesCount: 0,
      correctionsCount: 0,
      requestsCount: 0,
      gapRequestsCount: 0,
      disconnectionsCount: 0,
    },
  };
  const stopTicks = deps.every(TICK_MS, () => tick(state));
  return {
    follow: (marketTag, onNews, signal) => follow(state, marketTag, onNews, signal),
    livePrice: (marketTag) => livePrice(state, marketTag),
    wantBestPrices: (marketTag) => state.bestPrices.want(marketTag),
    figures: () => ({
      ...state.figures,
      marketsCount: state.markets.size,
      streamedCount: [...state.markets.values()].filter(({ isStreamed }) => isStreamed).length,
      bestPricesCount: state.bestPrices.count(),
      lastMinuteAgeMs: lastMinuteAgeMs(state),
    }),
    close() {
      state.isClosed = true;
      stopTicks();
      stream?.close();
      state.bestPrices.close();
    },
  };
}

/** A market whose feed never started has no minute. */
function lastMinuteAgeMs({ markets, venueNowMs }: FeedState): number {
  const nowMs = venueNowMs();
  let ageMs = 0;
  for (const { storedUntilMs } of markets.values())
    if (storedUntilMs > 0) ageMs = Math.max(ageMs, nowMs - storedUntilMs);
  return ageMs;
}

async function follow(
  state: FeedState,
  marketTag: MarketTag,
  onNews: (news: FeedNews) => void,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  const followed = state.markets.get(marketTag) ?? begin(state, marketTag);
  const own = (news: FeedNews): void => onNews(news);
  followed.followers.add(own);
  if (followed.minutes !== null) own({ kind: 'known', untilMs: followed.storedUntilMs });
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
  followed.followers.delete(own);
  if (followed.followers.size > 0 || !isFollowed(state, followed)) return;
  state.markets.delete(marketTag);
  state.stream?.leave(marketTag);
}

function begin(state: FeedState, marketTag: MarketTag): FollowedMarket {
  const followed: FollowedMarket = {
    marketTag,
    followers: new Set(),
    market: null,
    minutes: null,
    storedUntilMs: 0,
    newest: null,
    isStreamed: false,
    isRequested: false,
    packedHour: Math.floor(state.venueNowMs() / HOUR_MS),
  };
  state.markets.set(marketTag, followed);
  void start(state, followed).catch(state.onDefect);
  return followed;
}

/** What is stored is not what the feed knew: it begins anew from there. */
function restart(state: FeedState, followed: FollowedMarket): void {
  if (!isFollowed(state, followed) || followed.minutes === null) return;
  followed.minutes = null;
  followed.newest = null;
  state.outbox = state.outbox.filter((each) => each.followed !== followed);
  state.corrections = state.corrections.filter((each) => each.followed !== followed);
  void start(state, followed).catch(state.onDefect);
}

/** Some at once, the others in turn; again and again while somebody follows the market. */
async function start(state: FeedState, followed: FollowedMarket): Promise<void> {
  while (isFollowed(state, followed)) {
    if (state.startingCount >= STARTS_MAX)
      await new Promise<void>((resolve) => void state.startTurns.push(resolve));
    state.startingCount += 1;
    try {
      if (await startOnce(state, followed)) return;
    } finally {
      state.startingCount -= 1;
      state.startTurns.shift()?.();
    }
    await state.pause(START_RETRY_MS);
  }
}

async function startOnce(state: FeedState, followed: FollowedMarket): Promise<boolean> {
  const { marketTag } = followed;
  const fail = (cause: string): false => {
    state.log.warn('feed.not_started', { market_tag: marketTag, cause });
    return false;
  };
  try {
    const begun = await startFeed(state, marketTag);
    if (!begun.ok) return fail(begun.rejection);
    if (!isFollowed(state, followed)) return true;
    followed.market = begun.value.market;
    followed.minutes = begun.value.minutes;
    followed.storedUntilMs = begun.value.minutes.knownUntilMs;
    state.stream?.follow(marketTag);
    for (const follower of followed.followers)
      follower({ kind: 'known', untilMs: followed.storedUntilMs });
    return true;
  } catch (error) {
    if (!(error instanceof Failure || error instanceof OutcomeUnknown)) throw error;
    return fail(error.message);
  }
}

function hear(state: FeedState, news: MarketStreamNews): void {
  if (news.kind === 'best_prices') return;
  if (news.kind !== 'candle') {
    if (news.kind === 'disconnected') state.figures.disconnectionsCount += 1;
    for (const marketTag of news.marketTags) {
      const followed = state.markets.get(marketTag);
      if (followed === undefined) continue;
      followed.isStreamed = news.kind === 'connected';
      followed.newest = null;
    }
    return;
  }
  const { streamed, market } = news;
  const followed = state.markets.get(streamed.marketTag);
  if (followed === undefined || !isMinuteCandle(streamed.candle)) return;
  if (followed.market !== null && !hasSameSteps(market, followed.market))
    return restart(state, followed);
  if (followed.newest === null || streamed.atMs >= followed.newest.atMs) followed.newest = streamed;
  if (!streamed.isClosed || followed.minutes === null) return;
  const { candle, atMs } = streamed;
  const step = noteFrame(followed.minutes, { candle, atMs }, state.venueNowMs());
  if (step.closed !== null) state.pace.broughtCount += 1;
  apply(state, followed, step);
}

function apply(state: FeedState, followed: FollowedMarket, step: FeedStep): void {
  followed.minutes = step.market;
  if (step.closed !== null) state.outbox.push({ followed, closed: step.closed });
  for (const correction of step.corrections) state.corrections.push({ followed, correction });
  publishMinutes(state, (each) => restart(state, each));
}

function tick(state: FeedState): void {
  const nowMs = state.venueNowMs();
  for (const followed of state.markets.values()) {
    if (followed.minutes === null) continue;
    const step = passTime(followed.minutes, nowMs);
    if (step.market !== followed.minutes) apply(state, followed, step);
  }
  requestDue(state, {
    apply: (followed, step) => apply(state, followed, step),
    restart: (followed) => restart(state, followed),
  });
  packOne(state, Math.floor(nowMs / HOUR_MS));
  state.bestPrices.tick();
}

/** Each market once an hour, one at a tick, so that no minute waits for it. */
function packOne(state: FeedState, hour: number): void {
  if (state.publishing !== null) return;
  for (const followed of state.markets.values()) {
    if (followed.packedHour >= hour || followed.minutes === null) continue;
    followed.packedHour = hour;
    state.history.packMinutes(followed.marketTag).catch((error: unknown) => {
      if (!(error instanceof Failure || error instanceof OutcomeUnknown)) state.onDefect(error);
    });
    return;
  }
}

function livePrice(state: FeedState, marketTag: MarketTag): LivePrice | null {
  const { markets, bestPrices, venueNowMs } = state;
  const followed = markets.get(marketTag);
  if (followed === undefined || !followed.isStreamed) return null;
  const { market, newest } = followed;
  if (market === null || newest === null) return null;
  const price = priceOf(marketGrid(market), newest.candle.close as Ticks);
  const forming = formingOf(newest, venueNowMs());
  return { price, atMs: newest.atMs, forming, best: bestPrices.latest(marketTag) };
}

/** In a minute without a trade the newest candle is of an earlier one. */
function formingOf({ candle, isClosed }: StreamedCandle, nowMs: number): LivePrice['forming'] {
  return isClosed || candle.openTimeMs < minuteStartMs(nowMs) ? null : candle;
}
