// Candles longer than a minute in columns that have a row for each minute: all rows of a candle
// show it, so that bars built of them are right wherever candles are whole. Nobody may read a row
// before the candle's last: it shows what had not happened yet.

import { MINUTE_MS } from '#lib/time.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { barEndMs } from '#domain/candle/interval.ts';

/**
 * Writes each candle, which stands in the row of its first minute, into all its rows. Its volume
 * stays in the first of them. Only for who has just made the columns.
 */
export function spreadCandles(columns: CandleColumns, candleMinutes: number): void {
  const { firstOpenMs, rowCount, open, high, low, close, volume, isMissing } = columns;
  let row = isMissing.indexOf(0);
  while (row >= 0) {
    const endMs = barEndMs(candleMinutes, firstOpenMs + row * MINUTE_MS);
    const end = Math.min(rowCount, (endMs - firstOpenMs) / MINUTE_MS);
    for (const column of [open, high, low, close]) column.fill(column[row] as number, row, end);
    volume.fill(0, row + 1, end);
    isMissing.fill(0, row, end);
    row = isMissing.indexOf(0, end);
  }
}
