// State of the feeds of one real exchange.

import type {
  Ask,
  ClosedMinutes,
  Correction,
  MarketMinutes,
} from '#venue-port/feed/market-minutes.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type {
  FeedNews,
  MarketStream,
  MarketStreamNews,
  StreamedCandle,
} from '#venue-port/exchange/market-feed.ts';
import type { HistoryStore } from '#ports/world/history.ts';
import type { Log } from '#venue-port/world/log.ts';
import type { BestPricesFeed } from '#services/feeds/best-prices-feed.ts';

export type FeedDeps = {
  /** Whose minutes are fetched. */
  readonly exchange: Exchange;
  readonly history: HistoryStore;
  /** Null: the venue's candles are read by request alone. */
  readonly openMarketStream: (onNews: (news: MarketStreamNews) => void) => MarketStream | null;
  /** Null: the venue streams no best prices. */
  readonly openBestPriceStream: (onNews: (news: MarketStreamNews) => void) => MarketStream | null;
  readonly venueNowMs: () => number;
  /** Of a clock that nobody sets. */
  readonly elapsedMs: () => number;
  readonly log: Log;
  /** Calls `run` at each interval until the result is called. */
  readonly every: (intervalMs: number, run: () => void) => () => void;
  readonly pause: (durationMs: number) => Promise<unknown>;
  /** Hears of what nobody expects; the feeds continue. */
  readonly onDefect: (error: unknown) => void;
};

export type FeedState = FeedDeps & {
  readonly stream: MarketStream | null;
  readonly bestPrices: BestPricesFeed;
  readonly markets: Map<MarketTag, FollowedMarket>;
  /** What is to be stored, oldest first. */
  outbox: MarketMinutesClosed[];
  corrections: MarketCorrection[];
  /** Markets whose minutes are being stored, and the one that is being corrected. */
  publishing: ReadonlySet<FollowedMarket> | null;
  correcting: FollowedMarket | null;
  /** Lists that are due, most urgent first. */
  due: readonly Due[];
  requestsCount: number;
  readonly pace: Pace;
  /** How many are being started, and who waits for a turn. */
  startingCount: number;
  readonly startTurns: (() => void)[];
  isClosed: boolean;
  readonly figures: FeedCounts;
};

export type FollowedMarket = {
  readonly marketTag: MarketTag;
  readonly followers: Set<(news: FeedNews) => void>;
  /** Null while its feed starts. */
  market: Market | null;
  minutes: MarketMinutes | null;
  /** All minutes before are stored. */
  storedUntilMs: number;
  /** The newest frame of the stream, while the stream has the market. */
  newest: StreamedCandle | null;
  isStreamed: boolean;
  isRequested: boolean;
  /** The hour that was packed last. */
  packedHour: number;
};

export type Due = { readonly followed: FollowedMarket; readonly ask: Ask };

/** Of the stream, from one tick to the next. */
export type Pace = {
  tickedAtMs: number;
  broughtCount: number;
  /** Of markets that the stream has: after the end of a minute. */
  lateAfterMs: number;
};

export type MarketMinutesClosed = {
  readonly followed: FollowedMarket;
  readonly closed: ClosedMinutes;
};
export type MarketCorrection = {
  readonly followed: FollowedMarket;
  readonly correction: Correction;
};

/** Since the process began. */
export type FeedCounts = {
  minutesCount: number;
  correctionsCount: number;
  requestsCount: number;
  /** Of requests for minutes that the stream had not brought. */
  gapRequestsCount: number;
  /** Connections of the stream that ended with markets on them. */
  disconnectionsCount: number;
};

/** Whether somebody still follows this very feed. */
export function isFollowed({ markets, isClosed }: FeedState, followed: FollowedMarket): boolean {
  return !isClosed && markets.get(followed.marketTag) === followed;
}
