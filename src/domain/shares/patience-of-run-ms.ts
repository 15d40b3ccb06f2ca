// Short work of a tenant before its long work. Work is due so long after it was queued as its
// patience lasts, and what is due first goes first. So whatever waits is passed only by what is
// shorter and was queued within its patience after it: nothing waits for ever.

import { HOUR_MS } from '#lib/time.ts';

/** Whatever is queued so long after another goes after it. */
export const PATIENCE_MS_MAX = HOUR_MS;
/** Some thousand times what the plainest script takes for a minute of its window. */
const PATIENCE_MS_PER_MINUTE = 10;

/** Of a run over so many minutes; what it does in each of them is not known before. */
export function patienceOfRunMs(minutesCount: number): number {
  return Math.min(PATIENCE_MS_MAX, Math.max(0, minutesCount) * PATIENCE_MS_PER_MINUTE);
}

/** What waits in a line; `number` orders arrivals. */
export type Due = { readonly dueMs: number; readonly number: number };

/** Where it belongs among those that wait, which are in order. */
export function placeOfDue(waiting: readonly Due[], { dueMs, number }: Due): number {
  const place = waiting.findIndex(
    (other) => other.dueMs > dueMs || (other.dueMs === dueMs && other.number > number),
  );
  return place < 0 ? waiting.length : place;
}
