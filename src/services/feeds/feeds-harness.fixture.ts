// The feeds of an exchange with two markets, its stream and its time in the hands of a test.

import { MINUTE_MS } from '#lib/time.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { Market } from '#venue-port/market/market.ts';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import { makeArchiveExchange } from '#adapters/archive/archive-exchange.ts';
import { memoryHistoryStore } from '#adapters/memory/memory-history-store.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import type { FeedNews, MarketStreamNews } from '#venue-port/exchange/market-feed.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { HistoryStore } from '#ports/world/history.ts';
import type { MarketFeeds } from '#services/feeds/market-feeds.ts';
import { marketFeeds } from '#services/feeds/market-feeds.ts';

export const FEED_START_MS = Date.UTC(2025, 2, 3, 10, 30);
const TAGS = ['LIVE_BTC_USDT', 'LIVE_ETH_USDT'] as const;

export type FeedsHarness = {
  readonly feeds: MarketFeeds;
  readonly markets: readonly Market[];
  /** Markets whose minutes since the beginning were requested. */
  readonly requested: string[];
  readonly newsOf: (market: Market) => readonly FeedNews[];
  /** The closing frame of the minute that began then. */
  readonly close: (market: Market, openMs: number, price: bigint) => void;
  /** What lists have of both markets, by the beginning of the minute; before, they have all. */
  readonly listed: Map<number, Candle>;
  /** Moves the time, with so many ticks on the way. */
  readonly pass: (durationMs: number, ticks?: number) => Promise<void>;
};

const ignore = (): void => undefined;

/** Both are followed and streamed. `change`: what is otherwise about the store. */
export async function feedsHarness(
  change: (history: HistoryStore) => Partial<HistoryStore> = () => ({}),
): Promise<FeedsHarness> {
  const [memory, wallets] = [memoryHistoryStore(), makeMemorySimStore()];
  const history = { ...memory, ...change(memory) };
  let nowMs = FEED_START_MS + 1_000;
  const markets = TAGS.map((marketTag) => spotMarket({}, { marketTag, exchange: 'live' }));
  const requested: string[] = [];
  const listed = new Map<number, Candle>();
  const exchange: Exchange = {
    ...makeArchiveExchange({ history, wallets, clock: { nowMs: () => nowMs } }),
    code: 'live',
    listMarkets: async () => markets,
    async fetchCandles(marketTag, fromMs, toMs) {
      if (toMs > FEED_START_MS) requested.push(marketTag);
      return listOf(listed, fromMs, toMs);
    },
  };
  let hear: (news: MarketStreamNews) => void = ignore;
  let tick = ignore;
  const feeds = marketFeeds({
    exchange,
    history,
    openMarketStream(onNews) {
      hear = onNews;
      return { follow: ignore, leave: ignore, close: ignore };
    },
    openBestPriceStream: () => null,
    venueNowMs: () => nowMs,
    elapsedMs: () => nowMs,
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    every(_intervalMs, run) {
      tick = run;
      return ignore;
    },
    pause: () => Promise.resolve(),
    onDefect(error) {
      throw error;
    },
  });
  const news = new Map<string, FeedNews[]>();
  const never = new AbortController().signal;
  for (const { marketTag } of markets) {
    const heard: FeedNews[] = [];
    news.set(marketTag, heard);
    void feeds.follow(marketTag, (each) => void heard.push(each), never);
  }
  await settled();
  hear({ kind: 'connected', marketTags: [...TAGS] });
  return {
    feeds,
    markets,
    requested,
    listed,
    newsOf: ({ marketTag }) => news.get(marketTag) ?? [],
    close(market, openMs, price) {
      const { marketTag } = market;
      const streamed = { marketTag, candle: candleAt(openMs, price), isClosed: true, atMs: nowMs };
      hear({ kind: 'candle', streamed, market });
    },
    async pass(durationMs, ticks = 1) {
      for (let tickNumber = 0; tickNumber < ticks; tickNumber += 1) {
        nowMs += durationMs / ticks;
        tick();
        await settled();
      }
    },
  };
}

function listOf(listed: ReadonlyMap<number, Candle>, fromMs: number, toMs: number) {
  const candles: Candle[] = [];
  for (let openMs = fromMs; openMs < toMs; openMs += MINUTE_MS) {
    const candle = openMs < FEED_START_MS ? candleAt(openMs, 100n) : listed.get(openMs);
    if (candle !== undefined) candles.push(candle);
  }
  return candles;
}

export function candleAt(openTimeMs: number, close: bigint): Candle {
  return { openTimeMs, open: 100n, high: 200n, low: 50n, close, volume: 3n };
}

/** Everything that does not wait for a test has happened. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
}

/** When the minute ends that the harness begins in. */
export const FIRST_END_MS = FEED_START_MS + MINUTE_MS;
