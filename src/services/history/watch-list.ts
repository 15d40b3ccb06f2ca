// Watch lists: the markets that a user has chosen to see together, whatever their exchanges.

import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import type { WatchListStore } from '#ports/stores/watch-list-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { ExchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { knownMarkets } from '#services/exchanges/list-exchanges.ts';
import { findMarketAnywhere } from '#services/history/history-coverage.ts';
import { findIn } from '#services/markets/find-market.ts';

export type WatchListDeps = {
  readonly watchLists: WatchListStore;
  readonly exchanges: ExchangeRegistry;
  readonly clock: Clock;
};

export type ListedWatch = {
  readonly marketTag: MarketTag;
  readonly watchedAtMs: number;
  /** Null: no exchange lists it now, as far as is known. */
  readonly market: Market | null;
};

/** In the order in which they were chosen; no exchange is waited for. */
export async function listWatchedMarkets(
  { watchLists, exchanges }: Pick<WatchListDeps, 'watchLists' | 'exchanges'>,
  userId: string,
): Promise<readonly ListedWatch[]> {
  const watched = await watchLists.listWatchedMarkets(userId);
  if (watched.length === 0) return [];
  const lists = await Promise.all(exchanges.list().map(knownMarkets));
  return watched.map((each) => {
    const found = lists.map((markets) => findIn(markets, each.marketTag));
    return { ...each, market: found.find((market) => market !== null) ?? null };
  });
}

/** One that is watched already stays where it is. Throws Failure. */
export async function watchMarket(
  deps: WatchListDeps,
  userId: string,
  marketTag: MarketTag,
): Promise<Result<ListedWatch, 'market_not_found' | 'list_full'>> {
  const found = await findMarketAnywhere(deps, marketTag);
  if (found === null) return rejected('market_not_found');
  const watched = { marketTag, watchedAtMs: deps.clock.nowMs() };
  const { watchedMarketsMax } = LIMITS;
  if (!(await deps.watchLists.watchMarket(userId, watched, watchedMarketsMax)))
    return rejected('list_full');
  const all = await deps.watchLists.listWatchedMarkets(userId);
  const first = all.find((each) => each.marketTag === marketTag) ?? watched;
  return accepted({ ...first, market: found.market });
}

/** False when it is not watched. */
export function unwatchMarket(
  { watchLists }: Pick<WatchListDeps, 'watchLists'>,
  userId: string,
  marketTag: MarketTag,
): Promise<boolean> {
  return watchLists.unwatchMarket(userId, marketTag);
}
