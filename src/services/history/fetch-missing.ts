// Fetches the minutes of a window that are missing from the store, where its exchange has them, for
// whoever is about to read them.

import { MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import type { Market } from '#venue-port/market/market.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { MinuteWindow } from '#ports/world/history.ts';
import { historyCoverage } from '#services/history/history-coverage.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';
import type { SyncHistoryCommand, SyncProgress } from '#services/history/sync-history.ts';
import { canFetch, syncHistory } from '#services/history/sync-history.ts';

/** What a reader that waits for minutes may want. */
export type Fetching = {
  readonly onProgress?: ((progress: SyncProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** As of a sync. Without it, whoever waits requests the rest again. */
  readonly pause?: SyncHistoryCommand['pause'] | undefined;
};

/**
 * `warmUpMs`: as far back before the window. What an exchange does not give now is left for the
 * reader to miss: returned is why, null otherwise.
 */
export async function fetchMissing(
  deps: HistoryDeps,
  market: Market,
  window: MinuteWindow,
  warmUpMs: number,
  { onProgress, signal, pause }: Fetching = {},
): Promise<Failure | null> {
  if (!canFetch(deps, market.exchange)) return null;
  const toMs = Math.min(window.toMs, minuteStartMs(deps.clock.nowMs()));
  const covered = await historyCoverage(deps, market);
  if (covered === 'steps_changed') return null;
  const fromMs = Math.max(0, window.fromMs - warmUpMs);
  if (covered !== null && covered.fromMs <= fromMs && covered.toMs >= toMs) return null;
  if (toMs - window.fromMs < MINUTE_MS) return null;
  const { marketTag } = market;
  try {
    const command = {
      marketTag,
      fromMs,
      toMs,
      ...(signal === undefined ? {} : { signal }),
      ...(pause === undefined ? {} : { pause }),
    };
    await syncHistory(deps, command, onProgress ?? (() => undefined));
    return null;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error;
  }
}
