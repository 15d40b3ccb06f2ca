// Columns that are shared, dropped and limited.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { SeriesLike, SeriesRequest } from '#engine/run-api/series-api.ts';
import type { ColumnGroup } from '#engine/series/column.ts';
import {
  dropUnused,
  extendColumnStore,
  findOrMake,
  makeColumnStore,
} from '#engine/series/column-store.ts';
import type { ColumnStore } from '#engine/series/column-store.ts';
import { makeSeriesApi } from '#engine/series/make-series-api.ts';
import type { HeldSeriesApi } from '#engine/series/make-series-api.ts';
import { cutWindow, standOn, walkWindow } from '#engine/series/window.fixture.ts';

const ROWS = 1_000;
const COLUMN_BYTES = ROWS * 8;

const CLOSE: SeriesRequest = {
  source: 'close',
  marketTag: null,
  intervalMinutes: 1,
  isClosedOnly: false,
  style: 'candle',
};

function average(api: HeldSeriesApi, period: number): SeriesLike | undefined {
  return api.indicator('SMA', [api.prices(CLOSE)], [period])[0];
}

function memoryOf(series: SeriesLike | undefined): Float64Array {
  return (series as unknown as { newest: Float64Array }).newest;
}

test('two runs over one store share their columns', () => {
  const { store, api } = standOn([walkWindow(1, ROWS)]);
  const other = makeSeriesApi({ ...TRADE, store, cursor: { row: 5 } });
  assert.equal(memoryOf(average(api, 5)), memoryOf(average(other, 5)));
  assert.equal(store.bytes, 2 * COLUMN_BYTES);
});

const TRADE = { marketTag: 'sim:A', intervalMinutes: 1 };

test('what no run holds is dropped first, what a run holds never', () => {
  const { store, api } = standOn([walkWindow(1, ROWS)], 1, { bytesMax: 3 * COLUMN_BYTES });
  const held = average(api, 5);
  const before = memoryOf(held)[500];
  const other = makeSeriesApi({ ...TRADE, store, cursor: { row: 0 } });
  const dropped = memoryOf(average(other, 6));
  other.release();
  for (let period = 10; period < 20; period += 1) average(api, period);
  assert.equal(memoryOf(average(api, 5)), memoryOf(held));
  assert.equal(memoryOf(held)[500], before);
  const again = memoryOf(average(api, 6));
  assert.notEqual(again, dropped);
  assert.deepEqual(again, dropped);
  assert.equal(store.bytes, 13 * COLUMN_BYTES);
  api.release();
});

test('columns that all runs have released stay while there is room', () => {
  const { store, api } = standOn([walkWindow(1, ROWS)]);
  const memory = memoryOf(average(api, 5));
  api.release();
  const next = makeSeriesApi({ ...TRADE, store, cursor: { row: 0 } });
  assert.equal(memoryOf(average(next, 5)), memory);
});

test('beyond its columns a run gets the same values, worked out when requested', () => {
  const { api, cursor } = standOn([walkWindow(1, 400)], 1, { runColumnsMax: 3 });
  const roomy = standOn([walkWindow(1, 400)]);
  for (let period = 2; period < 10; period += 1) {
    [cursor.row, roomy.cursor.row] = [300, 300];
    assert.equal(average(api, period)?.at(1), average(roomy.api, period)?.at(1));
  }
  assert.throws(() => api.prices({ ...CLOSE, source: 'hlc' }), /too many different series/);
});

test('what a run may hold does not depend on what others have left', () => {
  const limits = { runColumnsMax: 2 };
  const { store, api } = standOn([walkWindow(1, ROWS)], 1, limits);
  const other = makeSeriesApi({ ...TRADE, store, cursor: { row: 0 } });
  const shared = [average(other, 5), average(api, 6), average(api, 5)];
  assert.deepEqual(
    shared.map((series) => (series as unknown as { rowMask: number }).rowMask),
    [-1, -1, 0],
  );
});

test('what a series was minutes before lies in its own memory, also in a window that grew', () => {
  const window = walkWindow(1, ROWS);
  const { store, api } = standOn([cutWindow(window, 200)]);
  const close = api.prices(CLOSE);
  const before = [2, 65, 66].map((position) => close.index(position) as SeriesLike);
  // What lies too far back is a copy.
  assert.equal(store.bytes, (200 + 200) * 8);
  for (const rows of [201, ROWS]) {
    const { marketTag } = window.market;
    extendColumnStore(store, new Map([[marketTag, cutWindow(window, rows).candles]]));
    const values = memoryOf(close);
    for (const [series, position] of [
      [before[0], 2],
      [before[1], 65],
      [before[2], 66],
    ] as const) {
      const shown = memoryOf(series);
      assert.equal(shown.buffer === values.buffer, position < 66);
      for (let row = 0; row < rows; row += 1) {
        assert.equal(shown[row], values[row - position + 1] ?? NaN, `${position} at ${row}`);
      }
    }
  }
});

test('all markets of a store have the same rows', () => {
  const [first, second] = [walkWindow(1, 10), walkWindow(2, 9, { marketTag: 'sim:B' })];
  assert.throws(() => makeColumnStore([first, second]), /same rows/);
});

/** A group of one column that nothing computes. */
function groupOf(store: ColumnStore, key: string, inputs: readonly ColumnGroup[]): ColumnGroup {
  const bars = { intervalMinutes: 1, isClosedOnly: false, firstMinute: 0 };
  const shape = { bars, visibleMax: 500, readyRow: 0 };
  return findOrMake(store, key, {
    inputs,
    shape,
    columnCount: 1,
    rowWork: 1,
    start: () => () => undefined,
  });
}

test('a series made of itself twice over and over is made in as many steps as there are', () => {
  for (const runColumnsMax of [2, 30, 2_000]) {
    const { api, cursor } = standOn([walkWindow(1, 200, { missing: 0 })], 1, { runColumnsMax });
    const close = api.prices(CLOSE);
    const mixed = close.arith('+', close, api.prices({ ...CLOSE, intervalMinutes: 5 }));
    for (const base of [close, mixed as SeriesLike]) {
      let sum = base;
      for (let step = 0; step < 60; step += 1) sum = sum.arith('+', sum, sum) as SeriesLike;
      for (cursor.row of [100, 199]) {
        const seen = [sum.count(), sum.at(1), sum.at(7), ...sum.values().subarray(9, 11)];
        const expected = [1, 7, 10, 11].map((position) => base.at(position) * 2 ** 60);
        assert.deepEqual(seen, [base.count(), ...expected]);
        assert.equal((sum.index(9) as SeriesLike).at(2), base.at(10) * 2 ** 60);
      }
    }
  }
});

test('a chain as long as any is requested again and dropped, what is made of others first', () => {
  const { store } = standOn([walkWindow(1, 1)]);
  const chain: ColumnGroup[] = [];
  for (let step = 0; step < 100_000; step += 1) {
    chain.push(groupOf(store, `step ${step}`, chain.slice(-1)));
  }
  const last = groupOf(store, 'step 99999', []);
  assert.equal(last, chain.at(-1));
  dropUnused(store, 40_000 * 8);
  const left = chain.map(({ key }) => store.groups.has(key));
  assert.deepEqual([left.indexOf(false), left.lastIndexOf(true)], [40_000, 39_999]);
});

test('what is used least recently is dropped first, and uses what it is made of', () => {
  const { store } = standOn([walkWindow(1, ROWS)]);
  const first = groupOf(store, 'first', []);
  const second = groupOf(store, 'second', []);
  groupOf(store, 'of first', [first]);
  groupOf(store, 'of second', [second]);
  groupOf(store, 'third', []).holders += 1;
  groupOf(store, 'of first', [first]);
  const dropped: string[] = [];
  while (store.groups.size > 1) {
    const before = [...store.groups.keys()];
    dropUnused(store, store.bytes - 1);
    dropped.push(...before.filter((key) => !store.groups.has(key)));
  }
  assert.deepEqual(dropped, ['of second', 'second', 'of first', 'first']);
  dropUnused(store, 0);
  assert.deepEqual([...store.groups.keys()], ['third']);
});
