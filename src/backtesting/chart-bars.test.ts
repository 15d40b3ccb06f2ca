import assert from 'node:assert/strict';
import { test } from 'node:test';

import { decimal } from '#lib/decimal.ts';
import { chartBarsOf, chartMinutesFor } from '#backtesting/chart-bars.ts';

const firstOpenMs = Date.UTC(2024, 0, 1, 0, 2);
const ONES = { priceStep: decimal('1'), amountStep: decimal('1') };
const candles = {
  firstOpenMs,
  rowCount: 6,
  open: Float64Array.of(10, 11, 12, 13, 14, 15),
  high: Float64Array.of(12, 20, 14, 15, 16, 17),
  low: Float64Array.of(9, 8, 11, 12, 13, 1),
  close: Float64Array.of(11, 12, 13, 14, 15, 16),
  volume: Float64Array.of(1, 2, 3, 4, 5, 6),
  isMissing: new Uint8Array(6),
};

test('bars stand on whole multiples of their length and hold their minutes', () => {
  const bars = chartBarsOf(candles, firstOpenMs, firstOpenMs + 6 * 60_000, 5, {
    priceStep: decimal('0.1'),
    amountStep: decimal('0.5'),
  });
  const midnight = Date.UTC(2024, 0, 1) / 1_000;
  assert.deepEqual(bars, [
    [midnight, 1, 2, 0.8, 1.3, 3],
    [midnight + 300, 1.3, 1.7, 0.1, 1.6, 7.5],
  ]);
});

test('the window is cut to what the candles cover', () => {
  const bars = chartBarsOf(candles, firstOpenMs - 600_000, firstOpenMs + 900_000, 1, ONES);
  assert.equal(bars.length, 6);
  assert.deepEqual(chartBarsOf(candles, firstOpenMs, firstOpenMs, 1, ONES), []);
});

test('bars of a chart are made of whole candles of its interval', () => {
  const day = 86_400_000;
  assert.equal(chartMinutesFor(0, 30 * day, 15, 3_000), 15);
  assert.equal(chartMinutesFor(0, 90 * day, 15, 3_000), 45);
  assert.equal(chartMinutesFor(0, 365 * day, 15, 3_000), 180);
  assert.equal(chartMinutesFor(0, 365 * day, 4, 3_000), 180);
  assert.equal(chartMinutesFor(0, 30 * day, 43_200, 3_000), 43_200);
});
