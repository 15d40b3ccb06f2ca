import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '#lib/time.ts';
import { alignColumns } from '#backtesting/align-columns.ts';
import { columnsOf, START_MS } from '#backtesting/feed.fixture.ts';

const candles = columnsOf([
  [1, 2, 1, 2, 5],
  [2, 3, 2, 3, 6],
  [3, 4, 3, 4, 7],
]);

test('columns of the same rows are the same', () => {
  assert.equal(alignColumns(candles, START_MS, 3), candles);
});

test('a part of longer columns shows their memory', () => {
  const part = alignColumns(candles, START_MS + MINUTE_MS, 2);
  assert.deepEqual([...part.close], [3, 4]);
  assert.equal(part.close.buffer, candles.close.buffer);
});

test('what the columns do not reach is missing, at the nearest price', () => {
  const wide = alignColumns(candles, START_MS - 2 * MINUTE_MS, 7);
  assert.deepEqual([...wide.isMissing], [1, 1, 0, 0, 0, 1, 1]);
  assert.deepEqual([...wide.close], [1, 1, 2, 3, 4, 4, 4]);
  assert.deepEqual([...wide.volume], [0, 0, 5, 6, 7, 0, 0]);
});

test('columns from another time are missing throughout', () => {
  const later = alignColumns(candles, START_MS + 60 * MINUTE_MS, 2);
  assert.deepEqual([...later.isMissing], [1, 1]);
});
