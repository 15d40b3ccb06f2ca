// Memory for columns: one block for all of a stretch, which threads may share. Whoever allocates
// fills it and then hands it out; after that nobody writes it.

import { MINUTE_MS } from '#lib/time.ts';
import { assert } from '#lib/assert.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';

/** `shared` is a SharedArrayBuffer, which worker threads read without a copy. */
export type ColumnMemory = 'own' | 'shared';

const PRICE_COLUMNS = 5;
const BYTES_PER_ROW = PRICE_COLUMNS * Float64Array.BYTES_PER_ELEMENT + 1;

/** Columns of `rowCount` missing minutes from the minute that begins at `firstOpenMs` on. */
export function allocateColumns(
  firstOpenMs: number,
  rowCount: number,
  memory: ColumnMemory,
): CandleColumns {
  assert(firstOpenMs % MINUTE_MS === 0 && rowCount >= 0, 'columns are whole minutes');
  const byteCount = rowCount * BYTES_PER_ROW;
  const block = memory === 'shared' ? new SharedArrayBuffer(byteCount) : new ArrayBuffer(byteCount);
  const column = (index: number): Float64Array =>
    new Float64Array(block, index * rowCount * Float64Array.BYTES_PER_ELEMENT, rowCount);
  const isMissing = new Uint8Array(block, PRICE_COLUMNS * rowCount * 8, rowCount).fill(1);
  return {
    firstOpenMs,
    rowCount,
    open: column(0),
    high: column(1),
    low: column(2),
    close: column(3),
    volume: column(4),
    isMissing,
  };
}
