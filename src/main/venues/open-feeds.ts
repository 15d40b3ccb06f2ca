// The feeds of the real exchanges, in the process that holds their streams.

import { setTimeout as pause } from 'node:timers/promises';
import type { Venue } from '#venues/open-venue.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { HistoryStore } from '#ports/world/history.ts';
import type { Log } from '#venue-port/world/log.ts';
import type { MarketFeeds } from '#services/feeds/market-feeds.ts';
import { marketFeeds } from '#services/feeds/market-feeds.ts';

/** By the code of the exchange. */
export type OpenedFeeds = ReadonlyMap<string, MarketFeeds>;

type Parts = {
  readonly history: HistoryStore;
  readonly log: Log;
  readonly onDefect: (error: unknown) => void;
};

/** Feeds of each exchange; their timers do not keep the process alive. */
export function openFeeds(
  venues: readonly Venue[],
  { history, log, onDefect }: Parts,
): OpenedFeeds {
  return new Map(
    venues.map((venue) => {
      const { exchange, openMarketStream, openBestPriceStream, venueNowMs } = venue;
      const feeds = marketFeeds({
        exchange,
        history,
        openMarketStream,
        openBestPriceStream,
        venueNowMs,
        elapsedMs: () => performance.now(),
        log,
        onDefect,
        pause: (durationMs) => pause(durationMs, undefined, { ref: false }),
        every(intervalMs, run) {
          const timer = setInterval(run, intervalMs);
          timer.unref();
          return () => clearInterval(timer);
        },
      });
      return [exchange.code, feeds] as const;
    }),
  );
}

/**
 * The price of a market that is followed comes from its stream, without a request, and so does the
 * best bid and ask of one whose best prices were wanted lately.
 */
export function withLivePrices(exchange: Exchange, feeds: OpenedFeeds): Exchange {
  const feed = feeds.get(exchange.code);
  return {
    ...exchange,
    fetchPrice: async (marketTag) =>
      feed?.livePrice(marketTag) ?? (await exchange.fetchPrice(marketTag)),
    fetchBestPrices: async (marketTag) =>
      feed?.wantBestPrices(marketTag) ?? (await exchange.fetchBestPrices(marketTag)),
  };
}
