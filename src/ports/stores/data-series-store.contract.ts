// Contract of every store for data series.

import assert from 'node:assert/strict';
import type { NewPoints, PointsWish } from '#ports/stores/data-series-store.ts';
import type { Store } from '#ports/stores/store.ts';
import type { StoreCases } from '#ports/stores/store.fixture.ts';
import { DELETION_PLAN, storedAccount } from '#ports/stores/store.fixture.ts';

const BOUNDS = { seriesMax: 2, pointsMax: 4 };
const ALL: PointsWish = { recordedUntilMs: 1e15, untilMs: 1e15, afterMs: null, limit: 100 };

async function withUser(store: Store): Promise<string> {
  return (await storedAccount(store)).userId;
}

function points(
  userId: string,
  name: string,
  pairs: readonly (readonly [number, number])[],
  recordedAtMs = 1,
): NewPoints {
  const atMs = Float64Array.from(pairs, ([at]) => at);
  const values = Float64Array.from(pairs, ([, value]) => value);
  return { userId, name, points: { atMs, values }, recordedAtMs };
}

async function pairsOf(store: Store, userId: string, name: string, wish: Partial<PointsWish> = {}) {
  const found = await store.loadDataPoints(userId, name, { ...ALL, ...wish });
  return found === null ? null : [...found.atMs].map((at, index) => [at, found.values[index]]);
}

export const DATA_SERIES_CASES: StoreCases = {
  'points are read by instant, as far as they were known and recorded': async (store) => {
    const userId = await withUser(store);
    const first = points(userId, 'a', [
      [10, 0.1 + 0.2],
      [30, -3e-9],
    ]);
    const added = { code: 'added', addedCount: 2 } as const;
    assert.deepEqual(await store.addDataPoints(first, BOUNDS), added);
    assert.deepEqual(await store.addDataPoints(points(userId, 'a', [[20, 2]], 9), BOUNDS), {
      code: 'added',
      addedCount: 1,
    });
    const all = [
      [10, 0.1 + 0.2],
      [20, 2],
      [30, -3e-9],
    ];
    assert.deepEqual(await pairsOf(store, userId, 'a'), all);
    assert.deepEqual(await pairsOf(store, userId, 'a', { untilMs: 20 }), all.slice(0, 2));
    assert.deepEqual(await pairsOf(store, userId, 'a', { recordedUntilMs: 8 }), [all[0], all[2]]);
    assert.deepEqual(await pairsOf(store, userId, 'a', { afterMs: 10, limit: 1 }), [all[1]]);
    assert.equal(await pairsOf(store, userId, 'b'), null);
    assert.equal(await pairsOf(store, await withUser(store), 'a'), null);
  },
  'a point never changes, and of a list with one that would nothing is stored': async (store) => {
    const userId = await withUser(store);
    await store.addDataPoints(points(userId, 'a', [[10, 1]]), BOUNDS);
    const other = points(userId, 'a', [
      [5, 5],
      [10, 2],
    ]);
    const differs = { code: 'differs', atMs: 10, value: 1 } as const;
    assert.deepEqual(await store.addDataPoints(other, BOUNDS), differs);
    assert.deepEqual(await pairsOf(store, userId, 'a'), [[10, 1]]);
    const again = points(
      userId,
      'a',
      [
        [10, 1],
        [11, 1],
      ],
      7,
    );
    assert.deepEqual(await store.addDataPoints(again, BOUNDS), { code: 'added', addedCount: 1 });
    assert.deepEqual(await pairsOf(store, userId, 'a', { recordedUntilMs: 1 }), [[10, 1]]);
    // What was there, and what was not stored, is not counted.
    assert.deepEqual(await store.addDataPoints(again, BOUNDS), { code: 'added', addedCount: 0 });
    const [listed] = await store.listDataSeries(userId);
    const { pointsCount, firstAtMs, lastAtMs } = listed ?? {};
    assert.deepEqual([pointsCount, firstAtMs, lastAtMs], [2, 10, 11]);
  },
  'a user has so many series of so many points': async (store) => {
    const userId = await withUser(store);
    const five = points(userId, 'a', [
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 1],
      [5, 1],
    ]);
    assert.deepEqual(await store.addDataPoints(five, BOUNDS), { code: 'too_many_points' });
    assert.deepEqual(await store.listDataSeries(userId), []);
    for (const name of ['b', 'a'])
      await store.addDataPoints(points(userId, name, [[9, 1]]), BOUNDS);
    const third = await store.addDataPoints(points(userId, 'c', [[9, 1]]), BOUNDS);
    assert.deepEqual(third, { code: 'too_many_series' });
    await store.addDataPoints(points(userId, 'b', [[7, 1]]), BOUNDS);
    assert.deepEqual(await store.addDataPoints({ ...five, name: 'b' }, BOUNDS), {
      code: 'too_many_points',
    });
    const listed = await store.listDataSeries(userId);
    const shown = listed.map(({ name, pointsCount, firstAtMs, lastAtMs }) => {
      return [name, pointsCount, firstAtMs, lastAtMs];
    });
    assert.deepEqual(shown, [
      ['a', 1, 9, 9],
      ['b', 2, 7, 9],
    ]);
    assert.equal(await store.deleteDataSeries(userId, 'a'), true);
    assert.equal(await store.deleteDataSeries(userId, 'a'), false);
    assert.equal(await pairsOf(store, userId, 'a'), null);
  },
  'the series of a user go with it': async (store) => {
    const userId = await withUser(store);
    const many = Array.from({ length: 12_000 }, (_, index) => [index, 1] as const);
    await store.addDataPoints(points(userId, 'a', many), { ...BOUNDS, pointsMax: many.length });
    await store.beginDeletion(userId, 1_000, DELETION_PLAN);
    const late = await store.addDataPoints(points(userId, 'a', [[-2, 1]]), BOUNDS);
    assert.deepEqual(late, { code: 'no_user' });
    await store.endDeletion(userId, 2_000);
    assert.deepEqual(await store.listDataSeries(userId), []);
  },
};
