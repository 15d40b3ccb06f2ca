// Reads queries again that an event makes old: soon after the first of many events, and then not
// more often than a service with many users can bear.

import type { Event as ApiEvent } from '@tidemill/client';
import type { QueryClient } from '@tanstack/react-query';
import type { Stale } from './stale-by.ts';
import { staleBy } from './stale-by.ts';

/** Many events at once are read once. */
const GATHER_MS = 300;
/** Between two readings of one thing. */
const PAUSE_MS = 1_500;
/** The same of lists that may be long. */
const LIST_PAUSE_MS = 5_000;

/** Somebody waits for these, and nothing follows them. */
const ENDS: ReadonlySet<string> = new Set([
  'backtest.finished',
  'backtest.failed',
  'lab.completed',
  'lab.cancelled',
  'lab.failed',
]);

/** Collects what events make old; a group is read again soon, then at most once in a while. */
export function staleQueries(client: Pick<QueryClient, 'invalidateQueries'>) {
  const waiting = new Map<string, Stale>();
  const readAtMs = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | null = null;

  function flush(): void {
    timer = null;
    const nowMs = Date.now();
    for (const [name, stale] of waiting) {
      const isLong = stale.isList === true || stale.isWide === true;
      const pauseMs = isLong ? LIST_PAUSE_MS : PAUSE_MS;
      if (nowMs - (readAtMs.get(name) ?? 0) < pauseMs) continue;
      waiting.delete(name);
      readAtMs.set(name, nowMs);
      void client.invalidateQueries({ queryKey: stale.key, exact: stale.isList === true });
    }
    if (waiting.size > 0) timer = setTimeout(flush, GATHER_MS);
  }

  return {
    note(event: ApiEvent): void {
      for (const stale of staleBy(event))
        if (ENDS.has(event.type) && stale.isList !== true)
          void client.invalidateQueries({ queryKey: stale.key });
        else waiting.set(JSON.stringify(stale), stale);
      if (waiting.size > 0) timer ??= setTimeout(flush, GATHER_MS);
    },
    stop(): void {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
