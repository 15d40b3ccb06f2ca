// A chore: brings the history of markets in use up to the last closed minute.

import { LIMITS } from '#lib/limits.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import { forEachAtExchanges } from '#services/exchanges/for-each-at-exchanges.ts';
import { findMarketAnywhere } from '#services/history/history-coverage.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';
import { stepsChanged } from '#services/history/fetch-minutes.ts';
import { syncHistory } from '#services/history/sync-history.ts';

export type RetainedHistories = {
  readonly addedCount: number;
  /** Markets whose exchange or store did not respond; the next round tries again. */
  readonly failed: readonly { readonly marketTag: MarketTag; readonly reason: string }[];
};

/** A market that is far behind comes nearer with each round, so that none holds up the others. */
const DAYS_AT_ONCE = 3;

type ListedHistory = { readonly marketTag: MarketTag; readonly code: string };

const PACE = {
  atOnceMax: LIMITS.marketsAtOncePerExchangeMax,
  codeOf: ({ code }: ListedHistory) => code,
};

/** To be called each minute. Markets whose minutes nobody has to fetch are passed over. */
export async function keepHistoriesCurrent(
  deps: HistoryDeps,
  marketTags: Iterable<MarketTag>,
): Promise<RetainedHistories> {
  const failed: { marketTag: MarketTag; reason: string }[] = [];
  let addedCount = 0;
  const note = (marketTag: MarketTag, error: unknown): void => {
    if (!(error instanceof Failure || error instanceof OutcomeUnknown)) throw error;
    failed.push({ marketTag, reason: error.message });
  };
  const found: ListedHistory[] = [];
  for (const marketTag of new Set(marketTags)) {
    try {
      const listed = await findMarketAnywhere(deps, marketTag);
      if (listed !== null) found.push({ marketTag, code: listed.exchange.code });
    } catch (error) {
      note(marketTag, error);
    }
  }
  await forEachAtExchanges(deps.exchanges, found, PACE, async ({ marketTag }, refusal) => {
    try {
      if (refusal !== null) throw refusal;
      const command = { marketTag, fromMs: null, daysMax: DAYS_AT_ONCE };
      const synced = await syncHistory(deps, command, () => undefined);
      if (synced.ok) addedCount += synced.value.addedCount;
      else if (synced.rejection.code === 'steps_changed') throw stepsChanged({ marketTag });
    } catch (error) {
      note(marketTag, error);
    }
  });
  return { addedCount, failed };
}
