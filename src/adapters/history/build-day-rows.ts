// Stored days laid out in the rows of a window.

import { MINUTE_MS } from '#lib/time.ts';
import type { ColumnMemory } from '#domain/candle/allocate-columns.ts';
import { allocateColumns } from '#domain/candle/allocate-columns.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { rowOf, sliceColumns } from '#domain/candle/candle-columns.ts';
import { setCandle } from '#domain/candle/columns-from-candles.ts';
import { fillMissing } from '#domain/candle/fill-missing.ts';
import { barStartMs } from '#domain/candle/interval.ts';
import { spreadCandles } from '#domain/candle/spread-candles.ts';
import type { MinuteWindow } from '#ports/world/history.ts';
import type { PackedDay } from '#adapters/history/packed-day.ts';
import { dayNumberOf, decompressDays } from '#adapters/history/packed-day.ts';

/** The first day that may hold a candle which reaches into the window. */
export function firstDayOf({ fromMs }: MinuteWindow, candleMinutes: number): number {
  return dayNumberOf(barStartMs(candleMinutes, fromMs));
}

/**
 * One row for each minute of the window. `days` are all that are stored from `firstDayOf` to the
 * window's last; `newest` are minutes of the window that are not packed yet. Throws Failure.
 */
export function buildDayRows(
  days: readonly Pick<PackedDay, 'day' | 'packed'>[],
  { fromMs, toMs }: MinuteWindow,
  candleMinutes: number,
  memory: ColumnMemory,
  newest: Iterable<Candle> = [],
): CandleColumns {
  const firstMs = barStartMs(candleMinutes, fromMs);
  const columns = allocateColumns(firstMs, (toMs - firstMs) / MINUTE_MS, memory);
  decompressDays(days, columns);
  for (const candle of newest) setCandle(columns, rowOf(columns, candle.openTimeMs), candle);
  if (candleMinutes > 1) spreadCandles(columns, candleMinutes);
  if (firstMs === fromMs) {
    fillMissing(columns);
    return columns;
  }
  const shown = sliceColumns(columns, rowOf(columns, fromMs), columns.rowCount);
  fillMissing(shown);
  return shown;
}
