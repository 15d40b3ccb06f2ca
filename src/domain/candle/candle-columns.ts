// A stretch of one market's minutes as columns, for what reads many of them: history, backtests,
// labs. Exact: prices are whole ticks and volumes whole lots, below 2 ** 53. The arrays may lie in
// memory that threads share and are never written after they were made.

import { MINUTE_MS } from '#lib/time.ts';

export type CandleColumns = {
  /** Open time of row 0, the first millisecond of a minute; row n is n minutes later. */
  readonly firstOpenMs: number;
  /** Rows; every minute has one, missing ones too. */
  readonly rowCount: number;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
  /**
   * 1 where the minute has no candle: its prices repeat the last close before it (the first open
   * after it, at the beginning) and its volume is zero; nothing fills in it.
   */
  readonly isMissing: Uint8Array;
};

/** The instant after the last row. */
export function endOfColumns({ firstOpenMs, rowCount }: CandleColumns): number {
  return firstOpenMs + rowCount * MINUTE_MS;
}

/** Row of the minute that begins at `openTimeMs`; outside the rows when it is not among them. */
export function rowOf({ firstOpenMs }: CandleColumns, openTimeMs: number): number {
  return (openTimeMs - firstOpenMs) / MINUTE_MS;
}

/** The same memory, rows `from` up to, not including, `to`. */
export function sliceColumns(columns: CandleColumns, from: number, to: number): CandleColumns {
  return {
    firstOpenMs: columns.firstOpenMs + from * MINUTE_MS,
    rowCount: to - from,
    open: columns.open.subarray(from, to),
    high: columns.high.subarray(from, to),
    low: columns.low.subarray(from, to),
    close: columns.close.subarray(from, to),
    volume: columns.volume.subarray(from, to),
    isMissing: columns.isMissing.subarray(from, to),
  };
}
