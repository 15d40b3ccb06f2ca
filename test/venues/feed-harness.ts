// The feeds of an exchange over a loopback venue of their own, with a store in memory and the
// venue's truth to compare with.

import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '#lib/time.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import { memoryHistoryStore } from '#adapters/memory/memory-history-store.ts';
import type { FeedNews, MarketStreamNews } from '#venue-port/exchange/market-feed.ts';
import type { HistoryStore } from '#ports/world/history.ts';
import type { MarketFeeds } from '#services/feeds/market-feeds.ts';
import { marketFeeds } from '#services/feeds/market-feeds.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';
import { marketOf } from '#loopback/exchange/exchange.ts';
import type { LoopbackExchange } from './loopback-exchange.ts';
import { listedMinutes, mainKind, storedMinutes } from './listed-minutes.ts';
import { openLoopbackExchange } from './loopback-exchange.ts';

export type FeedHarness = {
  readonly loopback: LoopbackExchange;
  readonly feeds: MarketFeeds;
  readonly history: HistoryStore;
  readonly markets: readonly Market[];
  /** By market: what was reported to its follower. */
  readonly news: ReadonlyMap<MarketTag, readonly FeedNews[]>;
  readonly nowMs: () => number;
  readonly control: (verb: string, content: Readonly<Record<string, unknown>>) => unknown;
  /** Moves the venue's time to this many milliseconds after the next full minute. */
  readonly toNextMinute: (afterMs: number) => void;
  /** The venue lets the market trade in steps of so many of its ticks. */
  readonly changeTick: (market: Market, ticks: bigint) => void;
  /** Rows of figures of what is stored, and of the venue's truth. */
  readonly stored: ReadRows<Promise<readonly string[]>>;
  readonly truth: ReadRows<readonly string[]>;
  /** Aborts all followers. */
  readonly leave: () => Promise<void>;
};

type ReadRows<Rows> = (market: Market, fromMs: number, toMs: number) => Rows;

type Options = {
  readonly code: string;
  readonly marketsCount: number;
  readonly history?: HistoryStore;
  /** Hears what the stream reports, before the feeds do. */
  readonly onStreamed?: (news: MarketStreamNews) => void;
};

const ignore = (): void => undefined;
const LOG = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function feedsOf(
  { venue, server }: LoopbackExchange,
  history: HistoryStore,
  onStreamed: (news: MarketStreamNews) => void,
): FeedHarness['feeds'] {
  return marketFeeds({
    exchange: venue.exchange,
    history,
    openMarketStream: (onNews) =>
      venue.openMarketStream((each) => {
        onStreamed(each);
        onNews(each);
      }),
    openBestPriceStream: venue.openBestPriceStream,
    venueNowMs: () => server.state.clock.nowMs(),
    elapsedMs: () => performance.now(),
    log: LOG,
    every(intervalMs, run) {
      const timer = setInterval(run, intervalMs);
      return () => clearInterval(timer);
    },
    pause,
    onDefect(error) {
      throw error;
    },
  });
}

/** Numbered markets of the venue, each followed from the beginning. */
export async function openFeedHarness(
  t: Pick<TestContext, 'after'>,
  { code, marketsCount, history = memoryHistoryStore(), onStreamed = ignore }: Options,
): Promise<FeedHarness> {
  const loopback = await openLoopbackExchange(code as VenueCode);
  const { venue, server } = loopback;
  const control: FeedHarness['control'] = (verb, content) =>
    server.control(verb, { venue: code, ...content });
  const kind = mainKind(code);
  control('markets', { kind, count: marketsCount });
  const nowMs = (): number => server.state.clock.nowMs();
  const feeds = feedsOf(loopback, history, onStreamed);
  const markets = (await venue.exchange.listMarkets()).filter(
    ({ base, marketType }) => /^M\d+$/.test(base) && (marketType === 'spot') === (kind === 'spot'),
  );
  const leaving = new AbortController();
  const news = new Map<MarketTag, FeedNews[]>();
  const following = markets.map(({ marketTag }) => {
    const heard: FeedNews[] = [];
    news.set(marketTag, heard);
    return feeds.follow(marketTag, (each) => void heard.push(each), leaving.signal);
  });
  t.after(async () => {
    feeds.close();
    await loopback.close();
  });
  return {
    loopback,
    feeds,
    history,
    markets,
    news,
    nowMs,
    control,
    toNextMinute(afterMs) {
      control('advance', { ms: MINUTE_MS - (nowMs() % MINUTE_MS) + afterMs });
    },
    changeTick({ base, quote }, ticks) {
      const { exchange } = server.state.skins[code as VenueCode];
      const market = marketOf(exchange, `${kind}:${base}${quote}`);
      const { terms } = market;
      exchange.markets.set(terms.key, {
        ...market,
        terms: { ...terms, tick: terms.tick * ticks },
      });
    },
    stored: (market, fromMs, toMs) => storedMinutes(history, market, fromMs, toMs),
    truth: (market, fromMs, toMs) => listedMinutes(server, market, fromMs, toMs),
    async leave() {
      leaving.abort();
      await Promise.all(following);
    },
  };
}

/** Waits for a condition, not for a duration. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(10);
}
