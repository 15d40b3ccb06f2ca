// Watch lists in memory.

import type { MemoryState } from '#adapters/memory/memory-state.ts';
import type { WatchListStore } from '#ports/stores/watch-list-store.ts';

/** Store over this state; `watchMarket` is false when the list is full or the user is gone. */
export function memoryWatchListStore({
  users,
  deletions,
  watchedMarkets,
}: MemoryState): WatchListStore {
  const listOf = (userId: string) => watchedMarkets.get(userId) ?? new Map<string, number>();
  return {
    async watchMarket(userId, { marketTag, watchedAtMs }, marketsMax) {
      if (!users.has(userId) || deletions.has(userId)) return false;
      const list = listOf(userId);
      if (list.has(marketTag)) return true;
      if (list.size >= marketsMax) return false;
      watchedMarkets.set(userId, list.set(marketTag, watchedAtMs));
      return true;
    },
    unwatchMarket: async (userId, marketTag) => listOf(userId).delete(marketTag),
    async listWatchedMarkets(userId) {
      return [...listOf(userId)]
        .map(([marketTag, watchedAtMs]) => ({ marketTag, watchedAtMs }))
        .toSorted((one, other) => (one.marketTag < other.marketTag ? -1 : 1))
        .toSorted((one, other) => one.watchedAtMs - other.watchedAtMs);
    },
  };
}
