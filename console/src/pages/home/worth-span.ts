// Spans of time over which values are shown, and how far apart their values are.

import { FILTERS } from '../../words/filters.ts';

export const SPANS = [
  ['1D', FILTERS.spans[0]],
  ['1W', FILTERS.spans[1]],
  ['1M', FILTERS.spans[2]],
  ['3M', FILTERS.spans[3]],
  ['1Y', FILTERS.spans[4]],
] as const;

export type SpanName = (typeof SPANS)[number][0];

type Span = {
  readonly days: number;
  readonly interval: 5 | 30 | 120 | 480 | 1440;
  readonly words: string;
};

const BY_NAME: Readonly<Record<SpanName, Span>> = {
  '1D': { days: 1, interval: 5, words: FILTERS.day },
  '1W': { days: 7, interval: 30, words: FILTERS.week },
  '1M': { days: 30, interval: 120, words: FILTERS.month },
  '3M': { days: 90, interval: 480, words: FILTERS.quarter },
  '1Y': { days: 365, interval: 1_440, words: FILTERS.year },
};

export const spanOf = (name: SpanName): Span => BY_NAME[name];

const [DAY_MS, MINUTE_MS] = [86_400_000, 60_000];
/** Today's values are so far apart. */
const FINEST_MINUTES = 5;

export type FirstWindow = {
  readonly interval: typeof FINEST_MINUTES;
  readonly from: string;
  readonly to: string;
};

/**
 * Window in which accounts that are younger than the span had their first value: that of the
 * interval is its newest, by which a year would begin at the end of its first day. Null: they are
 * older.
 */
export function firstWindow(name: SpanName, firstAt: string, nowMs: number): FirstWindow | null {
  const { days, interval } = spanOf(name);
  const firstMs = Date.parse(firstAt);
  const intervalMs = interval * MINUTE_MS;
  const isOlder = firstMs <= nowMs - days * DAY_MS + intervalMs;
  if (isOlder || interval === FINEST_MINUTES) return null;
  const from = new Date(firstMs - intervalMs).toISOString();
  return { interval: FINEST_MINUTES, from, to: firstAt };
}
