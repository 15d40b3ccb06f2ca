// The last step of making columns: what missing minutes show.

import type { CandleColumns } from '#domain/candle/candle-columns.ts';

/**
 * Writes into missing rows the last close before them (at the beginning the first open after them)
 * and a volume of zero. Only for who has just made the columns.
 */
export function fillMissing(columns: CandleColumns): void {
  const { rowCount, open, high, low, close, volume, isMissing } = columns;
  const first = isMissing.indexOf(0);
  let last = first < 0 ? 0 : (open[first] as number);
  for (let row = 0; row < rowCount; row += 1) {
    if (isMissing[row] === 0) {
      last = close[row] as number;
      continue;
    }
    open[row] = last;
    high[row] = last;
    low[row] = last;
    close[row] = last;
    volume[row] = 0;
  }
}

/** How many of the rows have no candle. */
export function countMissing({ isMissing }: CandleColumns): number {
  let count = 0;
  for (const mark of isMissing) count += mark;
  return count;
}
