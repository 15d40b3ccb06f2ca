// Candles one by one, as drivers hand them over, put into columns; and columns cut into days.

import { assert } from '#lib/assert.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import { allocateColumns } from '#domain/candle/allocate-columns.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { endOfColumns, rowOf, sliceColumns } from '#domain/candle/candle-columns.ts';
import { isBarStart } from '#domain/candle/interval.ts';
import { COLUMN_VALUE_MAX } from '#domain/candle/pack-day.ts';

/**
 * Columns from `fromMs` to `toMs` with these candles, which lie within. Missing rows hold zeros
 * until `fillMissing`.
 */
export function columnsFromCandles(
  candles: Iterable<Candle>,
  fromMs: number,
  toMs: number,
): CandleColumns {
  const columns = allocateColumns(fromMs, (toMs - fromMs) / MINUTE_MS, 'own');
  for (const candle of candles) {
    const row = rowOf(columns, candle.openTimeMs);
    assert(row >= 0 && row < columns.rowCount, 'a candle lies within the columns');
    setCandle(columns, row, candle);
  }
  return columns;
}

/** Whether it is a candle of a minute that columns can hold. */
export function isMinuteCandle({ openTimeMs, open, high, low, close, volume }: Candle): boolean {
  const isShaped = low > 0n && low <= open && low <= close && open <= high && close <= high;
  const isRetained = high <= COLUMN_VALUE_MAX && volume >= 0n && volume <= COLUMN_VALUE_MAX;
  return openTimeMs % MINUTE_MS === 0 && isShaped && isRetained;
}

/** Only for who has just made the columns. */
export function setCandle(columns: CandleColumns, row: number, candle: Candle): void {
  columns.open[row] = exact(candle.open);
  columns.high[row] = exact(candle.high);
  columns.low[row] = exact(candle.low);
  columns.close[row] = exact(candle.close);
  columns.volume[row] = exact(candle.volume);
  columns.isMissing[row] = 0;
}

/**
 * The candles of the columns, oldest first. Of candles longer than a minute, which all their rows
 * show, those whose first minute is among the rows.
 */
export function* candlesOf(
  columns: CandleColumns,
  candleMinutes = 1,
): Generator<Candle, undefined> {
  const { open, high, low, close, volume, isMissing, firstOpenMs, rowCount } = columns;
  for (let row = 0; row < rowCount; row += 1) {
    if (isMissing[row] !== 0) continue;
    const openTimeMs = firstOpenMs + row * MINUTE_MS;
    if (candleMinutes > 1 && !isBarStart(candleMinutes, openTimeMs)) continue;
    yield {
      openTimeMs,
      open: BigInt(open[row] as number),
      high: BigInt(high[row] as number),
      low: BigInt(low[row] as number),
      close: BigInt(close[row] as number),
      volume: BigInt(volume[row] as number),
    };
  }
}

/** One slice for each UTC day that has a candle, oldest first. */
export function daysOf(columns: CandleColumns): readonly CandleColumns[] {
  const days: CandleColumns[] = [];
  const endMs = endOfColumns(columns);
  for (let fromMs = columns.firstOpenMs; fromMs < endMs;) {
    const nextDayMs = fromMs - (fromMs % DAY_MS) + DAY_MS;
    const toMs = Math.min(nextDayMs, endMs);
    const day = sliceColumns(columns, rowOf(columns, fromMs), rowOf(columns, toMs));
    if (day.isMissing.includes(0)) days.push(day);
    fromMs = toMs;
  }
  return days;
}

function exact(value: bigint): number {
  assert(value >= 0n && value <= BigInt(COLUMN_VALUE_MAX), 'a price or volume fits a column');
  return Number(value);
}
