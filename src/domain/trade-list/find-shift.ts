// Finds the shift of a whole list in another time zone, or a bar off: by which shift the most of
// its trades have one of the run at the same bar.

import { MINUTE_MS } from '#lib/time.ts';
import { barStartMs } from '#domain/candle/interval.ts';
import type { ListedTrade } from '#domain/trade-list/listed-trade.ts';

/** All time zones there are. */
const ZONE_MINUTES_MAX = 14 * 60;
const ZONE_STEP_MINUTES = 15;

/** Minutes that the list is later than the run; 0 unless that explains most of what differs. */
export function findShift(
  theirs: readonly ListedTrade[],
  ours: readonly ListedTrade[],
  intervalMinutes: number,
): number {
  const keyOf = (side: string, atMs: number): string =>
    `${side} ${barStartMs(intervalMinutes, atMs)}`;
  const known = new Set(ours.map(({ side, entryMs }) => keyOf(side, entryMs)));
  const countAt = (minutes: number): number =>
    theirs.filter(({ side, entryMs }) => known.has(keyOf(side, entryMs - minutes * MINUTE_MS)))
      .length;
  const unshifted = countAt(0);
  if (theirs.length < 3 || unshifted * 2 > theirs.length) return 0;
  let [best, bestCount, bestStarts] = [0, unshifted, -1];
  for (const minutes of candidates(intervalMinutes)) {
    const count = countAt(minutes);
    if (count < bestCount) continue;
    // Lists name where bars begin: of shifts that lead to the same bars, the one that does so too.
    const starts = theirs.filter(({ entryMs }) => isStart(entryMs - minutes * MINUTE_MS)).length;
    if (count > bestCount || starts > bestStarts)
      [best, bestCount, bestStarts] = [minutes, count, starts];
  }
  return bestCount * 2 > theirs.length && bestCount > unshifted * 2 ? best : 0;

  function isStart(atMs: number): boolean {
    return barStartMs(intervalMinutes, atMs) === atMs;
  }
}

/** The smallest first. */
function candidates(intervalMinutes: number): readonly number[] {
  const zones = Array.from(
    { length: ZONE_MINUTES_MAX / ZONE_STEP_MINUTES },
    (_, index) => (index + 1) * ZONE_STEP_MINUTES,
  );
  return [intervalMinutes, ...zones]
    .flatMap((minutes) => [minutes, -minutes])
    .sort((left, right) => Math.abs(left) - Math.abs(right));
}
