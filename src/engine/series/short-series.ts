// A series that has no value yet, because history does not reach back as far as it looks.

import { intervalText } from '#domain/candle/interval.ts';
import type { Column } from '#engine/series/column.ts';
import { isMixture } from '#engine/series/column.ts';
import type { ColumnStore } from '#engine/series/column-store.ts';
import { newestBar } from '#engine/series/timeline.ts';
import { formatInstant, MINUTE_MS } from '#lib/time.ts';

export type ShortSeries = {
  /** As its owner knows it: "EMA(200)". */
  readonly name: string;
  readonly intervalMinutes: number;
  readonly missingBars: number;
  /** When it has its first value, if prices come without a gap. */
  readonly untilMs: number;
};

/** Null where it has a value at the row. */
export function shortSeries(
  { firstMinute }: Pick<ColumnStore, 'firstMinute'>,
  { shape: { bars, readyRow } }: Column,
  row: number,
  name: string,
): ShortSeries | null {
  if (readyRow <= row || isMixture(bars)) return null;
  return {
    name,
    intervalMinutes: bars.intervalMinutes,
    missingBars: Math.max(1, newestBar(bars, readyRow) - newestBar(bars, row)),
    untilMs: (firstMinute + readyRow + 1) * MINUTE_MS,
  };
}

/**
 * Sentence for the log: which series is empty, until when, and how many bars of history it lacks.
 */
export function describeShort(short: ShortSeries): string {
  const { name, intervalMinutes, missingBars, untilMs } = short;
  const bars = missingBars === 1 ? '1 bar' : `${missingBars} bars`;
  const why = `history before it is ${bars} too short`;
  return `${name} of ${intervalText(intervalMinutes)} is empty until ${formatInstant(untilMs)}: ${why}`;
}
