// Two readings of one stretch of minutes as one, and where they disagree.

import { MINUTE_MS } from '#lib/time.ts';
import { allocateColumns } from '#domain/candle/allocate-columns.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { endOfColumns, rowOf } from '#domain/candle/candle-columns.ts';

export type MergedColumns = {
  /** Every candle of both; where both have one, that of the later reading. */
  readonly columns: CandleColumns;
  /** Candles that only the later reading has. */
  readonly addedCount: number;
  /** Candles that both have, with the same figures. */
  readonly sameCount: number;
  /** Candles that both have, with other figures. */
  readonly differentCount: number;
  /** The first of those; null when there is none. */
  readonly firstDifferentMs: number | null;
};

/** Missing rows of the response hold zeros until `fillMissing`. */
export function mergeColumns(earlier: CandleColumns, later: CandleColumns): MergedColumns {
  const firstOpenMs = Math.min(earlier.firstOpenMs, later.firstOpenMs);
  const endMs = Math.max(endOfColumns(earlier), endOfColumns(later));
  const columns = allocateColumns(firstOpenMs, (endMs - firstOpenMs) / MINUTE_MS, 'own');
  copyCandles(earlier, columns);
  let [addedCount, sameCount, differentCount] = [0, 0, 0];
  let firstDifferentMs: number | null = null;
  const offset = rowOf(columns, later.firstOpenMs);
  for (let row = 0; row < later.rowCount; row += 1) {
    if (later.isMissing[row] !== 0) continue;
    const place = offset + row;
    if (columns.isMissing[place] !== 0) {
      addedCount += 1;
    } else if (isSameCandle(columns, place, later, row)) {
      sameCount += 1;
    } else {
      differentCount += 1;
      firstDifferentMs ??= later.firstOpenMs + row * MINUTE_MS;
    }
  }
  copyCandles(later, columns);
  return { columns, addedCount, sameCount, differentCount, firstDifferentMs };
}

/** Copies the candles of one stretch to where they lie in another, and leaves out the others. */
function copyCandles(from: CandleColumns, to: CandleColumns): void {
  const offset = rowOf(to, from.firstOpenMs);
  const end = Math.min(from.rowCount, to.rowCount - offset);
  for (let row = Math.max(0, -offset); row < end; row += 1) {
    if (from.isMissing[row] !== 0) continue;
    const place = offset + row;
    to.open[place] = from.open[row] as number;
    to.high[place] = from.high[row] as number;
    to.low[place] = from.low[row] as number;
    to.close[place] = from.close[row] as number;
    to.volume[place] = from.volume[row] as number;
    to.isMissing[place] = 0;
  }
}

function isSameCandle(
  left: CandleColumns,
  leftRow: number,
  right: CandleColumns,
  rightRow: number,
): boolean {
  return (
    left.open[leftRow] === right.open[rightRow] &&
    left.high[leftRow] === right.high[rightRow] &&
    left.low[leftRow] === right.low[rightRow] &&
    left.close[leftRow] === right.close[rightRow] &&
    left.volume[leftRow] === right.volume[rightRow]
  );
}
