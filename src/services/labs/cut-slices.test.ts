// Slices of a lab last about a second, cover each combination once, and end evenly.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NextRuns } from '#backtesting/sweep/plan-runs.ts';
import { cutSlices } from '#services/labs/cut-slices.ts';

const MONTH = { windowMs: 30 * 86_400_000 };

function runs(count: number, changes: Partial<NextRuns> = {}): NextRuns {
  const combinations = Float64Array.from({ length: count }, (_, place) => 1_000 + place);
  const start = { generation: 0, firstOrdinal: 0, firstPopulation: 0 };
  return { ...start, combinations, isAwaited: false, laterCount: 0, ...changes };
}

function lengths(next: NextRuns, runMs: number | null): readonly number[] {
  return cutSlices(next, { runMs, ...MONTH }).map(({ combinations }) => combinations.length);
}

test('slices follow one another and hold each combination once', () => {
  const next = runs(700, { firstOrdinal: 300, firstPopulation: 40, generation: 2 });
  let place = 0;
  for (const slice of cutSlices(next, { runMs: 5, ...MONTH })) {
    assert.equal(slice.firstOrdinal, 300 + place);
    assert.equal(slice.firstPopulation, 40 + place);
    assert.equal(slice.generation, 2);
    for (const combination of slice.combinations) {
      assert.equal(combination, 1_000 + place);
      place += 1;
    }
  }
  assert.equal(place, 700);
});

test('while much is left a slice is about a second of work, and no more than 250 runs', () => {
  assert.deepEqual(lengths(runs(600, { laterCount: 9_000 }), 5), [200, 200, 200]);
  assert.deepEqual(lengths(runs(500, { laterCount: 9_000 }), 0.01), [250, 250]);
  assert.deepEqual(lengths(runs(3, { laterCount: 9 }), 5_000), [1, 1, 1]);
});

test('near the end slices shrink to a quarter, so that no worker waits long for the last', () => {
  assert.deepEqual(lengths(runs(1_000), 5), [200, 200, 150, 113, 85, 63, 50, 50, 50, 39]);
});

test('of a lab of which nothing was measured, a part is cut into short slices', () => {
  assert.deepEqual(
    lengths(runs(2_000), null),
    Array.from({ length: 12 }, () => 25),
  );
  assert.deepEqual(lengths(runs(120), null), [60, 60]);
});

test('no more than 16 slices are cut before the next is measured', () => {
  const all = lengths(runs(2_000, { laterCount: 9_000 }), 10);
  assert.deepEqual(
    all,
    Array.from({ length: 16 }, () => 100),
  );
});

test('of a long lab more are cut at once, so that many threads have work', () => {
  assert.equal(lengths(runs(2_000, { laterCount: 98_000 }), 50).length, 100);
});

test('of a generation that is waited for, all is cut at once, and divided however small', () => {
  assert.deepEqual(lengths(runs(9, { isAwaited: true }), null), [5, 4]);
  assert.deepEqual(lengths(runs(1, { isAwaited: true }), 1), [1]);
  const all = lengths(runs(2_000, { isAwaited: true }), null);
  assert.equal(
    all.reduce((sum, length) => sum + length, 0),
    2_000,
  );
});
