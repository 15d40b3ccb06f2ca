// The best bids and asks of markets at one real exchange, streamed while somebody wants them. A
// book changes many times a second: a market that nobody has wanted for a while is left.

import type { MarketTag } from '#venue-port/market/market.ts';
import type { BestPrices } from '#venue-port/market/best-prices.ts';
import type { MarketStream, MarketStreamNews } from '#venue-port/exchange/market-feed.ts';

export type BestPricesFeed = {
  /** As streamed last; null: not streamed now. From here on they are streamed. */
  want(this: void, marketTag: MarketTag): BestPrices | null;
  /** The same, and nothing changes. */
  latest(this: void, marketTag: MarketTag): BestPrices | null;
  /** Leaves the markets that nobody has wanted lately. */
  tick(this: void): void;
  count(this: void): number;
  close(this: void): void;
};

export type BestPricesFeedDeps = {
  /** Null: the venue streams none. */
  readonly openBestPriceStream: (onNews: (news: MarketStreamNews) => void) => MarketStream | null;
  readonly elapsedMs: () => number;
};

type PriceSubscription = { best: BestPrices | null; isStreamed: boolean; wantedAtMs: number };

const WANTED_MS = 5 * 60_000;
/** Those wanted longest ago make room. */
const MARKETS_MAX = 1_000;

/** Feed of no market yet; it opens its stream with the first one. */
export function bestPricesFeed({
  openBestPriceStream,
  elapsedMs,
}: BestPricesFeedDeps): BestPricesFeed {
  const wanted = new Map<MarketTag, PriceSubscription>();
  const stream = openBestPriceStream((news) => hear(wanted, news));
  const leave = (marketTag: MarketTag): void => {
    wanted.delete(marketTag);
    stream?.leave(marketTag);
  };
  const latest = (marketTag: MarketTag): BestPrices | null => {
    const found = wanted.get(marketTag);
    return found?.isStreamed === true ? found.best : null;
  };
  return {
    latest,
    want(marketTag) {
      if (stream === null) return null;
      const found = wanted.get(marketTag) ?? { best: null, isStreamed: false, wantedAtMs: 0 };
      found.wantedAtMs = elapsedMs();
      // The one wanted last is last.
      const isNew = !wanted.delete(marketTag);
      wanted.set(marketTag, found);
      if (!isNew) return latest(marketTag);
      for (const oldest of wanted.keys()) {
        if (wanted.size <= MARKETS_MAX) break;
        leave(oldest);
      }
      stream.follow(marketTag);
      return null;
    },
    tick() {
      const sinceMs = elapsedMs() - WANTED_MS;
      for (const [marketTag, { wantedAtMs }] of wanted) if (wantedAtMs < sinceMs) leave(marketTag);
    },
    count: () => wanted.size,
    close() {
      wanted.clear();
      stream?.close();
    },
  };
}

function hear(wanted: ReadonlyMap<MarketTag, PriceSubscription>, news: MarketStreamNews): void {
  if (news.kind === 'candle') return;
  if (news.kind === 'best_prices') {
    const found = wanted.get(news.marketTag);
    if (found !== undefined) found.best = news.best;
    return;
  }
  for (const marketTag of news.marketTags) {
    const found = wanted.get(marketTag);
    if (found === undefined) continue;
    found.isStreamed = news.kind === 'connected';
    found.best = null;
  }
}
