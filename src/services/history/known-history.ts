// Known minutes of a market, and some more of them on request: a few days at once, so that a
// request ends soon. Whoever wants more requests it again.

import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { MinuteWindow } from '#ports/world/history.ts';
import type { MarketAtExchange } from '#services/history/history-coverage.ts';
import { findMarketAnywhere, historyCoverage } from '#services/history/history-coverage.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';
import type { SyncHistoryRejection } from '#services/history/sync-history.ts';
import { canFetch, syncHistory } from '#services/history/sync-history.ts';

export type KnownHistory = {
  readonly marketTag: MarketTag;
  /** Null: nothing is known, or what is stored is counted in other steps. */
  readonly covered: (MinuteWindow & { readonly candleMinutes: number }) | null;
  /** Whether its exchange has minutes that can be fetched. */
  readonly canBeFetched: boolean;
};

/** Throws Failure. */
export async function knownHistory(
  deps: HistoryDeps,
  marketTag: MarketTag,
): Promise<Result<KnownHistory, 'market_not_found'>> {
  const found = await findMarketAnywhere(deps, marketTag);
  return found === null ? rejected('market_not_found') : accepted(await knownOf(deps, found));
}

/** A feed, or another request, may store minutes while some are fetched. */
const TRIES_MAX = 3;

/** Fetches some of what is missing from an instant on. Throws Failure and OutcomeUnknown. */
export async function fetchHistory(
  deps: HistoryDeps,
  { marketTag, fromMs }: { readonly marketTag: MarketTag; readonly fromMs: number },
): Promise<Result<KnownHistory, SyncHistoryRejection>> {
  const command = { marketTag, fromMs, daysMax: LIMITS.historyDaysFetchedAtOnceMax };
  const synced = await syncFromStored(deps, command);
  if (!synced.ok) return synced;
  const found = await findMarketAnywhere(deps, marketTag);
  return found === null
    ? rejected({ code: 'market_not_found' })
    : accepted(await knownOf(deps, found));
}

/** Begins anew from what is stored by then, if that changed on the way. */
async function syncFromStored(
  deps: HistoryDeps,
  command: Parameters<typeof syncHistory>[1],
): ReturnType<typeof syncHistory> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await syncHistory(deps, command, () => undefined);
    } catch (error) {
      const hasChanged = error instanceof Failure && error.code === 'conflict';
      if (!hasChanged || tries === TRIES_MAX) throw error;
    }
  }
}

async function knownOf(
  deps: HistoryDeps,
  { market, exchange }: MarketAtExchange,
): Promise<KnownHistory> {
  const covered = await historyCoverage(deps, market);
  return {
    marketTag: market.marketTag,
    covered: covered === 'steps_changed' ? null : covered,
    canBeFetched: canFetch(deps, exchange.code),
  };
}
