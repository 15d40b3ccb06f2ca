// Forgets what is stored of a market's history; with it the market, if it exists only there.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { HistorySummary } from '#ports/world/history.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';

export type DeleteHistoryRejection = { readonly code: 'nothing_stored' };

/** Returns what there was. Throws Failure and OutcomeUnknown. */
export async function deleteHistory(
  { history }: Pick<HistoryDeps, 'history'>,
  marketTag: MarketTag,
): Promise<Result<HistorySummary, DeleteHistoryRejection>> {
  const summary = await history.summarizeHistory(marketTag);
  const isDeleted = await history.deleteHistory(marketTag);
  if (summary === null || !isDeleted) return rejected({ code: 'nothing_stored' });
  return accepted(summary);
}
