// Columns put together: days, merges, gaps, what missing minutes show.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { columnsFromCandles, daysOf } from '#domain/candle/columns-from-candles.ts';
import { countMissing, fillMissing } from '#domain/candle/fill-missing.ts';
import { findGaps, joinGaps } from '#domain/candle/find-gaps.ts';
import { mergeColumns } from '#domain/candle/merge-columns.ts';
import { MINUTES_PER_DAY, packDay, unpackDay } from '#domain/candle/pack-day.ts';
import { allocateColumns } from '#domain/candle/allocate-columns.ts';

const START_MS = Date.UTC(2024, 0, 1);
const at = (row: number): number => START_MS + row * MINUTE_MS;

/** Minutes from the start on with these prices; null: none. */
function minutes(prices: readonly (number | null)[], fromMs = START_MS): CandleColumns {
  const candles = prices.flatMap((price, row) => {
    if (price === null) return [];
    const value = BigInt(price);
    const openTimeMs = fromMs + row * MINUTE_MS;
    return [{ openTimeMs, open: value, high: value, low: value, close: value, volume: 1n }];
  });
  return columnsFromCandles(candles, fromMs, fromMs + prices.length * MINUTE_MS);
}

test('missing minutes repeat the close before them, the first ones the open after them', () => {
  const columns = minutes([null, 5, null, null, 7, null]);
  fillMissing(columns);
  assert.deepEqual([...columns.close], [5, 5, 5, 5, 7, 7]);
  assert.deepEqual([...columns.volume], [0, 1, 0, 0, 1, 0]);
  assert.equal(countMissing(columns), 4);
});

test('minutes that are all missing show nothing', () => {
  const columns = minutes([null, null]);
  fillMissing(columns);
  assert.deepEqual([...columns.open], [0, 0]);
});

test('gaps are named from their first minute to the instant after their last', () => {
  assert.deepEqual(findGaps(minutes([null, 5, null, null, 7, null])), [
    { fromMs: at(0), toMs: at(1) },
    { fromMs: at(2), toMs: at(4) },
    { fromMs: at(5), toMs: at(6) },
  ]);
  assert.deepEqual(findGaps(minutes([1, 2])), []);
});

test('gaps that touch are one', () => {
  const [left, right] = [
    { fromMs: at(0), toMs: at(2) },
    { fromMs: at(2), toMs: at(3) },
  ];
  const apart = { fromMs: at(9), toMs: at(10) };
  assert.deepEqual(joinGaps([left], [right, apart]), [{ fromMs: at(0), toMs: at(3) }, apart]);
  assert.deepEqual(joinGaps([left], [apart]), [left, apart]);
  assert.deepEqual(joinGaps([], [left]), [left]);
});

test('of two readings the later one counts, and differences are counted', () => {
  const merged = mergeColumns(minutes([1, 2, 3, null]), minutes([2, 9, 4, 5], at(1)));
  assert.deepEqual([...merged.columns.close], [1, 2, 9, 4, 5]);
  assert.deepEqual(
    [merged.addedCount, merged.sameCount, merged.differentCount, merged.firstDifferentMs],
    [2, 1, 1, at(2)],
  );
});

test('days are cut at midnight UTC, and those without a candle are left out', () => {
  const columns = minutes([1, 2, 3], START_MS + DAY_MS - MINUTE_MS);
  assert.deepEqual(
    daysOf(columns).map((day) => [day.firstOpenMs, day.rowCount]),
    [
      [START_MS + DAY_MS - MINUTE_MS, 1],
      [START_MS + DAY_MS, 2],
    ],
  );
  assert.deepEqual(daysOf(minutes([null])), []);
});

test('a full day of real size packs to a few bytes a candle', () => {
  const prices = Array.from({ length: MINUTES_PER_DAY }, (_, row) => 6_000_000 + (row % 77));
  const day = minutes(prices);
  const bytes = packDay(day);
  // The first price takes the whole column to three bytes.
  assert.equal(bytes.length, 8 + MINUTES_PER_DAY * (3 + 1 + 1 + 1 + 1));
  const back = allocateColumns(START_MS, MINUTES_PER_DAY, 'own');
  assert.equal(unpackDay(bytes, START_MS, back), MINUTES_PER_DAY);
  assert.deepEqual(back, day);
});
