// Decides that waiting a moment for missing minutes makes sense: a sync may be under way, or the
// window ends in a moment. An import is somebody's own act, and nobody waits for it.

import type { Market } from '#venue-port/market/market.ts';
import type { MinuteWindow } from '#ports/world/history.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';
import type { LoadHistoryRejection } from '#services/history/load-history.ts';
import { canFetch } from '#services/history/sync-history.ts';

/** Whether the window may be covered within `patienceMs`, as far as can be known. */
export function historyMayArrive(
  deps: HistoryDeps,
  { exchange }: Pick<Market, 'exchange'>,
  { fromMs, toMs }: MinuteWindow,
  rejection: LoadHistoryRejection,
  patienceMs: number,
): boolean {
  if (toMs > deps.clock.nowMs() + patienceMs) return false;
  const isFetched = canFetch(deps, exchange);
  switch (rejection.code) {
    case 'market_not_found':
      return true;
    case 'no_history':
      return isFetched;
    case 'not_covered':
      // Minutes that are computed reach up to now, and never further back than they do.
      return isFetched || (exchange !== deps.archiveCode && fromMs >= rejection.covered.fromMs);
    case 'window_empty':
    case 'window_too_long':
    case 'steps_changed':
      return false;
  }
}
