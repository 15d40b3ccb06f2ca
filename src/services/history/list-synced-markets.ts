// Markets whose stored history goes on at their exchange.

import type { MarketTag } from '#venue-port/market/market.ts';
import { findMarketAnywhere } from '#services/history/history-coverage.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';
import { canFetch } from '#services/history/sync-history.ts';

/** Sorted. Markets that no exchange lists any more are left out. */
export async function listSyncedMarkets(deps: HistoryDeps): Promise<readonly MarketTag[]> {
  const tags: MarketTag[] = [];
  for (const { marketTag } of await deps.history.listHistory()) {
    const found = await findMarketAnywhere(deps, marketTag);
    if (found !== null && canFetch(deps, found.exchange.code)) tags.push(marketTag);
  }
  return tags;
}
