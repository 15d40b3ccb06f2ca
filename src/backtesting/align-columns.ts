// The minutes of one market laid out in the rows of another, so that a row means one instant in all
// markets of a run.

import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { endOfColumns, rowOf, sliceColumns } from '#domain/candle/candle-columns.ts';
import { MINUTE_MS } from '#lib/time.ts';

/** Rows from `firstOpenMs`; what the columns do not reach is missing. */
export function alignColumns(
  columns: CandleColumns,
  firstOpenMs: number,
  rowCount: number,
): CandleColumns {
  if (columns.firstOpenMs === firstOpenMs && columns.rowCount === rowCount) return columns;
  const endMs = firstOpenMs + rowCount * MINUTE_MS;
  const from = rowOf(columns, Math.max(firstOpenMs, columns.firstOpenMs));
  const to = rowOf(columns, Math.min(endMs, endOfColumns(columns)));
  if (columns.firstOpenMs <= firstOpenMs && endOfColumns(columns) >= endMs)
    return sliceColumns(columns, from, to);
  return padded(columns, from, Math.max(from, to), firstOpenMs, rowCount);
}

function padded(
  columns: CandleColumns,
  from: number,
  to: number,
  firstOpenMs: number,
  rowCount: number,
): CandleColumns {
  const before = Math.min(rowCount, Math.max(0, (columns.firstOpenMs - firstOpenMs) / MINUTE_MS));
  const firstPrice = columns.open[from] ?? columns.close.at(-1) ?? 1;
  const lastPrice = to > from ? (columns.close[to - 1] as number) : firstPrice;
  const priced = (source: Float64Array): Float64Array => {
    const column = new Float64Array(rowCount).fill(lastPrice);
    column.fill(firstPrice, 0, before);
    column.set(source.subarray(from, to), before);
    return column;
  };
  const volume = new Float64Array(rowCount);
  volume.set(columns.volume.subarray(from, to), before);
  const isMissing = new Uint8Array(rowCount).fill(1);
  isMissing.set(columns.isMissing.subarray(from, to), before);
  return {
    firstOpenMs,
    rowCount,
    open: priced(columns.open),
    high: priced(columns.high),
    low: priced(columns.low),
    close: priced(columns.close),
    volume,
    isMissing,
  };
}
