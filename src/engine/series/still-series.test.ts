// A series that stands still shows what was there when it was made, whatever comes after, and
// making it takes no more the longer the history is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SeriesLike } from '#engine/run-api/series-api.ts';
import { standOn, walkWindow } from '#engine/series/window.fixture.ts';
import type { Stand } from '#engine/series/window.fixture.ts';
import { BYTES, STEPS, fillMeter, meter } from '#lua/runtime/meter.ts';

const ROWS = 3_000;
const POSITIONS = [0, 1, 2, 3, 7, 499, 500, 501, 1.5];

function seriesOf({ api }: Stand): readonly SeriesLike[] {
  const prices = (intervalMinutes: number, isClosedOnly: boolean): SeriesLike =>
    api.prices({
      source: 'close',
      marketTag: null,
      intervalMinutes,
      isClosedOnly,
      style: 'candle',
    });
  const [minutes, forming, closed] = [prices(1, false), prices(15, false), prices(15, true)];
  const [average = minutes] = api.indicator('SMA', [closed], [20]);
  return [
    minutes,
    forming,
    closed,
    average,
    minutes.index(3) as SeriesLike,
    forming.index(2) as SeriesLike,
    api.combine('add', [forming, minutes]),
    api.fromNumbers([3, 2, 1]),
  ];
}

test('what stands still shows the elements of its row', () => {
  const stand = standOn([walkWindow(7, ROWS)]);
  const series = seriesOf(stand);
  const made: { readonly still: SeriesLike; readonly values: readonly number[] }[] = [];
  for (const row of [0, 1, 14, 15, 299, 1_000, 1_001, ROWS - 2]) {
    stand.cursor.row = row;
    for (const each of series)
      made.push({ still: stand.api.still(each), values: [...each.values()] });
  }
  stand.cursor.row = ROWS - 1;
  for (const { still, values } of made) {
    assert.deepEqual([...still.values()], values);
    assert.equal(still.count(), values.length);
    for (const position of POSITIONS)
      assert.equal(still.at(position), values[position - 1] ?? Number.NaN);
    assert.equal((still.index(2) as SeriesLike).at(1), values[1] ?? Number.NaN);
  }
});

test('standing still takes as much after a long history as after a short one', () => {
  const stand = standOn([walkWindow(7, ROWS)]);
  const series = seriesOf(stand).slice(0, 6);
  const takenAt = (row: number): readonly (readonly number[])[] => {
    stand.cursor.row = row;
    return series.map((each) => {
      fillMeter();
      const before = [meter[STEPS] ?? 0, meter[BYTES] ?? 0];
      stand.api.still(each);
      return [STEPS, BYTES].map((place, at) => (before[at] ?? 0) - (meter[place] ?? 0));
    });
  };
  assert.deepEqual(takenAt(400), takenAt(ROWS - 1));
});
