// Syncs several markets at once, a few at each exchange; one that fails does not end the others.

import type { Result } from '#lib/result.ts';
import { LIMITS } from '#lib/limits.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { forEachAtExchanges } from '#services/exchanges/for-each-at-exchanges.ts';
import { findMarketAnywhere } from '#services/history/history-coverage.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';
import type {
  SyncedHistory,
  SyncHistoryCommand,
  SyncHistoryRejection,
} from '#services/history/sync-history.ts';
import { syncHistory } from '#services/history/sync-history.ts';

export type SyncHistoriesCommand = Omit<SyncHistoryCommand, 'marketTag'> & {
  readonly marketTags: readonly MarketTag[];
};

export type SyncOutcome = { readonly marketTag: MarketTag } & (
  | { readonly kind: 'ended'; readonly result: Result<SyncedHistory, SyncHistoryRejection> }
  /** What was fetched until then is retained, and another sync continues from there. */
  | { readonly kind: 'failed'; readonly reason: string }
);

/** Of all markets that have begun. */
export type SyncsProgress = {
  readonly doneMinutes: number;
  readonly totalMinutes: number;
  readonly marketsCount: number;
};

/** In the order of the tags, each once. Throws OutcomeUnknown. */
export async function syncHistories(
  deps: HistoryDeps,
  { marketTags, ...each }: SyncHistoriesCommand,
  onProgress: (progress: SyncsProgress) => void,
): Promise<readonly SyncOutcome[]> {
  const tags = [...new Set(marketTags)];
  const found = await Promise.all(tags.map(async (marketTag) => atExchange(deps, marketTag)));
  const outcomes = new Map<MarketTag, SyncOutcome>();
  const progress = new Map<MarketTag, { doneMinutes: number; totalMinutes: number }>();
  const pace = {
    atOnceMax: LIMITS.marketsAtOncePerExchangeMax,
    codeOf: ({ code }: { readonly code: string }) => code,
  };
  await forEachAtExchanges(deps.exchanges, found, pace, async ({ marketTag, failure }, refusal) => {
    try {
      const down = failure ?? refusal;
      if (down !== null) throw down;
      const result = await syncHistory(deps, { ...each, marketTag }, (one) => {
        progress.set(marketTag, one);
        onProgress(sumOf([...progress.values()]));
      });
      outcomes.set(marketTag, { marketTag, kind: 'ended', result });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      outcomes.set(marketTag, { marketTag, kind: 'failed', reason: error.message });
    }
  });
  return tags.flatMap((marketTag) => outcomes.get(marketTag) ?? []);
}

type SyncTarget = {
  readonly marketTag: MarketTag;
  readonly code: string;
  readonly failure: Failure | null;
};

/** A market that no exchange lists is left to the sync, which says so. */
async function atExchange(deps: HistoryDeps, marketTag: MarketTag): Promise<SyncTarget> {
  try {
    const found = await findMarketAnywhere(deps, marketTag);
    return { marketTag, code: found?.exchange.code ?? '', failure: null };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { marketTag, code: '', failure: error };
  }
}

function sumOf(
  all: readonly { readonly doneMinutes: number; readonly totalMinutes: number }[],
): SyncsProgress {
  const sum = { doneMinutes: 0, totalMinutes: 0, marketsCount: all.length };
  for (const { doneMinutes, totalMinutes } of all) {
    sum.doneMinutes += doneMinutes;
    sum.totalMinutes += totalMinutes;
  }
  return sum;
}
