// Detects a list of trades of a chart with shorter or longer bars than the run's.

import { barStartMs } from '#domain/candle/interval.ts';
import type { Comparison } from '#domain/trade-list/compare-trades.ts';

/** Those that people choose, without the minute, on which all times lie. */
const CHART_MINUTES = [240, 120, 60, 30, 15, 5, 3];

const ENTRIES_MIN = 8;

/**
 * The longest interval on whose bars all entries of the list lie, where few trades are equal and
 * most entries of the list lie inside of the run's bars, or most of the run's inside of the list's;
 * else null.
 */
export function findChartInterval(
  { pairs, equalCount, listedCount }: Comparison,
  intervalMinutes: number,
): number | null {
  if (equalCount * 2 >= listedCount) return null;
  const entries = pairs.flatMap((pair) => (pair.kind === 'extra' ? [] : [pair.theirs.entryMs]));
  const liesOn = (minutes: number) => (atMs: number) => barStartMs(minutes, atMs) === atMs;
  if (entries.filter(liesOn(intervalMinutes)).length * 2 > entries.length) {
    const ours = pairs.flatMap((pair) => (pair.kind === 'missing' ? [] : [pair.ours.entryMs]));
    const longer = CHART_MINUTES.filter((minutes) => minutes > intervalMinutes);
    const found = longer.find((minutes) => entries.every(liesOn(minutes)));
    if (found === undefined || Math.min(entries.length, ours.length) < ENTRIES_MIN) return null;
    return ours.filter(liesOn(found)).length * 2 < ours.length ? found : null;
  }
  const shorter = CHART_MINUTES.filter((minutes) => minutes < intervalMinutes);
  return shorter.find((minutes) => entries.every(liesOn(minutes))) ?? null;
}
