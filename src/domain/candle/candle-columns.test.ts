import assert from 'node:assert/strict';
import { test } from 'node:test';

import { endOfColumns, rowOf, sliceColumns } from '#domain/candle/candle-columns.ts';

const firstOpenMs = Date.UTC(2024, 0, 1);
const columns = {
  firstOpenMs,
  rowCount: 3,
  open: Float64Array.of(1, 2, 3),
  high: Float64Array.of(2, 3, 4),
  low: Float64Array.of(1, 2, 3),
  close: Float64Array.of(2, 3, 4),
  volume: Float64Array.of(10, 20, 30),
  isMissing: Uint8Array.of(0, 1, 0),
};

test('a minute has the row that its time says', () => {
  assert.equal(rowOf(columns, firstOpenMs + 120_000), 2);
  assert.equal(endOfColumns(columns), firstOpenMs + 180_000);
});

test('a slice shows the same memory from its own first minute on', () => {
  const slice = sliceColumns(columns, 1, 3);
  assert.equal(slice.firstOpenMs, firstOpenMs + 60_000);
  assert.deepEqual([...slice.close], [3, 4]);
  assert.deepEqual([...slice.isMissing], [1, 0]);
  assert.equal(slice.close.buffer, columns.close.buffer);
  assert.equal(endOfColumns(slice), endOfColumns(columns));
});
