// Watch lists: the markets that a user has chosen to see together, whatever their exchanges.

import type { MarketTag } from '#venue-port/market/market.ts';

export type WatchedMarket = { readonly marketTag: MarketTag; readonly watchedAtMs: number };

export type WatchListStore = {
  /**
   * One that is watched already stays as it is. False when its user has as many as may be, or is
   * being deleted.
   */
  watchMarket(userId: string, market: WatchedMarket, marketsMax: number): Promise<boolean>;
  /** False when it is not watched. */
  unwatchMarket(userId: string, marketTag: MarketTag): Promise<boolean>;
  /** In the order in which they were chosen. Those of a user that was deleted are none. */
  listWatchedMarkets(userId: string): Promise<readonly WatchedMarket[]>;
};
