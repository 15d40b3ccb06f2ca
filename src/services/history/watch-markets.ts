// Watches markets for whoever follows them: each watched market is priced once a second for all who
// watch it, and its minutes are reported as they close. A market at a real exchange is followed
// meanwhile, so that its prices come from the exchange's stream and cost no requests.

import { describeError } from '#lib/describe-error.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { DAY_MS, MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { MarketFeed } from '#venue-port/exchange/market-feed.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { Log } from '#venue-port/world/log.ts';
import type { Timer } from '#venue-port/world/timer.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';
import type { MarketAtExchange } from '#services/history/history-coverage.ts';
import { findMarketAnywhere } from '#services/history/history-coverage.ts';
import type { ListedCandle } from '#services/history/list-candles.ts';
import { listCandles } from '#services/history/list-candles.ts';
import { priceOfMarket } from '#services/history/show-price.ts';
import type { Ticker, TickerDay } from '#services/history/show-ticker.ts';
import { tickerDay } from '#services/history/show-ticker.ts';

export type MarketNews =
  /** Only when it differs from the one before. */
  | { readonly kind: 'ticker'; readonly ticker: Ticker }
  /** A minute has closed. */
  | { readonly kind: 'minute'; readonly candle: ListedCandle }
  /** No price comes now; in words. The next ticker ends it. */
  | { readonly kind: 'interrupted'; readonly reason: string };

export type WatchMarketsDeps = Omit<HistoryDeps, 'archiveCode'> & {
  /** Of real exchanges, by their codes. */
  readonly marketFeeds: ReadonlyMap<string, MarketFeed>;
  readonly log: Log;
};

export type MarketWatch = {
  /**
   * Reports what the market trades at, from the last known ticker on, until the function that it
   * returns is called. Throws Failure when nobody knows whether there is such a market.
   */
  watch(
    this: void,
    marketTag: MarketTag,
    onNews: (news: MarketNews) => void,
  ): Promise<Result<() => void, 'market_not_found' | 'too_many'>>;
};

type MarketWatchState = {
  /** As it is listed: read again each minute. */
  at: MarketAtExchange;
  readonly listeners: Set<(news: MarketNews) => void>;
  readonly following: AbortController;
  ticker: Ticker | null;
  day: TickerDay | null;
  /** Minutes before this instant were reported, or are not waited for any more. */
  reportedUntilMs: number;
  isLooking: boolean;
  isInterrupted: boolean;
};

type State = {
  readonly deps: WatchMarketsDeps;
  readonly timer: Timer;
  readonly onDefect: (marketTag: MarketTag, error: unknown) => void;
  readonly markets: Map<MarketTag, MarketWatchState>;
  stopTimer: (() => void) | null;
};

/** `onDefect` hears of a mistake of ours that concerns one market. */
export function marketWatch(
  deps: WatchMarketsDeps,
  timer: Timer,
  onDefect: (marketTag: MarketTag, error: unknown) => void,
): MarketWatch {
  const state: State = { deps, timer, onDefect, markets: new Map(), stopTimer: null };
  return { watch: (marketTag, onNews) => watch(state, marketTag, onNews) };
}

async function watch(
  state: State,
  marketTag: MarketTag,
  onNews: (news: MarketNews) => void,
): Promise<Result<() => void, 'market_not_found' | 'too_many'>> {
  if (!state.markets.has(marketTag)) {
    const at = await findMarketAnywhere(state.deps, marketTag);
    if (at === null) return rejected('market_not_found');
    if (state.markets.size >= LIMITS.marketsStreamedMax) return rejected('too_many');
    // Another may have come first.
    if (!state.markets.has(marketTag)) begin(state, at);
  }
  const watched = state.markets.get(marketTag);
  if (watched === undefined) return rejected('market_not_found');
  watched.listeners.add(onNews);
  if (watched.ticker !== null) onNews({ kind: 'ticker', ticker: watched.ticker });
  return accepted(() => leave(state, watched, onNews));
}

function begin(state: State, at: MarketAtExchange): void {
  const { marketTag } = at.market;
  const watched: MarketWatchState = {
    at,
    listeners: new Set(),
    following: new AbortController(),
    ticker: null,
    day: null,
    reportedUntilMs: minuteStartMs(state.deps.clock.nowMs()),
    isLooking: false,
    isInterrupted: false,
  };
  state.markets.set(marketTag, watched);
  follow(state, watched);
  const lookAtAll = (): void => {
    for (const each of state.markets.values()) look(state, each);
  };
  state.stopTimer ??= state.timer.every(LIMITS.marketStreamMs, lookAtAll);
  look(state, watched, true);
}

/** Prices come all the same if it cannot be followed, by a request each. */
function follow({ deps, onDefect }: State, { at, following }: MarketWatchState): void {
  const { marketTag } = at.market;
  const feed = deps.marketFeeds.get(at.exchange.code);
  feed
    ?.follow(marketTag, () => undefined, following.signal)
    .catch((error: unknown) => {
      if (!(error instanceof Failure)) return onDefect(marketTag, error);
      deps.log.warn('market_stream.not_followed', {
        market_tag: marketTag,
        cause: error.message,
      });
    });
}

function leave(state: State, watched: MarketWatchState, onNews: (news: MarketNews) => void): void {
  watched.listeners.delete(onNews);
  if (watched.listeners.size > 0) return;
  watched.following.abort();
  const { marketTag } = watched.at.market;
  if (state.markets.get(marketTag) === watched) state.markets.delete(marketTag);
  if (state.markets.size > 0) return;
  state.stopTimer?.();
  state.stopTimer = null;
}

/** One after the other for each market: an exchange that is slow is not asked again meanwhile. */
function look(state: State, watched: MarketWatchState, isFirst = false): void {
  if (watched.isLooking) return;
  watched.isLooking = true;
  lookOnce(state, watched, isFirst)
    .catch((error: unknown) => {
      if (error instanceof Failure) return interrupt(state, watched, error);
      state.onDefect(watched.at.market.marketTag, error);
      interrupt(state, watched, null);
    })
    .finally(() => {
      watched.isLooking = false;
    });
}

function report({ listeners }: MarketWatchState, news: MarketNews): void {
  for (const listener of listeners) listener(news);
}

function interrupt({ deps }: State, watched: MarketWatchState, failure: Failure | null): void {
  if (watched.isInterrupted) return;
  watched.isInterrupted = true;
  watched.ticker = null;
  const { market, exchange } = watched.at;
  const reason =
    failure === null
      ? 'An unexpected error occurred; prices may come back.'
      : `Exchange "${exchange.code}" gives no price now.`;
  report(watched, { kind: 'interrupted', reason });
  const cause = failure === null ? 'a defect' : describeError(failure);
  deps.log.warn('market_stream.interrupted', { market_tag: market.marketTag, cause });
}

async function lookOnce(state: State, watched: MarketWatchState, isFirst: boolean): Promise<void> {
  const price = await priceOfMarket(watched.at);
  const nowMs = state.deps.clock.nowMs();
  const minuteMs = minuteStartMs(nowMs);
  if (isFirst) watched.day = await tickerDay(state.deps, watched.at.market.marketTag);
  else if (watched.reportedUntilMs < minuteMs) await reportMinutes(state, watched, minuteMs, nowMs);
  watched.isInterrupted = false;
  const ticker: Ticker = { ...price, day: watched.day };
  if (watched.ticker !== null && isSame(watched.ticker, ticker)) return;
  watched.ticker = ticker;
  report(watched, { kind: 'ticker', ticker });
}

/** So long after its end a minute is waited for; an exchange may have traded nothing in it. */
const MINUTE_PATIENCE_MS = 10_000;

async function reportMinutes(
  { deps }: State,
  watched: MarketWatchState,
  minuteMs: number,
  nowMs: number,
): Promise<void> {
  const { marketTag } = watched.at.market;
  watched.at = (await findMarketAnywhere(deps, marketTag)) ?? watched.at;
  const fromMs = Math.max(watched.reportedUntilMs, minuteMs - DAY_MS);
  const window = { fromMs, toMs: minuteMs, after: null, limit: LIMITS.pageItemsMax };
  const listed = await listCandles(deps, { marketTag, intervalMinutes: 1, ...window });
  const candles = listed.ok ? listed.value.candles : [];
  for (const candle of candles) report(watched, { kind: 'minute', candle });
  const last = candles.at(-1);
  if (last !== undefined) watched.reportedUntilMs = last.startMs + MINUTE_MS;
  if (nowMs - minuteMs >= MINUTE_PATIENCE_MS) watched.reportedUntilMs = minuteMs;
  if (watched.reportedUntilMs >= minuteMs) watched.day = await tickerDay(deps, marketTag);
}

function isSame(one: Ticker, other: Ticker): boolean {
  return (
    one.price === other.price &&
    one.atMs === other.atMs &&
    one.day?.toMs === other.day?.toMs &&
    one.forming?.startMs === other.forming?.startMs &&
    one.forming?.volume === other.forming?.volume
  );
}
