// Data series as columns: each point is seen from the first minute on that closes at its instant or
// later, and never before.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { DataPoints } from '#domain/data-series/data-points.ts';
import type { ColumnStore } from '#engine/series/column-store.ts';
import { extendColumnStore, makeColumnStore } from '#engine/series/column-store.ts';
import { makeSeriesApi } from '#engine/series/make-series-api.ts';
import { cutWindow, walkWindow } from '#engine/series/window.fixture.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { BYTES, STEPS, meter } from '#lua/runtime/meter.ts';

const NO_POINTS: DataPoints = { atMs: new Float64Array(), values: new Float64Array() };
const ROWS = 40;
const WINDOW = walkWindow(7, ROWS, { missing: 0 });
const CLOSE_MS = (row: number): number => WINDOW.candles.firstOpenMs + (row + 1) * MINUTE_MS;

function apiOver(points: DataPoints | null, intervalMinutes = 1, rows = ROWS) {
  meter[STEPS] = 2 ** 30;
  meter[BYTES] = 2 ** 30;
  const series = new Map(points === null ? [] : [['mood', points] as const]);
  const store: ColumnStore = makeColumnStore([cutWindow(WINDOW, rows)], {}, false, series);
  const cursor = { row: 0 };
  const { marketTag } = WINDOW.market;
  return { store, cursor, api: makeSeriesApi({ store, cursor, marketTag, intervalMinutes }) };
}

const pointsOf = (pairs: readonly (readonly [number, number])[]): DataPoints => ({
  atMs: Float64Array.from(pairs, ([at]) => at),
  values: Float64Array.from(pairs, ([, value]) => value),
});

test('a point shows from the close of the minute in which it became known', () => {
  const points = pointsOf([
    [CLOSE_MS(3), 1],
    [CLOSE_MS(5) + 1, 2],
    [CLOSE_MS(6) - 1, 3],
  ]);
  const { api, cursor } = apiOver(points);
  const series = api.data('mood', 0);
  const shown = Array.from({ length: 8 }, (_, row) => {
    cursor.row = row;
    return series.at(1);
  });
  const nothing = Number.NaN;
  assert.deepEqual(shown, [nothing, nothing, nothing, 1, 1, 1, 3, 3]);
  cursor.row = 7;
  assert.deepEqual([...series.values()], [3, 3, 1, 1, 1], 'newest first, from the first point on');
});

test('older elements are those of the closes of the bars before', () => {
  const { api, cursor } = apiOver(
    pointsOf([
      [0, 1],
      [CLOSE_MS(5), 2],
      [CLOSE_MS(9), 3],
    ]),
    5,
  );
  const series = api.data('mood', 0);
  cursor.row = 11;
  const bars = [11, 9, 4].map((row) => (row >= 9 ? 3 : row >= 5 ? 2 : 1));
  assert.deepEqual([...series.values()].slice(0, 3), bars);
});

test('one that is not there, or of another interval, is the script’s error', () => {
  const { api } = apiOver(null);
  assert.throws(() => api.data('mood', 0), /there is no data series "mood" here/);
  assert.throws(() => apiOver(NO_POINTS).api.data('mood', 7), /no candles of 7 minutes/);
  assert.equal(apiOver(NO_POINTS).api.data('mood', 0).count(), 0);
});

suite('whatever the points are', () => {
  const instants = fc.uniqueArray(fc.integer({ min: -5 * MINUTE_MS, max: 45 * MINUTE_MS }), {
    maxLength: 30,
  });
  const valueAt = (points: DataPoints, atMs: number): number => {
    const known = [...points.atMs].filter((each) => each <= atMs);
    return known.length === 0 ? Number.NaN : (points.values[known.length - 1] as number);
  };

  test('each row shows the newest that was known, and a store that grows the same', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: ROWS - 1 }), (offsets, cut) => {
        const sorted = offsets.toSorted((one, other) => one - other);
        const first = WINDOW.candles.firstOpenMs;
        const points = pointsOf(sorted.map((offset, index) => [first + offset, index + 1]));
        const whole = apiOver(points);
        const growing = apiOver(points, 1, cut);
        const [series, other] = [whole.api.data('mood', 1), growing.api.data('mood', 1)];
        const { marketTag } = WINDOW.market;
        extendColumnStore(growing.store, new Map([[marketTag, WINDOW.candles]]));
        for (let row = 0; row < ROWS; row += 1) {
          whole.cursor.row = row;
          growing.cursor.row = row;
          assert.equal(series.at(1), valueAt(points, CLOSE_MS(row)));
          assert.deepEqual([...other.values()], [...series.values()]);
        }
      }),
      { numRuns: 40 },
    );
  });
});
