// Bars of the chart as they are built from minutes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '#lib/time.ts';
import {
  chartBars,
  durationMsOfBar,
  openMsOfBar,
  rowOfBar,
} from '#engine/venue-feed/matching-bars.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { columnsOf, SPOT, START_MS } from '#backtesting/feed.fixture.ts';
import { runMarket } from '#engine/run/run-market.ts';

const bars: Bar[] = [
  [9, 9, 9, 9, 1],
  null,
  [10, 12, 9, 11, 5],
  [11, 15, 11, 14, 7],
  null,
  null,
  null,
  null,
  [20, 21, 8, 20, 3],
];
const market = runMarket(0, SPOT, columnsOf(bars), START_MS);

test('a bar is opened by its first traded minute and closed by its last', () => {
  const bars = chartBars([market], START_MS, 0, 8, 3);
  const [columns] = bars.columns;
  const barAt = (step: number) =>
    (['open', 'high', 'low', 'close', 'volume', 'isMissing'] as const).map(
      (name) => columns?.[name][step],
    );
  assert.equal(bars.lastBar, 2);
  assert.deepEqual(barAt(0), [9, 12, 9, 11, 6, 0]);
  assert.deepEqual(barAt(1), [11, 15, 11, 14, 7, 0]);
  assert.deepEqual(barAt(2), [20, 21, 8, 20, 3, 0]);
});

test('only bars that lie whole in the window count', () => {
  const bars = chartBars([market], START_MS, 1, 8, 3);
  assert.equal(openMsOfBar(bars, 0), START_MS + 3 * MINUTE_MS);
  assert.equal(rowOfBar(bars, 0), 5);
  assert.equal(durationMsOfBar(bars, 0), 3 * MINUTE_MS);
  assert.equal(bars.lastBar, 1);
});

test('a bar of missing minutes alone is missing', () => {
  const bars = chartBars([market], START_MS, 0, 8, 2);
  assert.equal(bars.columns[0]?.isMissing[2], 1);
  assert.equal(bars.columns[0]?.close[2], 14);
});
